import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { listPages } from "#server/knock.fixture.ts";
import type { Role } from "#values/role.ts";
import { findCovered } from "./covers.fixture.ts";
import { journey } from "./journey.fixture.ts";

/**
 * Every page of the routes, as seen by each role, in a browser that enforces the site's content
 * security policy. New pages are included automatically. The dialogs of a page are opened and one
 * of its forms is sent, and nothing may be blocked: no inline style, no text that becomes HTML or
 * code. Each page is also measured in different windows (covers.fixture.ts). It is a separate site,
 * because forms that accept an empty post really do something.
 */
const visit = journey({ ownSite: true });

/** The token of a link that was sent to nobody. */
const NO_TOKEN = "x".repeat(43);
const NO_ID = "019a8e6c-0000-7000-8000-000000000000";

/** Values for parameters of addresses, if no visited page links to such an address. */
const EXAMPLES: Readonly<Record<string, string>> = {
  step: "",
  within: "",
  subject: "suv",
  form: "pre-approval",
  name: "pre-approval",
  reference: "NOSUCH12",
  key: NO_TOKEN,
  token: NO_TOKEN,
  id: NO_ID,
};

/** A page of the routes, with the pattern of its addresses. */
type Walked = { path: string; pattern: RegExp };

const pages: readonly Walked[] = [
  ...new Set(
    listPages()
      // Routes in .ts files send files and redirects, not pages.
      .filter(({ file }) => file.endsWith(".tsx"))
      .map(({ path }) => path),
  ),
].map((path) => ({
  path,
  pattern: new RegExp(
    `^(/fr)?${path.replaceAll(/\/:\w+\?/g, "(/[^/]+)?").replaceAll(/:\w+|\*/g, "[^/]+")}$`,
  ),
}));

/**
 * An address of this page: one that an earlier page linked to, otherwise one with example values.
 */
function addressOf({ path, pattern }: Walked, links: ReadonlySet<string>): string {
  const linked = path.includes(":") && [...links].find((link) => pattern.test(link));
  if (linked) return linked;
  return path
    .replace("*", "no-such-page")
    .replaceAll(/\/:(\w+)\??/g, (_, name: string) => (EXAMPLES[name] ? `/${EXAMPLES[name]}` : ""));
}

async function noteLinks(page: Page, links: Set<string>): Promise<void> {
  const found = await page
    .getByRole("link")
    .evaluateAll((all) =>
      all.flatMap((each) =>
        each instanceof HTMLAnchorElement && each.origin === location.origin ? [each.pathname] : [],
      ),
    );
  for (const link of found) links.add(link);
}

const findControls = (within: Locator) =>
  within.getByRole("button").or(within.getByRole("link")).filter({ visible: true });

/** Opens and closes every declared dialog, and unfolds what is folded. */
async function openDialogs(page: Page, { andHeader }: { andHeader: boolean }): Promise<void> {
  const controls = findControls(andHeader ? page.getByRole("document") : page.getByRole("main"));
  const openers = await controls.evaluateAll((all) =>
    all.flatMap((each, index) => (each.ariaHasPopup === "dialog" ? [index] : [])),
  );
  const address = page.url();
  const dialog = page.getByRole("dialog").first();
  for (const index of openers) {
    // The script of pages that are only read is fetched at the first touch.
    await controls.nth(index).hover();
    await page.waitForLoadState("networkidle");
    await controls.nth(index).click();
    await Promise.race([dialog.waitFor(), page.waitForURL(({ href }) => href !== address)]);
    if (page.url() !== address) {
      // If the script is late, the click leads to the page with the same form for browsers without
      // script.
      await page.goto(address, { waitUntil: "networkidle" });
      continue;
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
  await page.getByRole("group").evaluateAll((all) => {
    for (const each of all) if (each instanceof HTMLDetailsElement) each.open = true;
  });
}

/** Sends the page's first form as it is, without the browser's validation. */
async function sendFirstForm(page: Page): Promise<void> {
  const buttons = page.getByRole("main").getByRole("button").filter({ visible: true });
  const submit = await buttons.evaluateAll((all) =>
    all.findIndex((each) => {
      if (!(each instanceof HTMLButtonElement) || each.type !== "submit" || each.disabled)
        return false;
      const isField = (one: Element) =>
        !(one instanceof HTMLButtonElement) && one.checkVisibility();
      const { form } = each;
      if (form?.method !== "post" || ![...form.elements].some(isField)) return false;
      form.noValidate = true;
      return true;
    }),
  );
  if (submit < 0) return;
  const answered = page
    .waitForResponse((response) => response.request().method() === "POST", { timeout: 3_000 })
    .catch(() => undefined);
  await buttons.nth(submit).click();
  await answered;
  await page.waitForLoadState("networkidle");
}

const measured = new Set<string>();

/**
 * Each page is measured once in each language, for the first role that sees it; the header, which
 * all pages share, for each role.
 */
function isToMeasure(address: string): boolean {
  const path = pages.find(({ pattern }) => pattern.test(address))?.path ?? address;
  if (measured.has(path) && address !== WITH_LONGEST_WORDS) return false;
  measured.add(path);
  return true;
}

/** French texts are the longest, and staff see the most of them in the header. */
const WITH_LONGEST_WORDS = "/fr";

/**
 * The pages on which a visitor's header and footer are tested too, which all pages share: one page
 * that is only read and one that the framework hydrates.
 */
const WITH_HEADER = ["/", "/cars", WITH_LONGEST_WORDS];

const isFrench = (address: string) => /^\/fr(\/|$)/.test(address);

async function measure(page: Page, address: string): Promise<string[]> {
  return (await findCovered(page)).map((each) => `${address}, ${each}`);
}

/**
 * The number of windows of one visitor that divide the pages between them, because each waits until
 * the network is idle.
 */
const AT_ONCE = 3;

async function walk(first: Page, addresses: (links: Set<string>) => Generator<string>) {
  const links = new Set<string>();
  const waiting = addresses(links);
  const policies = new Map<string, string>();
  const covered: string[] = [];
  const work = async (page: Page) => {
    for (const address of waiting) {
      const response = await page.goto(address, { waitUntil: "networkidle" });
      policies.set(address, (await response?.headerValue("content-security-policy")) ?? "");
      await noteLinks(page, links);
      const measures = isToMeasure(address);
      if (measures) covered.push(...(await measure(page, address)));
      await openDialogs(page, { andHeader: WITH_HEADER.includes(address) });
      await sendFirstForm(page);
      if (!measures || isFrench(address)) continue;
      await page.goto(`/fr${address === "/" ? "" : address}`, { waitUntil: "networkidle" });
      covered.push(...(await measure(page, `/fr${address}`)));
    }
  };
  const others = Array.from({ length: AT_ONCE - 1 }, () => first.context().newPage());
  await Promise.all([first, ...(await Promise.all(others))].map(work));
  const weak = [...policies].filter(
    ([, policy]) => !policy.includes(TRUSTED_TYPES) || policy.includes("unsafe"),
  );
  expect(weak).toEqual([]);
  expect(visit.violations).toEqual([]);
  expect(covered).toEqual([]);
  return policies.size;
}

const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types default;";
const TIMEOUT_MS = 600_000;

/** Pages for which visitors must sign in: all except those that an e-mail's link leads to. */
const isMembers = (path: string) =>
  /^\/(account|saved|my-bids|dealer|staff)(\/|$)/.test(path) && !path.endsWith("/:token");

const MEMBERS = /^\/(account|saved|my-bids)(\/|$)/;

test("what the site's policy refuses is noticed", async () => {
  const page = await visit.newPage();
  await page.goto("/", { waitUntil: "networkidle" });
  const isRefused = await page.evaluate(() => {
    document.body.setAttribute("style", "color: red");
    try {
      document.body.innerHTML = "<b>bold</b>";
      return false;
    } catch {
      return true;
    }
  });
  expect(isRefused).toBe(true);
  await expect.poll(() => visit.violations.length).toBe(2);
  expect(visit.violations.splice(0)).toEqual([
    expect.stringContaining("style-src-attr"),
    expect.stringContaining("require-trusted-types-for"),
  ]);
});

describe("nothing is refused by the site's policy, and nothing is covered", () => {
  test(
    "in a visitor's eyes",
    async () => {
      const page = await visit.newPage();
      const walked = await walk(page, function* (links) {
        yield* [...WITH_HEADER, "/blogs"];
        for (const each of pages) if (!isMembers(each.path)) yield addressOf(each, links);
      });
      expect(walked).toBeGreaterThan(45);
    },
    TIMEOUT_MS,
  );

  /**
   * The pages that each role may read, beside the public ones. Where a role is refused, it always
   * sees the same page.
   */
  test.each<[Role, RegExp, number]>([
    ["buyer", MEMBERS, 20],
    ["seller", MEMBERS, 20],
    ["dealer", /^\/(account|saved|my-bids|dealer)(\/|$)/, 25],
    ["staff", /^\/(account|saved|my-bids|dealer|staff)(\/|$)/, 40],
    ["admin", /^\/(account|saved|my-bids|dealer|staff)(\/|$)/, 40],
  ])(
    "in the eyes of %s",
    async (role, area, atLeast) => {
      const page = await visit.newPage();
      await visit.signIn(page, role);
      const walked = await walk(page, function* (links) {
        yield* WITH_HEADER;
        for (const each of pages.filter(({ path }) => area.test(path)))
          yield addressOf(each, links);
      });
      expect(walked).toBeGreaterThan(atLeast);
    },
    TIMEOUT_MS,
  );

  test(
    "as the router leads from page to page",
    async () => {
      const page = await visit.newPage();
      for (const start of ["/", "/blogs"]) {
        await page.goto(start, { waitUntil: "networkidle" });
        const links = page.getByRole("main").getByRole("link").filter({ visible: true });
        // The script of pages that are only read is fetched at the first touch.
        await links.first().hover();
        const paths = await links.evaluateAll((all) =>
          all.map((each) => (each as HTMLAnchorElement).pathname),
        );
        for (const [index, path] of paths.entries()) {
          if (paths.indexOf(path) < index || !/^\/(cars|details|blogs)/.test(path)) continue;
          await links.nth(index).click();
          await page.waitForURL((url) => url.pathname === path);
          await page.waitForLoadState("networkidle");
          await page.goBack({ waitUntil: "networkidle" });
        }
      }
      expect(visit.violations).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
