import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Locale } from "#values/locale.ts";
import { countFetchedScript, hydrated, loadWords, PHONE, readMessages } from "./browser.fixture.ts";
import { journey, sendContactForm } from "./journey.fixture.ts";
import { READING_PAGES } from "./reading-pages.fixture.ts";

/**
 * How much script a page loads, measured in the built site: the modules of its route, of the routes
 * around it and of the entry, with all their imports, gzipped, in the language with the larger
 * messages. One needless import can load the whole site's messages, and no other test would notice.
 */
type Chunk = { module: string };
type Manifest = { entry: Chunk; routes: Record<string, Chunk & { id: string; parentId?: string }> };

const CLIENT = "build/client";

const BUDGET_KB: [page: string, kB: number][] = [
  ["pages/public/home/home.page", 165],
  ["pages/public/cars/cars.page", 165],
  ["pages/public/listing/listing.page", 168],
  ["pages/public/information/faq.page", 150],
];
/** The limit for every page, including staff's. */
const MOST_KB = 168;

/** The manifests of English and of French pages. */
const manifests = ["", "fr"].map(readManifest);

describe("kB of script", () => {
  test.each(BUDGET_KB)("%s: at most %i kB", (page, most) => {
    expect(countKiloBytes(page)).toBeLessThanOrEqual(most);
  });

  test(`every page: at most ${MOST_KB} kB`, () => {
    const pages = Object.keys(manifests[0]?.routes ?? {}).filter((id) => id.includes(".page"));
    expect(pages.length).toBeGreaterThan(40);
    const weights = pages.map((page) => ({ page, kB: countKiloBytes(page) }));
    expect(weights.filter(({ kB }) => kB > MOST_KB)).toEqual([]);
  });
});

/** The route manifest, of some 160 pages, is sent with every page that runs script. */
const MANIFEST_KB = 4.5;

test.each(["", "fr"])(
  `the list of all pages' scripts: at most ${MANIFEST_KB} kB (assets/%s)`,
  (folder) => {
    const { size } = statSync(`${findManifest(folder)}.gz`);
    expect(size / 1000).toBeLessThanOrEqual(MANIFEST_KB);
  },
);

test("the script of a language holds its words and none of the other's", () => {
  const scripts = { en: readScript("en"), fr: readScript("fr") };
  const texts = findTexts();
  const found = (locale: Locale, of: Locale) =>
    texts
      .filter((message) => scripts[locale].includes(`\`${message.texts[of]}\``))
      .map(({ key }) => key);
  const english = found("en", "en");
  expect(english.length).toBeGreaterThan(500);
  expect(found("fr", "fr")).toEqual(english);
  expect([...found("en", "fr"), ...found("fr", "en")]).toEqual([]);
});

/** All script of a page for reading, including inline script. */
const READING_KB = 12;

const visit = journey();

describe(`a page to be read: at most ${READING_KB} kB of script`, () => {
  test.each(["/blogs?category=finance", ...READING_PAGES])(
    "%s, in either language, read to its end",
    async (path) => {
      for (const prefix of ["", "/fr"]) await readToItsEnd(prefix + path);
    },
  );

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
  const page = await forgetfulPage();
  const fetched = countFetchedScript(page);
  await page.goto(path, { waitUntil: "networkidle" });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState("networkidle");
  const inline = await page.evaluate(() =>
    [...document.scripts].map((script) => (script.src ? "" : script.text)).join("\n"),
  );
  const bytes = (await fetched()) + gzipSync(inline).length;
  page.removeAllListeners("requestfinished");
  expect([path, bytes / 1000 <= READING_KB, bytes]).toEqual([path, true, bytes]);
}

let forgetful: Promise<Page> | undefined;

/** A window with an empty cache for each page, as on a first visit. */
function forgetfulPage(): Promise<Page> {
  return (forgetful ??= (async () => {
    const page = await visit.sharedPage({ viewport: PHONE });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
    return page;
  })());
}

test("the home page rises into place and its header turns solid with no script fetched", async () => {
  const page = await visit.newPage({ viewport: PHONE, reducedMotion: "no-preference" });
  const fetched = countFetchedScript(page);
  await page.goto("/");
  const promise = page
    .getByRole("listitem")
    .filter({ hasText: loadWords("en")("home_trust_promise_title") });
  const waitForOpacity = async (opacity: string) =>
    page.waitForFunction(([element, wanted]) => getComputedStyle(element).opacity === wanted, [
      await promise.evaluateHandle((element) => element),
      opacity,
    ] as const);
  await waitForOpacity("0");
  await promise.scrollIntoViewIfNeeded();
  await waitForOpacity("1");
  await page.waitForFunction(() => document.documentElement.hasAttribute("data-scrolled"));
  expect(await fetched()).toBe(0);
  await page.context().close();
});

/** A slow connection, on which a click comes long before the script. */
test("what is pressed before its script is there happens once it is", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE });
  const released = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto("/about");
  await page.getByRole("button", { name: say("layout_offer_button") }).click();
  expect(new URL(page.url()).pathname).toBe("/about");
  released.resolve();
  const dialog = page.getByRole("dialog", { name: say("sell_car_offer_title") });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  // From here on the router handles navigation, so the next page must not load a new document.
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

test("no press on the home page is lost before its script is there", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE });
  const button = (name: string) => page.getByRole("button", { name: say(name) }).first();
  const presses = [
    {
      control: page.getByRole("link", { name: say("layout_menu_open") }),
      outcome: page.getByRole("dialog", { name: say("layout_menu") }),
    },
    {
      control: button("layout_offer_button"),
      outcome: page.getByRole("dialog", { name: say("sell_car_offer_title") }),
    },
    {
      control: button("layout_theme_dark"),
      outcome: page.getByRole("button", { name: say("layout_theme_dark"), pressed: true }),
    },
    {
      control: button("call_back_button"),
      outcome: page.getByRole("alert", { name: say("ui_error_summary_title") }),
    },
  ];
  for (const { control, outcome } of presses) {
    const released = Promise.withResolvers<void>();
    await page.route("**/assets/**/*.js", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto("/");
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await control.click();
    released.resolve();
    await outcome.waitFor();
    expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
    await page.unrouteAll({ behavior: "wait" });
  }
  await page.context().close();
});

test("a page in the other language is a document of its own, with script of its own", async () => {
  const page = await visit.newPage();
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto("/cars", { waitUntil: "networkidle" });
  await hydrated(page);
  expect(scripts.filter((path) => path.startsWith("/assets/fr/"))).toEqual([]);
  scripts.length = 0;
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  // As a link or redirect of the router to the other language does.
  await page.evaluate("window.__reactRouterDataRouter.navigate('/fr/cars')");
  await page.getByRole("heading", { level: 1, name: loadWords("fr")("cars_title") }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(false);
  const parts = scripts.filter((path) => /^\/assets\/(?:en|fr)\//.test(path));
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.filter((path) => path.startsWith("/assets/en/"))).toEqual([]);
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

function findManifest(folder: string): string {
  const assets = join(CLIENT, "assets", folder);
  const name = readdirSync(assets).find((each) => /^manifest-[\w-]+\.js$/.test(each));
  return join(assets, name ?? "manifest.js");
}

function readManifest(folder: string): Manifest {
  const script = readFileSync(findManifest(folder), "utf8");
  const json = /^window\.__reactRouterManifest=(.*);for\(/s.exec(script)?.[1];
  return JSON.parse(json ?? "") as Manifest;
}

function countKiloBytes(page: string): number {
  return Math.max(...manifests.map((manifest) => countKiloBytesIn(manifest, page)));
}

function countKiloBytesIn(manifest: Manifest, page: string): number {
  const chunks = [manifest.entry];
  for (let id: string | undefined = page; id; id = manifest.routes[id]?.parentId) {
    const route = manifest.routes[id];
    if (!route) throw new Error(`The built site has no page "${id}".`);
    chunks.push(route);
  }
  const files = new Set<string>();
  for (const { module } of chunks) addWithImports(join(CLIENT, module), files);
  const bytes = [...files].map((file) => statSync(`${file}.gz`).size);
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1000);
}

/** Adds a module and all its static imports; it does not follow `import()`. */
function addWithImports(file: string, found: Set<string>): void {
  if (found.has(file)) return;
  found.add(file);
  const script = readFileSync(file, "utf8");
  for (const [, from = ""] of script.matchAll(/\b(?:from|import)\s*"(\.[^"]+\.js)"/g))
    addWithImports(join(dirname(file), from), found);
}

/**
 * Messages without placeholders that are long enough to be searched for and unlike every other
 * message.
 */
function findTexts(): { key: string; texts: Record<Locale, string> }[] {
  const en = readMessages("en");
  const fr = readMessages("fr");
  const every = [...Object.values(en), ...Object.values(fr)];
  const isUnique = (text: string) => every.indexOf(text) === every.lastIndexOf(text);
  return Object.entries(en)
    .map(([key, text]) => ({ key, texts: { en: text, fr: fr[key] ?? "" } }))
    .filter(({ texts }) => Object.values(texts).every((text) => /^[^{}`\\$]{12,}$/.test(text)))
    .filter(({ texts }) => Object.values(texts).every(isUnique));
}

/** The script of a language as one text, with escaped spaces decoded. */
function readScript(locale: Locale): string {
  const folder = join(CLIENT, "assets", locale);
  const names = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const script = names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  return script
    .replaceAll("\\xA0", "\u00A0")
    .replaceAll(/\\u(20\w\w)/g, (_escape, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}
