import { expect, test } from "vitest";
import { axeFindings, DESKTOP, hydrated, loadWords, PHONE } from "../../../e2e/browser.fixture.ts";
import { journey, sendContactForm } from "../../../e2e/journey.fixture.ts";

const visit = journey();

test.each([
  { locale: "en", prefix: "", viewport: DESKTOP, javaScriptEnabled: true },
  { locale: "fr", prefix: "/fr", viewport: PHONE, javaScriptEnabled: false },
] as const)(
  "who comes by an ad and sends a form on another page is a lead of that campaign, in $locale",
  async ({ locale, prefix, ...options }) => {
    const words = loadWords(locale);
    const name = locale === "fr" ? "Ada Publicité" : "Ada Advert";
    const campaign = `drive-${locale}`;
    const visitor = await visit.newPage(options);
    await visitor.goto(`/cars?utm_source=facebook&utm_medium=cpc&utm_campaign=Drive+${locale}`);
    // The next link is from elsewhere too: the first counts.
    await visitor.goto("/faq", { referer: "https://www.google.ca/" });
    await sendContactForm(visitor, name, `ada-${locale}@example.org`);
    const cookies = await visitor.context().cookies();
    expect(cookies.find((each) => each.name === "source")?.value).toBe(
      `ad~${campaign}~facebook~cpc`,
    );
    await visitor.context().close();

    const page = await visit.newPage(options);
    await visit.signIn(page, "staff");
    await page.goto(`${prefix}/staff/leads`);
    if (options.javaScriptEnabled) await hydrated(page);
    await page.getByText(words("inbox_filters"), { exact: true }).click();
    const filters = page.getByRole("search");
    await filters
      .getByRole("combobox", { name: words("inbox_source"), exact: true })
      .selectOption("ad");
    await filters.getByLabel(words("inbox_campaign"), { exact: true }).fill(`Drive ${locale}`);
    await page.getByRole("button", { name: words("inbox_filters_apply") }).click();
    await page.waitForURL(/source=ad/);
    expect(new URL(page.url()).searchParams.get("source")).toBe("ad");
    const rows = page.getByRole("list", { name: words("staff_leads_title") }).getByRole("listitem");
    await expect.poll(() => rows.count()).toBe(1);
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    await rows.getByRole("link", { name }).click();
    await page.getByRole("heading", { name }).first().waitFor();
    const shown = `${words("inbox_source_ad")} (${campaign}, facebook, cpc)`;
    await page.getByText(shown).first().waitFor();

    await page.goto(`${prefix}/staff/reports?by=campaign`);
    const groups = page.getByRole("region", { name: words("report_leads_title") }).first();
    await groups.getByRole("link", { name: campaign, exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get("campaign") === campaign);
    await page.getByRole("link", { name }).first().waitFor();
    await page.context().close();
  },
);
