import { describe, expect, test } from "vitest";
import { axeFindings, DESKTOP, hydrated, loadWords, PHONE } from "../../../e2e/browser.fixture.ts";
import { journey, sendContactForm } from "../../../e2e/journey.fixture.ts";

const visit = journey();

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP, surname: "Known" },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE, surname: "Connue" },
] as const)(
  "in $locale, JavaScript $javaScriptEnabled",
  ({ locale, prefix, surname, ...options }) => {
    const words = loadWords(locale);

    test("a person who wrote twice is found once, with both requests and who looked", async () => {
      const email = `agnes-${locale}@example.org`;
      for (const name of [`Agnes ${surname}`, `Agnès ${surname}`]) {
        const visitor = await visit.newPage();
        await sendContactForm(visitor, name, email);
        await visitor.context().close();
      }
      const page = await visit.newPage(options);
      await visit.signIn(page, "staff");
      await page.goto(`${prefix}/staff/contacts`);
      if (options.javaScriptEnabled) await hydrated(page);
      await page.getByRole("searchbox", { name: words("contact_search_label") }).fill(email);
      await page.getByRole("button", { name: words("contact_search_button") }).click();
      const person = page.getByRole("link", { name: `Agnès ${surname}`, exact: true });
      await person.waitFor();
      expect(await person.count()).toBe(1);
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await person.click();
      await page.getByRole("heading", { level: 1, name: `Agnès ${surname}` }).waitFor();
      const part = (key: string) => page.getByRole("region", { name: words(key) });
      const requests = part("contact_requests_title").getByRole("link");
      expect(await requests.count()).toBe(2);
      const viewed = part("contact_views_title").getByText(words("contact_view_page"), {
        exact: true,
      });
      await viewed.waitFor();
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);

      await requests.first().click();
      const text = words("contact_open").replace("{count}", "2");
      await page.getByRole("link", { name: text }).click();
      await page.getByRole("heading", { level: 1, name: `Agnès ${surname}` }).waitFor();
      await page.context().close();
    });

    test("two of one number are compared, merged into one person, and separated again", async () => {
      const page = await visit.newPage(options);
      await visit.signIn(page, "staff");
      const label = (key: string) =>
        page.getByRole("textbox", { name: words(`new_lead_${key}_label`) });
      const names = [`Ruth ${surname}`, `Ruthie ${surname}`] as const;
      for (const name of names) {
        await page.goto(`${prefix}/staff/leads/new`);
        await label("name").fill(name);
        await label("phone").fill(locale === "en" ? "418-555-0171" : "418-555-0172");
        await label("message").fill("Wants a van");
        await page.getByRole("button", { name: words("new_lead_save"), exact: true }).click();
        await page.getByRole("heading", { level: 1, name }).waitFor();
      }
      const openOne = page.getByRole("link", { name: words("contact_open_one"), exact: true });
      const ownPage = await openOne.getAttribute("href");
      await page.goto(`${prefix}/staff/contacts`);
      await page
        .getByRole("link", { name: words("contact_duplicates_title"), exact: true })
        .click();
      const compareThem = words("contact_duplicates_compare_which")
        .replace("{name}", names[1])
        .replace("{other}", names[0]);
      const listed = page.getByRole("link", { name: compareThem, exact: true });
      await listed.waitFor();
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await listed.click();
      const heading = (name: string, level = 1) => page.getByRole("heading", { level, name });
      for (const name of names) await heading(name, 2).waitFor();
      await page.goto(ownPage ?? "");
      const requests = page.getByRole("region", { name: words("contact_requests_title") });
      const compare = page.getByRole("link", {
        name: words("contact_alike_compare_which").replace("{name}", names[0]),
      });
      await compare.click();
      for (const name of names) await heading(name, 2).waitFor();
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: words("contact_pair_merge") }).click();
      await page.getByText(words("contact_merged_done")).waitFor();
      expect(await requests.getByRole("link").count()).toBe(2);
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);

      const merges = page.getByRole("region", { name: words("contact_merges_title") });
      await merges.getByRole("button").click();
      await page.getByText(words("contact_separated")).waitFor();
      expect(await requests.getByRole("link").count()).toBe(1);
      expect(await compare.count()).toBe(0);
      await page.getByRole("link", { name: words("contact_separated_open") }).click();
      await heading(names[0]).waitFor();
      expect(await requests.getByRole("link").count()).toBe(1);
      await page.context().close();
    });
  },
);
