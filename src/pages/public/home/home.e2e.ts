import { describe, expect, test } from "vitest";
import { loadWords, PHONE } from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

const visit = journey();

/** The height of a phone's first screen, above the bar at its bottom. */
const FIRST_SCREEN_PX = 784;
/** Half of the page's former height. */
const MOST_PX = 5_800;

describe.each(["en", "fr"] as const)("the home page on a phone, %s", (locale) => {
  const say = loadWords(locale);
  const path = locale === "fr" ? "/fr" : "/";

  test("is short, and its search stands on the first screen", async () => {
    const page = await visit.newPage({ viewport: PHONE });
    await page.goto(path, { waitUntil: "load" });
    const search = page.getByRole("search", { name: say("home_search_title") });
    const box = await search.boundingBox();
    expect(box!.y + box!.height).toBeLessThanOrEqual(FIRST_SCREEN_PX);
    const size = await page.evaluate(() => ({
      height: document.documentElement.scrollHeight,
      wider: document.documentElement.scrollWidth - innerWidth,
    }));
    expect(size.height).toBeLessThanOrEqual(MOST_PX);
    expect(size.wider).toBe(0);
    await page.context().close();
  });

  test("its search suggests places, and narrows models to their make", async () => {
    const page = await visit.newPage({ viewport: PHONE });
    await page.goto(path, { waitUntil: "load" });
    const makes = page.getByLabel(say("cars_facet_make"), { exact: true });
    // Like a person's click: the focus makes the page fetch its script.
    await makes.focus();
    await makes.selectOption("Honda");
    const models = page.getByLabel(say("cars_facet_model"), { exact: true });
    const makesOf = (select: HTMLSelectElement) =>
      [...new Set([...select.options].map(({ value }) => value.split("_")[0]))].filter(Boolean);
    await expect.poll(() => models.evaluate(makesOf)).toEqual(["Honda"]);
    await models.selectOption({ label: "Civic" });
    const near = page.getByLabel(say("cars_near"));
    await near.pressSequentially("Toron");
    await page.getByRole("option", { name: /^Toronto\b/ }).click();
    await page.getByRole("button", { name: say("home_search_button") }).click();
    await page.waitForURL(/model=Honda_Civic/);
    expect(new URL(page.url()).searchParams.get("near")).toMatch(/^Toronto\b/);
    await page.context().close();
  });
});

test("without script a model says its make, and words are read", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/");
  await page.getByLabel(say("home_search_words")).fill("under 60000, not pink");
  await page.getByLabel("Model", { exact: true }).selectOption({ label: "Civic" });
  await page.getByRole("button", { name: say("home_search_button") }).click();
  await page.waitForURL(/priceMax=60000/);
  expect(new URL(page.url()).searchParams.getAll("make")).toEqual(["Honda"]);
  await page.context().close();
});

test.each([
  ["/cars", "honda civic under 60000", ["up to $60,000", "Honda Civic"]],
  ["/cars", "suv under $350 a month", ["up to $350 a month", "SUV"]],
  ["/fr/cars", "VUS à moins de 60 000 $", ["jusqu’à 60 000 $", "VUS"]],
])("%s shows “%s” as chips that go one by one", async (path, typed, chips) => {
  const locale = path.startsWith("/fr") ? "fr" : "en";
  const say = loadWords(locale);
  const page = await visit.newPage({ viewport: PHONE });
  await page.goto(path, { waitUntil: "load" });
  const words = page.getByLabel(say("cars_text"));
  await words.fill(typed);
  await words.press("Enter");
  const shown = page.getByRole("list", { name: say("cars_chips") });
  await shown.waitFor();
  const plain = (text: string) => text.replace(/\s/g, " ").toLowerCase();
  const labels = async () =>
    (await shown.getByRole("link").allInnerTexts()).map((text) =>
      plain(text.replace(say("cars_chip_remove"), "")).trim(),
    );
  await expect.poll(labels).toEqual([...chips, say("cars_clear")].map(plain));
  expect(await words.inputValue()).toBe("");
  await shown.getByRole("link").first().click();
  await expect.poll(async () => (await labels()).length).toBe(chips.length);
  await page.context().close();
});
