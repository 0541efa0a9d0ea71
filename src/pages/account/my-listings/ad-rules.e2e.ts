import { describe, expect, test } from "vitest";
import { axeFindings, DESKTOP, loadWords, PHONE } from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

// It lists a car for the demo's dealership.
const visit = journey({ ownSite: true });

const cases = [
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE },
] as const;

const FEES = { en: "Serviced here. Plus $499 admin fee.", fr: "Plus frais de dossier." };
const GOOD = { en: "Serviced here, two sets of tires.", fr: "Entretenue ici." };

describe.each(cases)("in $locale, JavaScript $javaScriptEnabled", (input) => {
  const { locale, prefix, ...options } = input;
  const words = loadWords(locale);

  test("a dealership's text is looked at as it is typed, and stops the ad until it is mended", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "dealer");
    await page.goto(`${prefix}/account/listings/new`);
    const answer = (question: string) =>
      page
        .getByLabel(words(`listing_form_${question}_label`), { exact: true })
        .filter({ visible: true });
    for (const [question, value] of [
      ["manufacture_year", "2021"],
      ["make", "Toyota"],
      ["model", "RAV4"],
      ["car_type", "suv"],
      ["car_condition", "used"],
      ["exterior_colour", "blue"],
      ["transmission_type", "automatic"],
      ["fuel_type", "gasoline"],
    ] as const)
      await answer(question).selectOption(value);
    await answer("total_run").fill("62400");
    await answer("price").fill("29990");
    await answer("location").fill("Toronto, Ontario");
    await page.getByLabel(words("ad_statement_is_all_in_price_label")).check();
    await answer("description").fill(FEES[locale]);
    const note = page.getByText(words("ad_rule_fees_on_top")).first();
    if (!options.javaScriptEnabled)
      await page.getByRole("button", { name: words("ad_check"), exact: true }).click();
    await note.waitFor();
    expect(await answer("description").inputValue()).toBe(FEES[locale]);
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);

    const save = () =>
      page.getByRole("button", { name: words("seller_save_new"), exact: true }).click();
    await save();
    await page.getByText(words("ui_error_summary_title")).waitFor();
    await page.getByRole("link", { name: words("ad_rule_fees_on_top") }).waitFor();
    const law =
      locale === "en"
        ? "Competition Act, s. 74.01(1.1)"
        : "Loi sur la concurrence, art. 74.01(1.1)";
    await page.getByRole("link", { name: law, exact: true }).first().waitFor();
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    await answer("description").fill(GOOD[locale]);
    await save();
    await page.waitForURL(/\/photos/);
    await page.getByRole("link", { name: words("seller_photos_done"), exact: true }).click();
    // Advice stays to be read, and stops nothing.
    await page.getByText(words("ad_rule_prior_use_unsaid")).waitFor();
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: words("seller_move_publish"), exact: true }).click();
    await page.getByText(words("seller_done_published")).waitFor();
    await page.getByRole("link", { name: words("seller_view"), exact: true }).click();
    await page.getByText(words("listing_all_in_chip"), { exact: true }).waitFor();
    await page.getByText(/OMVIC/).waitFor();
    await page.context().close();
  });
});
