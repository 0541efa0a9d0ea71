import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hydrated, hydratedControl, loadWords, PHONE } from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

const visit = journey();

const titles = (page: Page) =>
  page.getByRole("main").getByRole("article").getByRole("heading").allInnerTexts();
const query = (page: Page) => new URL(page.url()).searchParams;

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("a search by four facets, %s", (_name, javaScriptEnabled) => {
  test("narrows, can be shared, and Back widens it again", async () => {
    const page = await visit.sharedPage({ javaScriptEnabled });
    await page.goto("/cars", { waitUntil: "load" });
    const all = await titles(page);

    await choose(page, "SUV", "type");
    await choose(page, "Automatic", "transmission");
    await choose(page, "White", "colour");
    await page.getByLabel("Make, model or keyword").fill("2021");
    await page.getByLabel("Make, model or keyword").press("Enter");
    await page.waitForURL(/yearMin=2021/);

    expect(Object.fromEntries(query(page))).toMatchObject({
      type: "suv",
      transmission: "automatic",
      colour: "white",
      yearMin: "2021",
      yearMax: "2021",
    });
    expect(query(page).has("q")).toBe(false);

    const shared = await page.context().newPage();
    await shared.goto(page.url());
    const narrowed = await titles(shared);
    expect(narrowed.length).toBeGreaterThan(0);
    expect(narrowed.length).toBeLessThan(all.length);
    await expect.poll(() => titles(page)).toEqual(narrowed);

    await page.goBack();
    await expect.poll(() => query(page).get("yearMin") ?? "").toBe("");
    expect(query(page).get("colour")).toBe("white");
    await shared.close();
  });

  /** Chooses a value; without JavaScript the form has a button of its own. */
  async function choose(page: Page, label: string, parameter: string): Promise<void> {
    await page.getByRole("checkbox", { name: new RegExp(`^${label}\\b`) }).check();
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Apply filters" }).click();
    await page.waitForURL((url) => url.searchParams.has(parameter));
  }
});

test("a value chosen before the script is there counts", async () => {
  const page = await visit.sharedPage();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto("/cars?sort=price_desc", { waitUntil: "commit" });
  await page.getByRole("checkbox", { name: /^SUV\b/ }).check();
  release();
  await page.waitForURL(/type=suv/);
  expect(query(page).get("sort")).toBe("price_desc");
  expect(await page.getByRole("checkbox", { name: /^SUV\b/ }).isChecked()).toBe(true);
  await page.unrouteAll();
});

test("what is typed while the answer to a choice is on its way stays", async () => {
  const page = await visit.sharedPage();
  await page.goto("/cars", { waitUntil: "load" });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/cars\.data/, async (route) => {
    await isReleased;
    await route.continue();
  });
  const words = page.getByLabel("Make, model or keyword");
  const suv = page.getByRole("checkbox", { name: /^SUV\b/ });
  // Before its script is there, the choice is sent with what stands in the form then.
  await hydratedControl(suv);
  await suv.check();
  await words.fill("2021");
  release();
  await page.getByRole("link", { name: "Remove filter: SUV" }).waitFor();
  expect(await words.inputValue()).toBe("2021");
  await words.press("Enter");
  await page.waitForURL(/yearMin=2021/);
  expect(query(page).get("type")).toBe("suv");
  await page.unrouteAll();
});

test("a value chosen while the page of the last one is being made stays chosen", async () => {
  const page = await visit.sharedPage();
  await page.goto("/cars", { waitUntil: "load" });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/cars\.data.*transmission/, async (route) => {
    await isReleased;
    await route.continue();
  });
  const automatic = page.getByRole("checkbox", { name: /^Automatic\b/ });
  // Pressed at the moment that the address of the first choice is there, and its page is not yet.
  await automatic.evaluate((box: HTMLInputElement) => {
    const pushState = history.pushState.bind(history);
    history.pushState = (...entry) => {
      pushState(...entry);
      queueMicrotask(() => box.checked || box.click());
    };
  });
  await page.getByRole("checkbox", { name: /^SUV\b/ }).check();
  await page.getByRole("link", { name: "Remove filter: SUV" }).waitFor();
  expect(await automatic.isChecked()).toBe(true);
  release();
  await page.waitForURL(/transmission=automatic/);
  expect(query(page).get("type")).toBe("suv");
  await page.unrouteAll();
});

test("words are suggested, put right, and taken as typed when asked", async () => {
  const page = await visit.sharedPage();
  await page.goto("/cars", { waitUntil: "load" });
  const words = page.getByLabel("Make, model or keyword");
  await words.pressSequentially("hunday");
  const hyundai = page.getByRole("option", { name: /^Hyundai [\d,]+ cars? for sale$/ });
  await hyundai.waitFor();
  await words.press("ArrowDown");
  expect(await hyundai.getAttribute("aria-selected")).toBe("true");
  await words.press("Enter");
  await page.waitForURL(/make=Hyundai/);
  expect(query(page).has("q")).toBe(false);
  await page.getByRole("link", { name: "Remove filter: Hyundai" }).click();
  await page.waitForURL((url) => !url.searchParams.has("make"));

  await words.fill("toyta");
  await words.press("Escape");
  await words.press("Enter");
  await page.getByText("Showing results for Toyota").waitFor();
  expect((await titles(page)).every((title) => title.includes("Toyota"))).toBe(true);
  await page.getByRole("link", { name: "Search for “toyta” instead" }).click();
  await page.getByRole("heading", { name: "No cars match these filters" }).waitFor();
});

test("words are put right without JavaScript, in French", async () => {
  const page = await visit.sharedPage({ javaScriptEnabled: false });
  await page.goto("/fr/cars");
  await page.getByLabel("Marque, modèle ou mot-clé").fill("toyta");
  await page.getByRole("button", { name: "Rechercher", exact: true }).click();
  await page.getByText("Résultats pour Toyota").waitFor();
});

test("a place is put right, or found by its position when asked", async () => {
  const page = await visit.newPage({
    geolocation: { latitude: 43.66, longitude: -79.4 },
    permissions: ["geolocation"],
  });
  await page.goto("/cars?near=Torono");
  await page.getByText("We couldn’t find a town called “Torono”.").waitFor();
  expect(await page.getByRole("link", { name: /^Remove filter/ }).count()).toBe(0);
  await page.getByRole("link", { name: "Did you mean Toronto?" }).click();
  await page.waitForURL(/near=Toronto/);
  await page.getByRole("link", { name: "Remove filter: Near Toronto, ON" }).click();
  await page.waitForURL((url) => !url.searchParams.has("near"));

  await page.getByRole("button", { name: "Use my location" }).click();
  await page.waitForURL(/near=Toronto/);
  await page.getByRole("link", { name: "Remove filter: Near Toronto, ON" }).waitFor();
  expect(page.url()).not.toContain("43.6");

  // Filled in again after the address let it go and before the page has followed.
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...call) => {
      push(...call);
      history.pushState = push;
      queueMicrotask(() => {
        const field = document.querySelector<HTMLInputElement>("#cars-near")!;
        field.value = "Toronto, ON";
        field.dispatchEvent(new Event("change", { bubbles: true }));
      });
    };
  });
  const before = page.url();
  const visited = await page.evaluate(() => history.length);
  await page.getByRole("link", { name: "Remove filter: Near Toronto, ON" }).click();
  await page.waitForFunction((length) => history.length === length, visited + 2);
  await page.getByRole("link", { name: "Remove filter: Near Toronto, ON" }).waitFor();
  expect(page.url()).toBe(before);
  await page.context().close();
});

test("a car with room for seven and its features says so on its page", async () => {
  const page = await visit.newPage();
  await page.goto("/cars?type=minivan");
  await page.getByText("Seats", { exact: true }).first().click();
  await page.getByRole("checkbox", { name: /^7 seats/ }).check();
  await page.waitForURL(/seats=7/);
  await page.getByRole("link", { name: "Remove filter: 7 seats" }).waitFor();
  // Features narrow each other: a car must have all that are chosen.
  await page.getByText("Features", { exact: true }).first().click();
  for (const [label, code] of [
    ["Third-row seats", "third_row"],
    ["Backup camera", "backup_camera"],
  ]) {
    await page.getByRole("checkbox", { name: new RegExp(`^${label}`) }).check();
    await page.waitForURL((url) => url.searchParams.getAll("feature").includes(code!));
  }
  await page.getByRole("link", { name: "Remove filter: Third-row seats" }).waitFor();
  await page.getByRole("link", { name: "Remove filter: Backup camera" }).waitFor();
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  await page.waitForURL(/details/);
  const facts = page.getByRole("region", { name: "Specifications" });
  expect(await facts.innerText()).toMatch(/Seats\s+7/);
  const features = facts.getByRole("list", { name: "Features" });
  expect(await features.innerText()).toMatch(/Backup camera[^]*Third-row seats/);
  await page.context().close();
});

test("a car looked at is remembered until the browser forgets; the way back keeps the place", async () => {
  const page = await visit.newPage();
  await page.goto("/cars?type=suv", { waitUntil: "load" });
  // A press before it would be a navigation of the browser's own, which leaves the focus alone.
  await hydrated(page);
  const last = page.getByRole("main").getByRole("article").last();
  await last.scrollIntoViewIfNeeded();
  const title = await last.getByRole("heading").innerText();
  await last.getByRole("link", { name: title }).click();
  await page.waitForURL(/details/);
  // The page has moved to its top by then: a press in the middle of that would miss the link.
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  const results = Promise.withResolvers<void>();
  await page.route("**/cars.data*", async (route) => {
    await results.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "Back to results" }).click();
  await page.waitForURL(/cars\?type=suv/);
  // Longer than a listing waits before it writes the choice of a payment into the address.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(page.url()).toContain("cars?type=suv");
  results.resolve();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);

  const recent = page.getByRole("region", { name: "Recently viewed" });
  await recent.getByRole("link", { name: title }).waitFor();
  await recent.getByRole("button", { name: "Clear this list" }).click();
  await page.getByText("Your browser no longer keeps the cars you viewed.").waitFor();
  await page.reload();
  expect(await page.evaluate(() => localStorage.getItem("recently-viewed"))).toBeNull();
  await page.context().close();
});

test("what nothing matches offers the nearest step back", async () => {
  const page = await visit.sharedPage();
  await page.goto("/cars?type=suv&colour=pink");
  await page.getByRole("heading", { name: "No cars match these filters" }).waitFor();
  await page
    .getByRole("link", { name: /^Remove “/ })
    .first()
    .click();
  await page.getByRole("article").first().waitFor();
});

test.each(["", "/fr"])("every order of %s/cars is read to its end on a phone", async (prefix) => {
  const page = await visit.sharedPage({ viewport: PHONE });
  await page.goto(`${prefix}/cars`);
  const words = loadWords(prefix ? "fr" : "en")("cars_sort");
  const cut = await page.getByLabel(words).evaluate((control) => {
    const select = control as HTMLSelectElement;
    const { font, paddingLeft } = getComputedStyle(select);
    const pen = document.createElement("canvas").getContext("2d");
    if (!pen) return ["no canvas"];
    pen.font = font;
    const ARROW_PX = 28;
    const roomPx = select.clientWidth - Number.parseFloat(paddingLeft) - ARROW_PX;
    return [...select.options]
      .map(({ text }) => text)
      .filter((text) => pen.measureText(text).width > roomPx);
  });
  expect(cut).toEqual([]);
});
