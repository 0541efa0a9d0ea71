import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { CommandName } from "#ui/command.ts";
import type { Locale } from "#values/locale.ts";
import { countFetchedScript, hydrated, loadWords, PHONE } from "./browser.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { ARTICLE, READING_PAGES } from "./reading-pages.fixture.ts";

/**
 * The commands that pages execute without the framework (src/ui/command.ts): on a page that is only
 * read, where no script is fetched for them, and on one that the framework hydrates meanwhile.
 */
const visit = journey();

type Call = [name: string, given?: unknown];
declare global {
  var calls: Call[];
}

/** Replaces the system's dialogs and its clipboard. */
async function newReader(): Promise<Page> {
  const page = await visit.newPage({ viewport: PHONE });
  await page.addInitScript(() => {
    globalThis.calls = [];
    const note =
      (name: string) =>
      async (input?: unknown): Promise<void> =>
        void globalThis.calls.push(input === undefined ? [name] : [name, input]);
    window.print = note("print");
    Object.assign(navigator, { share: note("share") });
    Object.assign(navigator.clipboard, { writeText: note("copy") });
  });
  return page;
}

describe("a page to be read does all that it says, and fetches no script for it", () => {
  test.each(["en", "fr"] as const)("in %s", async (locale) => {
    const page = await newReader();
    const fetched = countFetchedScript(page);
    const done = new Set<CommandName>();
    for (const path of READING_PAGES) {
      await page.goto(prefix(locale) + path, { waitUntil: "networkidle" });
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
      for (const { command, control } of await listCommands(page)) {
        await OUTCOMES[command](page, control, locale);
        done.add(command);
      }
      await page.waitForLoadState("networkidle");
      expect([path, await page.evaluate(() => "isSameDocument" in window)]).toEqual([path, true]);
      expect([path, await fetched()]).toEqual([path, 0]);
    }
    expect([...done, "close"].sort()).toEqual(Object.keys(OUTCOMES).sort());
    await page.context().close();
  });
});

test.each(["en", "fr"] as const)("a car is passed on in the same way, in %s", async (locale) => {
  const page = await newReader();
  await page.goto(`${prefix(locale)}/cars`);
  const car = page.getByRole("main").getByRole("article").first().getByRole("link").first();
  await page.goto((await car.getAttribute("href")) ?? "");
  const commands = await listCommands(page);
  for (const wanted of ["share", "copy", "print"] as const) {
    const [found] = commands.filter(({ command }) => command === wanted);
    if (!found) throw new Error(`No control of the page says "${wanted}".`);
    await OUTCOMES[wanted](page, found.control, locale);
  }
  await page.context().close();
});

function prefix(locale: Locale): string {
  return locale === "fr" ? "/fr" : "";
}

/** The visible controls that declare a command. */
async function listCommands(page: Page): Promise<{ command: CommandName; control: Locator }[]> {
  const controls = page.getByRole("link").or(page.getByRole("button"));
  const commands = await controls.evaluateAll((elements) =>
    elements.map((element) => (element as HTMLElement).dataset["command"] as CommandName),
  );
  return commands.flatMap((command, index) =>
    command ? [{ command, control: controls.nth(index) }] : [],
  );
}

type Outcome = (page: Page, control: Locator, locale: Locale) => Promise<void>;

/** For each command: presses a control, and waits for the result. */
const OUTCOMES: Record<CommandName, Outcome> = {
  async "show-modal"(page, control, locale) {
    const say = loadWords(locale);
    await control.press("Enter");
    const menu = page.getByRole("dialog", { name: say("layout_menu") });
    const cross = menu.getByRole("link", { name: say("layout_menu_close") });
    await waitForModal(menu);
    await page.waitForFunction(
      (element) => element === document.activeElement,
      await cross.elementHandle(),
    );
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    expect(await cross.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    await control.click();
    await waitForModal(menu);
    await OUTCOMES.close(page, cross, locale);
    expect(await control.evaluate((element) => element === document.activeElement)).toBe(true);
  },
  async close(page, control, locale) {
    await control.click();
    const menu = page.getByRole("dialog", { name: loadWords(locale)("layout_menu") });
    await menu.waitFor({ state: "hidden" });
    expect(new URL(page.url()).hash).toBe("");
  },
  async "set-theme"(page, control) {
    const theme = await control.getAttribute("value");
    const saved = page.waitForResponse((response) => response.request().method() === "POST");
    await control.click();
    expect((await saved).status()).toBe(200);
    await waitForTheme(page, theme === "system" ? undefined : (theme ?? ""));
    expect(await control.getAttribute("aria-pressed")).toBe("true");
  },
  async copy(page, control, locale) {
    await control.click();
    const address = findAddress(page);
    await page.getByRole("status").getByText(loadWords(locale)("blog_share_copied")).waitFor();
    expect(await lastCall(page)).toEqual(["copy", address]);
  },
  async share(page, control) {
    await control.click();
    const title = await page.getByRole("heading", { level: 1 }).innerText();
    const url = findAddress(page);
    expect(await lastCall(page)).toEqual(["share", { title, url }]);
  },
  async print(page, control) {
    await control.click();
    expect(await lastCall(page)).toEqual(["print"]);
  },
};

/** The address under which a page is shared, without the search query. */
function findAddress(page: Page): string {
  const { origin, pathname } = new URL(page.url());
  return origin + pathname;
}

function lastCall(page: Page): Promise<Call | undefined> {
  return page.evaluate(() => globalThis.calls.at(-1));
}

async function waitForModal(dialog: Locator): Promise<void> {
  await dialog.waitFor();
  await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
}

async function waitForTheme(page: Page, theme: string | undefined): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
}

test("what was opened and chosen before the framework took the page over stays, and goes with the page", async () => {
  const say = loadWords("fr");
  const page = await visit.newPage({ viewport: PHONE });
  const released = Promise.withResolvers<void>();
  await page.route("**/assets/**/*.js", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto("/fr/cars", { waitUntil: "domcontentloaded" });
  const dark = page.getByRole("button", { name: say("layout_theme_dark"), includeHidden: true });
  const menu = page.getByRole("dialog", { name: say("layout_menu") });
  const openMenu = page.getByRole("link", { name: say("layout_menu_open") });
  await dark.click();
  await openMenu.click();
  await waitForModal(menu);
  released.resolve();
  await hydrated(page);
  const isAsItWas = async () => {
    expect(await dark.getAttribute("aria-pressed")).toBe("true");
    await waitForTheme(page, "dark");
  };
  await waitForModal(menu);
  await isAsItWas();

  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await menu.getByRole("link", { name: say("layout_blog") }).click();
  await menu.waitFor({ state: "hidden" });
  await page.waitForURL(/\/fr\/blogs$/);
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  await isAsItWas();
  await openMenu.click();
  await waitForModal(menu);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: say("cars_title") }).waitFor();
  await menu.waitFor({ state: "hidden" });
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);

  // If a page is not found, everything around it is rendered again.
  await page.evaluate("window.__reactRouterDataRouter.navigate('/fr/blogs/no-such-article')");
  await page.getByRole("heading", { level: 1, name: say("layout_not_found_title") }).waitFor();
  await isAsItWas();
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  await page.context().close();
});

test.each(["/about", "/cars"])("a menu that the address of %s names is a modal", async (path) => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE });
  await page.goto(`${path}?from=mail#menu`);
  const menu = page.getByRole("dialog", { name: say("layout_menu") });
  await waitForModal(menu);
  expect(page.url()).toBe(`${visit.site.origin}${path}?from=mail`);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await page.context().close();
});

test("a menu that was opened before all of the page was there closes once it is", async () => {
  const say = loadWords("en");
  const late = await serveInTwoParts("/about");
  const page = await visit.newPage({ viewport: PHONE });
  await page.goto(`${late.origin}/about`, { waitUntil: "commit" });
  await page.getByRole("link", { name: say("layout_menu_open") }).click();
  const menu = page.getByRole("dialog", { name: say("layout_menu") });
  await menu.waitFor();
  expect(await menu.evaluate((element) => element.matches(":modal"))).toBe(false);
  late.sendRest();
  await waitForModal(menu);
  expect(page.url()).toBe(`${late.origin}/about`);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await page.context().close();
  await late.close();
});

/** A page of the site over a connection that stops before the starting script. */
async function serveInTwoParts(path: string) {
  const html = await (await fetch(visit.site.origin + path)).text();
  const at = html.lastIndexOf("<script", html.indexOf("(()=>{var start="));
  expect(at).toBeGreaterThan(0);
  const rest = Promise.withResolvers<void>();
  const server = createServer(async ({ url = "" }, response) => {
    if (url !== path) {
      const file = await fetch(visit.site.origin + url);
      response.setHeader("content-type", file.headers.get("content-type") ?? "");
      return void response.end(await file.bytes());
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.write(html.slice(0, at));
    await rest.promise;
    response.end(html.slice(at));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    sendRest: rest.resolve,
    close: () => new Promise((done) => server.close(done)),
  };
}

test("a press beside a menu that is still being shown closes it, and falls on nothing behind it", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE });
  await page.goto("/faq");
  const menu = page.getByRole("dialog", { name: say("layout_menu") });
  const openMenu = page.getByRole("link", { name: say("layout_menu_open") });
  const home = await page.getByRole("banner").getByRole("link").first().boundingBox();
  await openMenu.evaluate((link) => {
    // The animation frame after which the menu becomes modal never comes.
    window.requestAnimationFrame = () => 0;
    Object.assign(window, { isSameDocument: true });
    (link as HTMLElement).click();
  });
  await menu.waitFor();
  expect(await menu.evaluate((element) => element.matches(":modal"))).toBe(false);
  await page.mouse.click((home?.x ?? 0) + 10, (home?.y ?? 0) + 10);
  await menu.waitFor({ state: "hidden" });
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  expect(new URL(page.url()).pathname).toBe("/faq");
  await page.context().close();
});

test("a page that the browser keeps for the way back is kept without its menu", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE });
  await page.goto("/about");
  await page.getByRole("link", { name: say("layout_menu_open") }).click();
  const menu = page.getByRole("dialog", { name: say("layout_menu") });
  await waitForModal(menu);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  await menu.waitFor({ state: "hidden" });
  await page.context().close();
});

test("where the browser does not let a page copy, it says how to", async () => {
  const page = await newReader();
  await page.goto(`/fr${ARTICLE}`);
  const say = loadWords("fr");
  await page.evaluate(() =>
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error("no")) }),
  );
  await page.getByRole("button", { name: say("blog_share_copy") }).click();
  await page.getByRole("status").getByText(say("blog_share_copy_failed")).waitFor();
  await page.context().close();
});
