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

// Its own site: it changes the leads of the demo's dealership.
const visit = journey({ ownSite: true });

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);
  const isScripted = options.javaScriptEnabled;

  test("a lead is worked on, and another one passed on, which staff read", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "dealer");
    const settle = async () => {
      if (isScripted) await hydratedControl(page.getByRole("main"));
    };
    const press = (key: string) =>
      page.getByRole("button", { name: words(key), exact: true }).click();
    const look = async (name: string) => {
      await takeScreenshot(page, `${name}-${locale}`);
      expect(await scrollsSideways(page)).toBe(false);
      if (isScripted) expect(await axeFindings(page)).toEqual([]);
    };
    const openNext = async (show: string) => {
      await page.goto(`${prefix}/dealer/leads?show=${show}`);
      await settle();
      await look(`dealer-leads-${show}`);
      const row = page.getByRole("main").getByRole("heading", { level: 2 }).first();
      const name = await row.innerText();
      await row.getByRole("link").click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await settle();
      return /[A-Z0-9]{8}$/.exec(name)?.[0] ?? "";
    };

    await openNext("waiting");
    await look("dealer-lead-waiting");
    await press("dealer_lead_accept");
    await page.getByText(words("dealer_lead_done_accepted")).waitFor();
    await settle();
    await press("dealer_lead_result_save");
    await page.getByText(words("dealer_lead_result_error_missing")).first().waitFor();
    await page
      .getByRole("combobox", { name: words("dealer_lead_result_label") })
      .selectOption("appointment");
    await press("dealer_lead_result_save");
    await page.getByText(words("dealer_lead_done_result")).waitFor();
    await settle();
    await page.getByLabel(words("dealer_lead_note_label")).fill("Saturday, 10:00");
    await press("dealer_lead_note_save");
    await page.getByText(words("dealer_lead_done_note")).waitFor();
    await settle();
    await look("dealer-lead-accepted");

    const passed = await openNext("accepted");
    await page
      .getByRole("combobox", { name: words("dealer_lead_reason_label") })
      .selectOption("no_car");
    await press("dealer_lead_pass");
    await page.getByText(words("dealer_lead_done_passed").replace("{reference}", passed)).waitFor();
    expect((await page.request.get(`${prefix}/dealer/leads/${passed}`)).status()).toBe(404);

    const staff = await visit.newPage(options);
    await visit.signIn(staff, "staff");
    await staff.goto(`${prefix}/staff/leads/${passed}`);
    const reason = words("dealer_lead_reason_option_no_car");
    await staff
      .getByText(words("staff_event_dealer_passed").replace("{reason}", reason))
      .first()
      .waitFor();
  });
});
