import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "#site/paths.ts";
import { axeFindings, DESKTOP, PHONE, loadWords } from "./browser.fixture.ts";
import { SPEC_ROUTES } from "./crawl.fixture.ts";
import { journey } from "./journey.fixture.ts";
import {
  answerStep,
  expectStep,
  PANEL_AFTER_STEP,
  pressNext,
} from "./pre-approval-walk.fixture.ts";

const visit = journey();

/**
 * All rules with the light theme; with the dark theme only colours, because nothing else differs.
 */
async function findViolations(page: Page, { atNight = false } = {}): Promise<string[]> {
  const { width } = page.viewportSize() ?? DESKTOP;
  const findings: string[] = [];
  for (const colorScheme of atNight ? (["light", "dark"] as const) : (["light"] as const)) {
    await page.emulateMedia({ colorScheme });
    const found = await axeFindings(page, colorScheme === "dark" ? "colours" : undefined);
    findings.push(...found.map((each) => `${width} px, ${colorScheme}: ${each}`));
  }
  return findings;
}

/** By how many pixels the page is wider than its window. */
const overflowPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Buttons, and links that look like one, whose text overflows. */
const spillingButtons = (page: Page) =>
  page
    .getByRole("button")
    .or(page.getByRole("link"))
    .evaluateAll((all) =>
      all
        .filter((each) => each.classList.contains("button") && each.scrollWidth > each.clientWidth)
        .map((each) => each.textContent),
    );

describe("pages that anybody may read", () => {
  /** The pages of SPEC.md, with its examples; addresses of one kind have the same component. */
  let reported: Map<string, string>;
  const others = ["/blogs/buying-a-used-car-in-canada", paths.accessibility()];
  let report: string;

  beforeAll(async () => {
    const read = async (path: string) => (await fetch(visit.site.origin + path)).text();
    const listing = /"(\/details\/[\w-]{36})"/.exec(await read("/cars?seller=dealer&province=ON"));
    const landing = /"(\/cars\/[\w/-]+)"/.exec(await read("/faq"));
    reported = new Map([
      ...SPEC_ROUTES.map((path): [string, string] => [path, path]),
      ["/details/:id", listing?.[1] ?? ""],
      ["/cars/:subject", landing?.[1] ?? ""],
    ]);
    report = `${listing?.[1]}/report`;
  });

  const findings: string[] = [];

  /** Each language, width and theme once; the themes differ only in their colours. */
  test.each([
    { locale: "en", prefix: "", viewport: PHONE, colorScheme: "light" },
    { locale: "fr", prefix: "/fr", viewport: DESKTOP, colorScheme: "dark" },
  ] as const)(
    "axe finds nothing wrong in $locale, and none is wider than its window",
    async ({ locale, prefix, viewport, colorScheme }) => {
      const page = await visit.newPage({ viewport, colorScheme });
      page.on("pageerror", (error) => findings.push(error.message));
      for (const path of [...reported.values(), ...others, report]) {
        await page.goto(path === "/" && prefix ? prefix : prefix + path);
        const language = await page.getByRole("document").getAttribute("lang");
        expect(language).toBe(`${locale}-CA`);
        // There is more content when it is unfolded.
        const folded = page.getByText(loadWords(locale)("listing_est_more"), { exact: true });
        for (const each of await folded.all()) await each.click();
        const found = await axeFindings(page);
        findings.push(...found.map((each) => `${prefix}${path}: ${each}`));
        for (const size of new Set([viewport, PHONE])) {
          await page.setViewportSize(size);
          const where = `${prefix}${path}, ${size.width} px`;
          await expect.poll(() => overflowPx(page), { message: where }).toBe(0);
          await expect.poll(() => spillingButtons(page), { message: where }).toEqual([]);
        }
        await page.setViewportSize(viewport);
      }
      expect(findings).toEqual([]);
      await page.context().close();
    },
  );

  test("which is what /accessibility says", async () => {
    await expectReported({
      pages: [...reported.keys()],
      views: [
        { locale: "en", widthPx: PHONE.width },
        { locale: "fr", widthPx: DESKTOP.width },
      ],
      findings: findings.length,
    });
  });
});

const REPORT = "src/pages/public/information/accessibility-report.json";

/**
 * /accessibility must show the pages that this run checked. If the run checks other pages than the
 * report names, run it with ACCESSIBILITY_REPORT=write, which writes a new report with the current
 * date.
 */
async function expectReported(run: object): Promise<void> {
  if (process.env.ACCESSIBILITY_REPORT === "write") {
    const axe = createRequire(import.meta.url)("axe-core/package.json") as { version: string };
    const checkedOn = new Date().toISOString().slice(0, 10);
    const report = { checkedOn, engine: `axe-core ${axe.version}`, ...run };
    await writeFile(REPORT, `${JSON.stringify(report, null, 2)}\n`);
  }
  expect(JSON.parse(await readFile(REPORT, "utf8"))).toMatchObject(run);
}

/**
 * Steps that show one question of each kind: pictures, numbers, lengths, text, a location, a date.
 */
const ONE_OF_EACH_KIND = [1, 7, 8, 9, 11, 15, 16];

test("axe finds nothing wrong with any step, refused or not, nor with the panel", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE });
  await page.goto("/allListings", { waitUntil: "networkidle" });
  const findings: string[] = [];
  const check = async (name: string, atNight: boolean) => {
    const found = await findViolations(page, { atNight });
    findings.push(...found.map((each) => `${name}, ${each}`));
  };
  // The browser's own validation would come before the server's. Without it, the server's texts are
  // shown.
  const next = page.getByRole("button", { name: say("forms_next"), exact: true });
  await next.evaluate((button: HTMLButtonElement) => button.form?.setAttribute("novalidate", ""));
  await next.click();
  await page.getByText(say("ui_error_summary_title")).waitFor();
  expect(await page.title()).toMatch(/^Error: /);
  await check("a refused step", true);
  await page.goto("/allListings", { waitUntil: "networkidle" });
  for (let number = 1; number <= 16; number += 1) {
    await expectStep(page, number, say);
    await check(`step ${number}`, ONE_OF_EACH_KIND.includes(number));
    if (number === 16) break;
    await answerStep(page, number, say);
    await pressNext(page, say);
    if (number !== PANEL_AFTER_STEP) continue;
    await page.getByText(say("pre_approval_qualified_matching")).waitFor();
    await check("the panel", true);
    await page.getByRole("button", { name: say("pre_approval_qualified_continue") }).click();
  }
  expect(findings).toEqual([]);
  await page.context().close();
});

test.each(["en", "fr"] as const)(
  "the page's name says first that a form sent by script was refused, in %s",
  async (locale) => {
    const say = loadWords(locale);
    const page = await visit.newPage({ viewport: PHONE });
    await page.goto(locale === "fr" ? "/fr/contact" : "/contact", { waitUntil: "networkidle" });
    const name = await page.title();
    await page
      .getByRole("main")
      .getByRole("button", { name: say("call_back_button") })
      .click();
    await page.getByRole("main").getByText(say("ui_error_summary_title")).waitFor();
    await expect.poll(() => page.title()).toBe(say("forms_error_title").replace("{title}", name));
    await page.context().close();
  },
);
