import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings, DESKTOP, hydrated, loadWords, PHONE } from "../../../e2e/browser.fixture.ts";
import { journey, sendContactForm } from "../../../e2e/journey.fixture.ts";

const visit = journey();

/** Sends a call-back request as a visitor does. */
async function makeLead(name: string, email: string): Promise<void> {
  const visitor = await visit.newPage();
  await sendContactForm(visitor, name, email);
  await visitor.context().close();
}

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP, sender: "Ines Sought" },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE, sender: "Ève Voulue" },
] as const)(
  "in $locale, JavaScript $javaScriptEnabled",
  ({ locale, prefix, sender, ...options }) => {
    const words = loadWords(locale);
    const rows = (page: Page) =>
      page
        .getByRole("region", { name: words("staff_leads_title") })
        .getByRole("list", { name: words("staff_leads_title") })
        .getByRole("listitem");

    test("leads are found by any of their words, and narrowed and widened one by one", async () => {
      await makeLead(sender, `sought-${locale}@example.org`);
      const page = await visit.newPage(options);
      await visit.signIn(page, "staff");
      await page.goto(`${prefix}/staff/leads`);
      if (options.javaScriptEnabled) await hydrated(page);
      const search = page.getByRole("searchbox", { name: words("staff_search_label") });
      await search.fill(`${sender.toUpperCase()} open`);
      await search.press("Enter");
      await page.waitForURL(/q=/);
      await rows(page).getByRole("link", { name: sender }).waitFor();
      await expect.poll(() => rows(page).count()).toBe(1);

      await page.getByText(words("inbox_filters"), { exact: true }).click();
      const filters = page.getByRole("search");
      const choose = (label: string, value: string) =>
        filters.getByLabel(words(label), { exact: true }).selectOption(value);
      await choose("inbox_kind", "call_back");
      await choose("inbox_owner", "none");
      await page.getByRole("button", { name: words("inbox_filters_apply") }).click();
      await page.waitForURL(/kind=call_back/);
      expect(new URL(page.url()).searchParams.has("province")).toBe(false);
      await expect.poll(() => rows(page).count()).toBe(1);
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);

      const chips = page.getByRole("list", { name: words("inbox_chips") });
      await chips.getByRole("link", { name: words("inbox_kind") }).click();
      await page.waitForURL((url) => !url.searchParams.has("kind"));
      expect(new URL(page.url()).searchParams.get("owner")).toBe("none");
      await chips.getByRole("link", { name: words("inbox_clear") }).click();
      await page.waitForURL(/\/staff\/leads$/);
      await page.context().close();
    });
  },
);

test("a lead that arrives is told at once, and shown when its reader asks", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(page, "staff");
  await page.goto("/staff/leads");
  await hydrated(page);
  const name = "Lena Live";
  await makeLead(name, "live@example.org");
  const told = page.getByRole("link", {
    name: words("inbox_live_show").replace("{news}", words("inbox_live_lead")),
  });
  await told.waitFor({ timeout: 5_000 });
  expect(await page.title()).toMatch(/^\(1\) /);
  expect(await page.getByRole("link", { name }).count()).toBe(0);
  await told.click();
  await page.getByRole("link", { name }).first().waitFor();
  await expect.poll(() => told.count()).toBe(0);
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  expect((await page.request.get("/staff/events?poll=1")).status()).toBe(200);
  await page.context().clearCookies();
  expect((await page.request.get("/staff/events")).status()).toBe(403);
  await page.context().close();
});
