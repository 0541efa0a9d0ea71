import type { BrowserContextOptions, Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import { formatPercent } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { axeFindings, DESKTOP, hydrated, PHONE, loadWords } from "./browser.fixture.ts";
import { creditForm } from "./credit-form.fixture.ts";
import { journey } from "./journey.fixture.ts";

const visit = journey();

const VISITORS: [name: string, locale: Locale, options: BrowserContextOptions, phone: string][] = [
  ["in English, on a phone", "en", { viewport: PHONE }, "403 555 0151"],
  [
    "in French, without JavaScript",
    "fr",
    { javaScriptEnabled: false, viewport: PHONE },
    "403 555 0153",
  ],
];

describe.each(VISITORS)("an applicant %s", (_name, locale, options, phone) => {
  test("goes from the home page to a reference; the SIN never comes back", async () => {
    const say = loadWords(locale);
    const page = await visit.newPage(options);
    const failures: string[] = [];
    page.on("pageerror", (error) => failures.push(String(error)));
    await page.goto(locale === "fr" ? "/fr" : "/");
    await page.getByRole("link", { name: say("home_credit_apply") }).click();
    await page
      .getByRole("heading", { level: 1, name: say("credit_application_form_title") })
      .waitFor();
    await page.getByText(say("credit_application_start_credit")).waitFor();
    const hasScript = options.javaScriptEnabled !== false;
    if (hasScript) await hydrated(page);
    const { control, option, fillIn } = creditForm(page, say);
    const applicant = { ...CREDIT_APPLICANT, phone, firstName: `Chloé ${locale}` };
    const { tradeInDetails, ...first } = applicant;
    if (hasScript) {
      // It is hidden when the script has read the answer beside it.
      await control("tradeInDetails").waitFor({ state: "hidden" });
      expect(await option("tradeIn", "no").isChecked()).toBe(true);
    }
    await fillIn(first);
    await control("tradeInDetails").fill(tradeInDetails);
    await control("creditCheck").check();
    if (hasScript) {
      // What was typed is stored, sealed: after a reload the page has it, with the SIN masked.
      await control("message").fill(`${applicant.message} ${locale}`);
      await control("message").blur();
      const stored = async () => {
        await page.reload();
        return control("message").inputValue();
      };
      await expect.poll(stored, { timeout: 30_000 }).toBe(`${applicant.message} ${locale}`);
      await hydrated(page);
      expect(await control("employerName").inputValue()).toBe("Prairie Steel");
      expect(await control("sinNumber").inputValue()).toBe("");
      expect(await page.content()).not.toMatch(/193.?456.?787/u);
      expect(await page.content()).not.toContain(CREDIT_APPLICANT.licenseNumber);
      await control("creditCheck").check();
    } else {
      // A post with a missing answer returns the page with an error text, and without the SIN.
      await control("city").fill("");
      await page.getByRole("button", { name: say("forms_submit"), exact: true }).click();
      await page.getByText(say("credit_application_form_city_error_missing")).first().waitFor();
      expect(await page.content()).not.toMatch(/193.?456.?787/u);
      const city = page.getByLabel(say("credit_application_form_city_label"), { exact: true });
      await city.fill("Calgary");
    }
    await page.getByRole("button", { name: say("forms_submit"), exact: true }).click();
    await page
      .getByRole("heading", { level: 1, name: say("credit_application_sent_title") })
      .waitFor();
    expect(page.url()).toMatch(/\/creditform\/sent\/[A-HJ-NPR-Y2-9]{8}$/u);
    expect(page.url().includes("/fr/")).toBe(locale === "fr");
    // The sent answers are shown masked; the sender may withdraw the request.
    await page.getByText("c•••@example.com", { exact: true }).waitFor();
    // The label is wider than the window, but the amount must not be broken.
    const rent = await page.getByText(/^\$?1[,\u00A0\u202F]450(\u00A0\$)?$/u).boundingBox();
    expect(rent?.height).toBeLessThan(30);
    expect(await page.content()).not.toMatch(/193.?456.?787|142607/u);
    // The payments of the cars within the estimate use its rate.
    const estimate = page.getByRole("region", { name: say("affordability_title") });
    const rate = formatPercent(DEFAULT_FACTS.ratePercent.none, locale);
    const cars = await estimate.getByRole("link").filter({ hasText: /km/u }).allInnerTexts();
    expect(cars).toHaveLength(3);
    for (const car of cars) expect(car).toContain(rate);
    if (hasScript) {
      expect(await axeFindings(page)).toEqual([]);
      const { width } = page.viewportSize() ?? DESKTOP;
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.getByRole("link", { name: say("own_request_withdraw"), exact: true }).click();
    const withdraw = page.getByRole("button", { name: say("own_request_withdraw_send") });
    await withdraw.click();
    await page.getByText(say("own_request_withdraw_sure_error_missing")).first().waitFor();
    await page.getByLabel(say("own_request_withdraw_sure_label")).check();
    await withdraw.click();
    await page.getByText(say("own_request_withdrawn"), { exact: true }).waitFor();
    expect(await withdraw.count()).toBe(0);
    expect(failures).toEqual([]);
    await page.context().close();
  });
});

test("who sends nothing on a phone reads first that there is a problem", async () => {
  const say = loadWords("fr");
  const page = await visit.newPage({ viewport: PHONE });
  await page.goto("/fr/creditform");
  await hydrated(page);
  await page.getByRole("button", { name: say("forms_submit"), exact: true }).click();
  const title = page.getByRole("heading", { name: say("ui_error_summary_title") });
  // The summary fills most of the window and starts below the header; the page's own heading comes
  // after it.
  const findTop = async (heading: Locator) => (await heading.boundingBox())?.y ?? 0;
  await expect.poll(() => findTop(title)).toBeGreaterThan(60);
  expect(await findTop(title)).toBeLessThan(PHONE.height / 2);
  const heading = page.getByRole("heading", { level: 1 });
  expect(await findTop(heading)).toBeGreaterThan(PHONE.height / 2);
  await page.context().close();
});

test("what is wrong stands beside its field and in the box above; the section list tells what is complete", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: DESKTOP });
  await page.goto("/creditform");
  await hydrated(page);
  await creditForm(page, say).fillIn({
    ...CREDIT_APPLICANT,
    phone: "403 555 0154",
    postalCode: "H2X 1Y4",
  });
  const list = page.getByRole("navigation", { name: say("credit_application_sections") });
  const work = say("credit_application_form_step_work_title");
  const complete = say("credit_application_section_complete");
  await list.getByRole("link", { name: `${work} ${complete}` }).waitFor();
  await page.getByRole("button", { name: say("forms_submit"), exact: true }).click();
  await page.getByText(say("ui_error_summary_title")).waitFor();
  await page.getByText("Postal code isn’t in the province you selected").first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await axeFindings(page, "colours")).toEqual([]);
  // The consent names the dealership of the city. If the city changes, the text changes, and the
  // box must be ticked again.
  const { control, fillIn } = creditForm(page, say);
  const share = page.getByRole("checkbox", { name: /receives these of my details/u });
  const named = (dealership: string) =>
    page.getByRole("checkbox", { name: new RegExp(`I agree that ${dealership},`, "u") });
  await fillIn({ province: "BC", city: "Vancouver" });
  await control("city").blur();
  await named("Pacific Sample Motors").check();
  await control("creditCheck").check();
  await control("city").fill("Kelowna");
  await control("city").blur();
  await page.getByText(say("credit_application_share_renamed")).waitFor();
  await named("Orchard Drive Auto").waitFor();
  expect(await share.isChecked()).toBe(false);
  expect(await control("creditCheck").isChecked()).toBe(true);
  // Neither an error nor the list of sections makes the page wider than the phone.
  for (const path of ["/creditform", "/fr/creditform"]) {
    await page.goto(path);
    await hydrated(page);
    for (const width of [390, 320]) {
      await page.setViewportSize({ ...PHONE, width });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBe(width);
    }
  }
  await page.context().close();
});
