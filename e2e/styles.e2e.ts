import { statSync } from "node:fs";
import { join } from "node:path";
import type { JSHandle, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Role } from "#values/role.ts";
import { hydrated, loadWords } from "./browser.fixture.ts";
import { journey } from "./journey.fixture.ts";

/**
 * How much CSS a page loads before it can be painted, measured in the built site: every stylesheet
 * that it links, gzipped. CSS in the wrong stylesheet loads everywhere, and no other test would
 * notice.
 */
const MOST_KB = 16;
/** Staff open the back office all day, so its style comes from their browser's cache. */
const MOST_STAFF_KB = 16.5;

const BUDGETS: [who: Role | "anybody", paths: string[]][] = [
  [
    "anybody",
    [
      "/",
      "/cars",
      "/cars/alberta",
      "/allListings",
      "/sell-car",
      "/creditform",
      "/call-back",
      "/offer",
      "/faq",
      "/contact",
      "/about",
      "/terms",
      "/blogs",
      "/blogs/buying-a-used-car-in-canada",
      "/login",
      "/register",
      "/no-such-page",
    ],
  ],
  ["buyer", ["/account", "/saved", "/my-bids", "/account/messages"]],
  ["dealer", ["/dealer/requests"]],
  ["staff", ["/staff/leads", "/staff/verifications"]],
];

// A separate site, because the test compares two views of all cars, and other files change the cars
// of a shared site.
const visit = journey({ ownSite: true });

describe(`at most ${MOST_KB} kB of style before a page is painted, ${MOST_STAFF_KB} for staff`, () => {
  test.each(BUDGETS)("%s", async (who, paths) => {
    const page = await visit.newPage();
    if (who !== "anybody") await visit.signIn(page, who);
    const most = who === "staff" ? MOST_STAFF_KB : MOST_KB;
    for (const path of paths)
      expect([path, await countStyle(page, path, most)]).toEqual([path, "fits"]);
    await page.context().close();
  });

  test("a listing", async () => {
    const page = await visit.newPage();
    expect(await countStyle(page, await findListing(page))).toBe("fits");
    await page.context().close();
  });
});

test("a page fetches the letters of its language, and others once they are there", async () => {
  const page = await visit.newPage();
  const fetched: string[] = [];
  page.on("response", (response) => {
    const [, name] = /([\w-]+)-[\w-]{8}\.woff2$/.exec(response.url()) ?? [];
    if (name) fetched.push(name);
  });
  await page.goto("/fr/cars", { waitUntil: "networkidle" });
  expect(fetched.toSorted()).toEqual(["archivo", "figtree"]);
  fetched.length = 0;
  await page.getByRole("main").evaluate(async (main) => {
    for (const name of ["h2", "p"]) {
      const element = document.createElement(name);
      element.textContent = "Peña, Ștefan";
      main.append(element);
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await document.fonts.ready;
  });
  expect(fetched.toSorted()).toEqual([
    "archivo-latin-ext-standard-normal",
    "archivo-more",
    "figtree-latin-ext-wght-normal",
    "figtree-more",
  ]);
  await page.context().close();
});

async function countStyle(page: Page, path: string, mostKB = MOST_KB): Promise<string> {
  const html = await (await page.request.get(path)).text();
  const names = [...html.matchAll(/<link[^>]* rel="stylesheet" href="(\/assets\/[^"]+)"/g)];
  expect(names.length).toBeGreaterThan(0);
  const bytes = names.map(([, name = ""]) => statSync(join("build/client", `${name}.gz`)).size);
  const kB = bytes.reduce((sum, each) => sum + each, 0) / 1000;
  return kB <= mostKB ? "fits" : `${kB} kB`;
}

async function findListing(page: Page): Promise<string> {
  const html = await (await page.request.get("/cars")).text();
  return /\/details\/[\w-]+/.exec(html)?.[0] ?? "none";
}

/** A connection on which stylesheets arrive long after everything else. */
test("a page that the router opens is shown with its stylesheet, never before", async () => {
  const page = await visit.newPage();
  await page.goto("/cars");
  await hydrated(page);
  await watchStyles(page);
  const released = Promise.withResolvers<void>();
  await page.route("**/assets/*.css", async (route) => {
    await released.promise;
    await route.continue();
  });
  const requested = page.waitForRequest("**/assets/listing.page-*.css");
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  await requested;
  const say = loadWords("en");
  await page.getByRole("heading", { level: 1, name: say("cars_title") }).waitFor();
  released.resolve();
  await page.waitForURL(/\/details\//);
  await page
    .getByRole("heading", { level: 1, name: say("cars_title") })
    .waitFor({ state: "detached" });
  expect(await page.evaluate("shownWithout")).toEqual([]);
  await page.context().close();
});

/** Records each stylesheet that is missing when the title of the next page appears. */
async function watchStyles(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shownWithout: string[] = [];
    Object.assign(window, { shownWithout });
    const first = document.title;
    new MutationObserver(() => {
      if (document.title === first) return;
      for (const link of document.head.children)
        if (link instanceof HTMLLinkElement && link.rel === "stylesheet" && !link.sheet)
          shownWithout.push(link.href);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Simulates the browser's setting for the font size, at 200 %. */
test("letters double with the browser's own, and no page is wider than its window then", async () => {
  const page = await visit.newPage();
  const cdp = await page.context().newCDPSession(page);
  const setLetters = async (standard: number) => {
    await cdp.send("Page.setFontSizes", { fontSizes: { standard } });
    await page.waitForFunction(
      (wanted) => getComputedStyle(document.documentElement).fontSize === wanted,
      `${standard}px`,
    );
  };
  for (const path of ["/", "/cars", "/allListings", "/creditform", "/login", "/faq"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await setLetters(16);
    const before = await readSizes(page);
    await setLetters(32);
    const { compared, small, widerPx } = await compareSizes(before);
    expect([path, small, widerPx]).toEqual([path, [], 0]);
    expect(compared).toBeGreaterThan(20);
  }
  await page.context().close();
});

/**
 * The font sizes in px of body text, labels and buttons; headings have their own size for each
 * width. They are stored by element and not by position, because hydration between two measurements
 * may add an element.
 */
function readSizes(page: Page): Promise<JSHandle<Map<Element, number>>> {
  return page.evaluateHandle(() => {
    const elements = [...document.body.getElementsByTagName("*")].filter(
      (element) =>
        element.matches("p, label, legend, button, input, select, td, a") &&
        element.closest("h1, h2, h3, h4") === null,
    );
    return new Map(
      elements.map((element) => [element, Number.parseFloat(getComputedStyle(element).fontSize)]),
    );
  });
}

function compareSizes(before: JSHandle<Map<Element, number>>) {
  return before.evaluate((sizes) => {
    const root = document.documentElement;
    const still = [...sizes].filter(([element]) => element.isConnected);
    return {
      compared: still.length,
      small: still
        .map(([element, sizePx]) => ({
          name: `${element.tagName}.${element.className}`,
          timesAsLarge: Number.parseFloat(getComputedStyle(element).fontSize) / sizePx,
        }))
        .filter(({ timesAsLarge }) => timesAsLarge < 2),
      widerPx: root.scrollWidth - root.clientWidth,
    };
  });
}

test("a page looks the same whatever its visitor saw before", async () => {
  const page = await visit.newPage();
  for (const path of ["/about", "/cars"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    const first = await readStyles(page);
    expect(first.length).toBeGreaterThan(200);
    await page.goto("/login");
    await hydrated(page);
    for (const other of ["/creditform", "/", "/sell-car", "/cars", "/blogs", path])
      await navigate(page, other);
    const again = await readStyles(page);
    expect(again.length).toBe(first.length);
    expect(again.filter((style, at) => style !== first[at])).toEqual([]);
  }
  await page.context().close();
});

/** Navigates as a link does, within the document. The address changes a little before the page. */
async function navigate(page: Page, path: string): Promise<void> {
  const before = await page.title();
  await page.evaluate(`window.__reactRouterDataRouter.navigate(${JSON.stringify(path)})`);
  await page.waitForFunction((title) => document.title !== title, before);
  await page.waitForLoadState("networkidle");
}

/** The computed styles of each element in the page's main part. */
function readStyles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const properties = [
      "display",
      "position",
      "color",
      "background-color",
      "box-shadow",
      "border-top-width",
      "border-top-color",
      "border-top-left-radius",
      "padding-top",
      "padding-left",
      "margin-top",
      "margin-bottom",
      "font-size",
      "font-weight",
      "line-height",
      "text-align",
      "gap",
      "grid-template-columns",
      "width",
      "justify-content",
      "align-items",
    ];
    // The router moved the focus to the heading.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const elements = document.getElementById("main")?.getElementsByTagName("*") ?? [];
    return [...elements].map((element) => {
      const style = getComputedStyle(element);
      const values = properties.map((name) => style.getPropertyValue(name));
      return `${element.tagName} ${element.getAttribute("class")}: ${values.join("; ")}`;
    });
  });
}
