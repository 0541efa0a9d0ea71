import type { ElementHandle, Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { hydrated, loadWords, PHONE } from "./browser.fixture.ts";
import { journey } from "./journey.fixture.ts";

/**
 * How much work a click causes in the browser before the result is shown. It is counted, because
 * times differ between machines (`npm run presses --prefix tools` measures them).
 */
const visit = journey();
const say = loadWords("en");

test("a press brings to life the part that it falls on, and not the whole page", async () => {
  const page = await visit.newPage({ viewport: PHONE });
  const work = await deferPlannedWork(page);
  await page.goto("/cars");
  await work.isPlanned();
  const words = page.getByRole("combobox", { name: say("cars_text") });
  const parts = {
    header: page.getByRole("banner"),
    field: words,
    card: page.getByRole("article").first(),
    footer: page.getByRole("contentinfo"),
  };
  const listAlive = async () => {
    const alive = await Promise.all(
      Object.entries(parts).map(async ([name, part]) =>
        (await part.evaluate(isAlive)) ? name : "",
      ),
    );
    return alive.filter(Boolean);
  };
  expect(await listAlive()).toEqual([]);

  await page.getByRole("link", { name: say("layout_menu_open") }).click();
  const menu = page.getByRole("dialog", { name: say("layout_menu") });
  await menu.waitFor();
  expect(await listAlive()).toEqual(["header"]);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });

  await words.pressSequentially("civic");
  expect(await listAlive()).toEqual(["header", "field"]);

  await work.letGo();
  for (const part of Object.values(parts))
    await page.waitForFunction(isAlive, await part.elementHandle());
  // The search uses the text that was typed meanwhile.
  await words.press("Enter");
  await page.waitForURL(/[?&]model=Honda_Civic\b/);
  await page.context().close();
});

test("a press on what sends a form brings to life neither its questions nor what stands beside", async () => {
  const page = await visit.newPage({ viewport: PHONE });
  const work = await deferPlannedWork(page);
  const main = page.getByRole("main");
  const press = async (name: string) => {
    await work.isPlanned();
    const button = main.getByRole("button", { name, exact: true });
    // On pointer down, React hydrates the part under the finger, as soon as the router has read the
    // page's data.
    const comeDown = async () => {
      await button.dispatchEvent("pointerdown");
      return button.evaluate(isAlive);
    };
    await expect.poll(comeDown).toBe(true);
  };
  await page.goto("/sell-car");
  await press(say("forms_next"));
  const vin = main.getByRole("textbox", { name: /VIN/ });
  expect(await vin.evaluate(isAlive)).toBe(false);
  const beside = main.getByRole("heading", { name: say("sell_car_start_title") });
  expect(await beside.evaluate(isAlive)).toBe(false);
  // A question is hydrated as soon as something is typed into it.
  await vin.pressSequentially("1");
  expect(await vin.evaluate(isAlive)).toBe(true);

  await page.goto("/creditform");
  await press(say("forms_submit"));
  const fields = await main.getByRole("textbox").all();
  const alive = await Promise.all(fields.map((field) => field.evaluate(isAlive)));
  expect(fields.length).toBeGreaterThan(5);
  expect(alive.filter(Boolean)).toEqual([]);
  await page.context().close();
});

test("a dialog is shown before the page behind it is put out of reach, but to whoever goes on at once", async () => {
  const page = await visit.newPage({ viewport: PHONE });
  await page.goto("/cars");
  await hydrated(page);
  const opener = page.getByRole("link", { name: say("layout_menu_open") });
  const menu = page.getByRole("dialog", { name: say("layout_menu"), includeHidden: true });
  const dialog = await menu.elementHandle();
  const check = (isPressed: boolean) =>
    opener.evaluate(
      (link, [menu, isPressed]) =>
        new Promise((resolve) => {
          (link as HTMLElement).focus();
          (link as HTMLElement).click();
          requestAnimationFrame(() => {
            const isShown = menu.getClientRects().length > 0;
            const before = menu.matches(":modal");
            if (isPressed)
              menu.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
            resolve({ isShown, before, after: menu.matches(":modal") });
          });
        }),
      [dialog as unknown as HTMLElement, isPressed] as const,
    );
  expect(await check(false)).toEqual({ isShown: true, before: false, after: false });
  await page.waitForFunction((menu) => (menu as unknown as Element).matches(":modal"), dialog);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  expect(await check(true)).toEqual({ isShown: true, before: false, after: true });
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.context().close();
});

/** Whether React has hydrated the element. */
function isAlive(element: object | null): boolean {
  return Object.keys(element ?? {}).some((key) => key.startsWith("__reactProps"));
}

declare global {
  var countDeferred: () => number;
  var letGo: () => void;
}

/**
 * React schedules work that can wait with the browser's MessageChannel. Here such work waits until
 * it is released.
 */
async function deferPlannedWork(page: Page) {
  await page.addInitScript(() => {
    const Real = MessageChannel;
    const deferred: (() => void)[] = [];
    let isHeld = true;
    globalThis.MessageChannel = class extends Real {
      constructor() {
        super();
        const post = this.port2.postMessage.bind(this.port2) as (message: unknown) => void;
        this.port2.postMessage = (message: unknown) => {
          if (isHeld) deferred.push(() => post(message));
          else post(message);
        };
      }
    };
    globalThis.countDeferred = () => deferred.length;
    globalThis.letGo = () => {
      isHeld = false;
      for (const each of deferred) each();
    };
  });
  return {
    isPlanned: () => page.waitForFunction(() => globalThis.countDeferred() > 0),
    letGo: () => page.evaluate(() => globalThis.letGo()),
  };
}

/**
 * Normally it is one to four, of the 1,700 elements of /cars and the 700 of the credit application.
 * With a rule such as `body:has(:checked) .a-part` it is 25 or more each time, with a rule for `*`
 * all of them.
 */
const MOST_RESTYLED = 15;

type Found = ElementHandle<SVGElement | HTMLElement>;

test("a press makes the browser look again at what it is about, and not at the whole page", async () => {
  const page = await visit.newPage({ viewport: PHONE });
  const restyled: Record<string, number> = {};
  // The control is located before, because locating by role also computes the style of folded
  // parts.
  const count = async (
    name: string,
    control: Locator,
    press: (found: Found) => Promise<unknown>,
  ) => {
    const found = await control.elementHandle();
    if (!found) throw new Error(`There is nothing to press for ${name}.`);
    restyled[name] = await countRestyled(page, () => press(found));
  };
  await page.goto("/creditform", { waitUntil: "networkidle" });
  await hydrated(page);
  const form = page.getByRole("main");
  await count("a letter", form.getByRole("textbox").first(), (found) => found.press("a"));
  await count("a choice", form.getByRole("radio").first(), (found) => found.check({ force: true }));
  await page.goto("/cars", { waitUntil: "networkidle" });
  await hydrated(page);
  const search = page.getByRole("combobox", { name: say("cars_text") });
  await count("a word", search, (found) => found.press("c"));
  expect(Object.entries(restyled).filter(([, elements]) => elements > MOST_RESTYLED)).toEqual([]);
  await page.context().close();
});

type TraceEvent = { name: string; args?: { elementCount?: number } };

/** The number of elements whose style the browser recalculated until it was idle. */
async function countRestyled(page: Page, press: () => Promise<unknown>): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  cdp.on("Tracing.dataCollected", ({ value }) =>
    events.push(...(value as unknown as TraceEvent[])),
  );
  await cdp.send("Tracing.start", {
    traceConfig: { includedCategories: ["devtools.timeline"] },
    transferMode: "ReportEvents",
  });
  await press();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const ended = new Promise((done) => cdp.once("Tracing.tracingComplete", done));
  await cdp.send("Tracing.end");
  await ended;
  await cdp.detach();
  return events
    .filter(({ name }) => name === "UpdateLayoutTree")
    .reduce((most, { args }) => Math.max(most, args?.elementCount ?? 0), 0);
}
