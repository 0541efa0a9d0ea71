import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { loadWords, PHONE } from "./browser.fixture.ts";
import { journey, sendContactForm } from "./journey.fixture.ts";

/**
 * How much script a page brings, counted in the built site: every module of its route, of the routes
 * around it and of the entry, with all that they import, as gzip. One needless import can load the
 * whole site's messages, and nothing else would tell.
 */
type Chunk = { module: string; imports: string[] };
type Manifest = { entry: Chunk; routes: Record<string, Chunk & { id: string; parentId?: string }> };

const CLIENT = "build/client";

const BUDGET_KB: [page: string, kB: number][] = [
  ["pages/public/home/home.page", 171],
  ["pages/public/cars/cars.page", 170],
  ["pages/public/listing/listing.page", 183],
  ["pages/public/information/faq.page", 158],
];
/** Of any page, staff's among them. */
const MOST_KB = 183;

const manifest = readManifest();

describe("kB of script", () => {
  test.each(BUDGET_KB)("%s: at most %i kB", (page, most) => {
    expect(countKiloBytes(page)).toBeLessThanOrEqual(most);
  });

  test(`every page: at most ${MOST_KB} kB`, () => {
    const pages = Object.keys(manifest.routes).filter((id) => id.includes(".page"));
    expect(pages.length).toBeGreaterThan(40);
    const weights = pages.map((page) => ({ page, kB: countKiloBytes(page) }));
    expect(weights.filter(({ kB }) => kB > MOST_KB)).toEqual([]);
  });
});

/** Pages that are there to be read: all script that comes with one, what stands in it too. */
const READING_KB = 60;
const READING = [
  "/blogs",
  "/blogs?category=finance",
  "/blogs/buying-a-used-car-in-canada",
  "/faq",
  "/about",
  "/contact",
  "/terms",
  "/privacy",
  "/cookies",
  "/accessibility",
  "/no-such-page",
];

const visit = journey();

describe(`a page to be read: at most ${READING_KB} kB of script`, () => {
  test.each(READING)("%s, in either language, read to its end", async (path) => {
    await Promise.all(["", "/fr"].map((prefix) => readToItsEnd(prefix + path)));
  });

  test("a landing page too", async () => {
    const page = await visit.newPage({ viewport: PHONE });
    await page.goto("/faq");
    const landing = page.getByRole("contentinfo").getByRole("navigation").last();
    const fetched = countFetchedScript(page);
    await landing.getByRole("listitem").first().getByRole("link").click();
    await page.waitForURL(/\/cars\/./);
    await page.waitForLoadState("networkidle");
    expect(await fetched()).toBe(0);
    await page.context().close();
  });
});

async function readToItsEnd(path: string): Promise<void> {
  const page = await visit.newPage({ viewport: PHONE });
  const fetched = countFetchedScript(page);
  await page.goto(path, { waitUntil: "networkidle" });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState("networkidle");
  const inline = await page.evaluate(() =>
    [...document.scripts].map((script) => (script.src ? "" : script.text)).join("\n"),
  );
  const bytes = (await fetched()) + gzipSync(inline).length;
  expect([path, bytes / 1000 <= READING_KB, bytes]).toEqual([path, true, bytes]);
  await page.context().close();
}

/** A slow line, on which a press comes long before the script. */
test("what is pressed before its script is there happens once it is", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE });
  const released = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto("/about");
  await page.getByRole("link", { name: say("layout_menu_open") }).click();
  expect(new URL(page.url()).hash).toBe("");
  released.resolve();
  const menu = page.getByRole("dialog", { name: say("layout_menu") });
  await menu.waitFor();
  // A modal, not only what the address opens where no script runs.
  expect(await menu.evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  // From here on the page is the router's: no new document for the next one.
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: say("layout_faq") })
    .click();
  await page.getByRole("heading", { level: 1, name: say("information_faq_title") }).waitFor();
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: say("information_about_title") }).waitFor();
  await page.context().close();
});

test("where the script cannot be had, a press does what it does without script", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE });
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/about");
  await page.getByRole("link", { name: say("layout_menu_open") }).click();
  await page.getByRole("dialog", { name: say("layout_menu") }).waitFor();
  await page.getByRole("link", { name: say("layout_menu_close") }).click();
  await page.getByRole("button", { name: say("layout_offer_button") }).click();
  await page.waitForURL(/\/offer\?$/);
  await page.context().close();
});

test("what is typed while the form comes to life is kept, and sent from the page", async () => {
  const page = await visit.newPage();
  await sendContactForm(page, "Camille Roy", "camille.roy@example.com");
  expect(new URL(page.url()).pathname).toBe("/contact");
  await page.context().close();
});

/** Bytes of scripts as they came over the line, those asked for ahead too. */
function countFetchedScript(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (/\.m?js($|\?)/.test(request.url()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
}

function readManifest(): Manifest {
  const assets = join(CLIENT, "assets");
  const name = readdirSync(assets).find((each) => /^manifest-[\w-]+\.js$/.test(each));
  const script = readFileSync(join(assets, name ?? "manifest.js"), "utf8");
  const json = /^window\.__reactRouterManifest=(.*?);?\s*$/s.exec(script)?.[1];
  return JSON.parse(json ?? "") as Manifest;
}

function countKiloBytes(page: string): number {
  const chunks = [manifest.entry];
  for (let id: string | undefined = page; id; id = manifest.routes[id]?.parentId) {
    const route = manifest.routes[id];
    if (!route) throw new Error(`The built site has no page "${id}".`);
    chunks.push(route);
  }
  const files = new Set(chunks.flatMap(({ module, imports }) => [module, ...imports]));
  const bytes = [...files].map((file) => readFileSync(join(CLIENT, `${file}.gz`)).length);
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1000);
}
