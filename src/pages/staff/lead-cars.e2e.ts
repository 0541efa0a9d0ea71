import { describe, expect, test } from "vitest";
import { axeFindings, DESKTOP, hydrated, loadWords, PHONE } from "../../../e2e/browser.fixture.ts";
import { journey } from "../../../e2e/journey.fixture.ts";

const visit = journey();

/** A pre-approval of the demo with a car that matches it. */
const name = "Chloé Gagnon";

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);

  test("the cars that match a pre-approval are picked, read in an email, and sent", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "staff");
    await page.goto(`${prefix}/staff/leads?q=${name.split(" ")[0]}`);
    const list = page.getByRole("region", { name: words("staff_leads_title") });
    await list
      .getByRole("link", { name: new RegExp(name) })
      .first()
      .click();
    const cars = page.getByRole("checkbox", {
      name: new RegExp(words("lead_cars_pick").split("{")[0] ?? ""),
    });
    await cars.first().waitFor();
    if (options.javaScriptEnabled) await hydrated(page);
    expect(await cars.first().isChecked()).toBe(true);
    const sent = page.getByText(words("template_event_mail"), { exact: true });
    const before = await sent.count();
    await page.getByRole("button", { name: words("lead_cars_write") }).click();
    const text = page.getByLabel(words("template_text_label")).first();
    await expect.poll(() => text.inputValue()).toMatch(/https?:\/\/.*\/details\//);
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    await page
      .getByRole("button", { name: words("template_send"), exact: true })
      .first()
      .click();
    await expect.poll(() => sent.count()).toBe(before + 1);
    await page.context().close();
  });
});
