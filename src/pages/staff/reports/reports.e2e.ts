import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  axeFindings,
  DESKTOP,
  loadWords,
  PHONE,
  scrollsSideways,
  takeScreenshot,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

const visit = journey();

test.each([
  { locale: "en", viewport: DESKTOP, javaScriptEnabled: true },
  { locale: "fr", viewport: PHONE, javaScriptEnabled: false },
] as const)(
  "the reports say where people leave a form, open the leads behind a number, and are downloaded, in $locale",
  async ({ locale, viewport, javaScriptEnabled }) => {
    const words = loadWords(locale);
    const prefix = locale === "fr" ? "/fr" : "";
    const page = await visit.newPage({ viewport, javaScriptEnabled });
    await visit.signIn(page, "staff");
    await page.goto(`${prefix}/staff/reports`);
    await page.getByRole("heading", { name: words("report_title"), level: 1 }).waitFor();
    const forms = page.getByRole("region", { name: words("report_forms_title") });
    await forms
      .getByRole("row", { name: words("report_begun") })
      .first()
      .waitFor();
    if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    // Printed, it fits a sheet across: no menu, no buttons, nothing cut off.
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 980, height: 720 });
    const period = words("report_printed").split("{from}")[0] ?? "";
    await page.getByText(new RegExp(`^${period}.*202`)).waitFor();
    expect(await page.getByRole("button", { name: words("report_show") }).isVisible()).toBe(false);
    expect(await scrollsSideways(page)).toBe(false);
    await takeScreenshot(page, `reports-printed-${locale}`);
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize(viewport);
    await takeScreenshot(page, `reports-${locale}`);

    await page.getByLabel(words("report_by")).selectOption("kind");
    await page.getByRole("button", { name: words("report_show"), exact: true }).click();
    const kinds = page.getByRole("region", { name: words("report_leads_title") }).first();
    const link = kinds.getByRole("link", { name: words("staff_kind_sell_car"), exact: true });
    // The page of the kinds is there once its rows are.
    await link.waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      kinds.getByRole("link", { name: words("report_csv") }).click(),
    ]);
    const file = await readFile(await download.path(), "utf8");
    expect(file).toContain(words("staff_kind_sell_car"));
    await link.click();
    await page.waitForURL((url) => url.searchParams.get("kind") === "sell_car");

    await page.goto(`${prefix}/staff/reports`);
    const reasons = page.getByRole("region", { name: words("report_lost_title") });
    const count = reasons.getByRole("definition").first().getByRole("link");
    const lost = Number(await count.textContent());
    await count.click();
    await page.waitForURL((url) => url.searchParams.has("outcome"));
    await page.getByRole("list", { name: words("inbox_chips") }).waitFor();
    const leads = page.getByRole("list", { name: words("staff_leads_title") });
    expect(await leads.getByRole("listitem").count()).toBe(lost);

    await page.goto(`${prefix}/cars?make=Volvo&type=minivan&near=Calgary`);
    await page.goto(`${prefix}/staff/reports`);
    const searches = page.getByRole("region", { name: words("report_searches_title") });
    await expect
      .poll(async () => {
        await page.reload();
        return searches.getByRole("link", { name: /Volvo$/ }).count();
      })
      .toBe(1);
    expect(await searches.getByText("Calgary").count()).toBe(0);
    const stages = page.getByRole("region", { name: words("report_dealership_stages_title") });
    await stages.getByRole("row").nth(1).getByRole("link").first().click();
    await page.waitForURL((url) => url.searchParams.has("left"));
    expect(new URL(page.url()).searchParams.has("dealership")).toBe(true);

    await page.goto(`${prefix}/staff/reports?from=2026-11-02&to=2026-11-01`);
    await page.getByText(words("report_ends_before_it_begins")).waitFor();
    expect(await page.getByLabel(words("report_from"), { exact: true }).inputValue()).toBe(
      "2026-11-02",
    );
  },
);
