import { describe, expect, test } from "vitest";
import {
  axeFindings,
  DESKTOP,
  hydratedControl,
  loadWords,
  PHONE,
  scrollsSideways,
  takeScreenshot,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

const visit = journey();

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);

  test("an administrator asks who would get a lead, and why not the others", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "admin");
    await page.goto(`${prefix}/staff/dealerships`);
    await page.getByRole("link", { name: words("routing_title") }).click();
    await page.getByRole("heading", { name: words("routing_title"), level: 1 }).waitFor();
    if (options.javaScriptEnabled) await hydratedControl(page.getByRole("main"));
    const ask = async (place: string) => {
      await page.getByLabel(words("routing_place")).fill(place);
      await page.getByRole("button", { name: words("routing_try") }).click();
    };
    await ask("Nowhere at all");
    await page.getByText(words("routing_place_unknown")).waitFor();
    await ask("Toronto, ON");
    await page.getByRole("heading", { name: words("routing_others") }).waitFor();
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await takeScreenshot(page, `routing-${locale}`);
  });
});
