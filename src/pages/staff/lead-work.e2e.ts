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
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP, sender: "Ada Claimed" },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE, sender: "Zoé Prise" },
] as const)(
  "in $locale, JavaScript $javaScriptEnabled",
  ({ locale, prefix, sender, ...options }) => {
    const words = loadWords(locale);
    const owner = (page: Page) => page.getByRole("region", { name: words("assignment_owner") });
    const openLead = async (page: Page) => {
      await page.goto(`${prefix}/staff/leads?q=${encodeURIComponent(sender)}`);
      const list = page.getByRole("region", { name: words("staff_leads_title") });
      // Beside the search there is a link that ends it, with the same name.
      const row = new RegExp(`${sender}[^]*A question`);
      await list.getByRole("link", { name: row }).first().click();
      await page.getByRole("heading", { level: 1, name: sender }).waitFor();
      if (options.javaScriptEnabled) await hydrated(page);
    };

    test("of two who take a lead one has it, and the other is told who and gives it on", async () => {
      await makeLead(sender, `claimed-${locale}@example.org`);
      const [first, second] = [await visit.newPage(options), await visit.newPage(options)];
      await visit.signIn(first, "staff");
      await visit.signIn(second, "admin");
      await openLead(first);
      await openLead(second);

      const take = (page: Page) =>
        owner(page)
          .getByRole("button", { name: words("assignment_take") })
          .click();
      await take(first);
      await owner(first).getByText(words("assignment_yours"), { exact: true }).waitFor();
      await take(second);
      const told = second.getByRole("alert");
      await told.waitFor();
      expect(await told.innerText()).toBe(
        words("assignment_taken_meanwhile").replace("{name}", "Samuel Tremblay"),
      );
      if (options.javaScriptEnabled) expect(await axeFindings(first)).toEqual([]);

      await openLead(second);
      const to = owner(second).getByLabel(words("assignment_give_label"));
      await to.selectOption("Camille Roy");
      await owner(second)
        .getByRole("button", { name: words("assignment_give") })
        .click();
      const given = words("assignment_event_given").replace("{name}", "Camille Roy");
      await second.getByText(given, { exact: true }).waitFor();
      await first.context().close();
      await second.context().close();
    });

    test("a task of a lead is in its owner's day and calendar, and is done and undone there", async () => {
      const title = `${sender}: pay stub`;
      const page = await visit.newPage(options);
      await visit.signIn(page, "staff");
      await page.goto(`${prefix}/staff`);
      await page.getByRole("heading", { level: 1, name: words("day_title") }).waitFor();
      await openLead(page);
      await page.getByText(words("task_add"), { exact: true }).click();
      await page.getByLabel(words("task_title_label")).fill(title);
      await page.getByLabel(words("task_due_time_label")).selectOption("21:45");
      await page.getByRole("button", { name: words("task_save"), exact: true }).click();
      const done = (key: string) =>
        page.getByRole("button", { name: words(key).replace("{title}", title) });
      await done("task_do_which").waitFor();
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);

      await page.goto(`${prefix}/staff/tasks`);
      await done("task_do_which").waitFor();
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      const address = await page.getByLabel(words("task_calendar_address")).inputValue();
      const feed = await page.request.get(new URL(address).pathname);
      expect(feed.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
      expect(await feed.text()).toContain(`SUMMARY:${title}`);

      await page.goto(`${prefix}/staff`);
      await done("task_do_which").click();
      await done("task_undo_which").waitFor();
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await done("task_undo_which").click();
      await done("task_do_which").waitFor();

      const link = page.getByRole("link", {
        name: words("task_change_which").replace("{title}", title),
      });
      await link.click();
      if (options.javaScriptEnabled) await hydrated(page);
      await page.getByLabel(words("task_place_label")).fill("Lot 4");
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: words("task_change_save"), exact: true }).click();
      await page.getByRole("heading", { level: 1, name: sender }).waitFor();
      await page.getByText("Lot 4").first().waitFor();
      await page.getByText(words("task_event_changed"), { exact: true }).waitFor();
      await link.click();
      await page.getByRole("button", { name: words("task_delete"), exact: true }).click();
      await done("task_put_back_which").waitFor();
      const cancelled = await page.request.get(new URL(address).pathname);
      expect(await cancelled.text()).toContain("STATUS:CANCELLED");
      if (options.javaScriptEnabled) await hydrated(page);
      await done("task_put_back_which").click();
      await done("task_do_which").waitFor();
      await page.getByText(words("task_event_put_back"), { exact: true }).waitFor();
      await page.context().close();
    });

    test("somebody who phoned is written down, and written to from a template", async () => {
      const page = await visit.newPage(options);
      await visit.signIn(page, "admin");
      await page.goto(`${prefix}/staff/templates`);
      const template = (key: string) => page.getByLabel(words(`template_${key}_label`));
      const name = `Callback ${locale}`;
      await template("name").fill(name);
      await template("subject_en").fill("Your request {reference}");
      await template("text_en").fill("Hi {first_name},\n\nPlease call {my_name} back.");
      await template("subject_fr").fill("Votre demande {reference}");
      await template("text_fr").fill("Bonjour {prenom},");
      const save = page.getByRole("button", { name: words("template_save"), exact: true });
      await save.click();
      await page.getByRole("link", { name: words("template_text_fr_error_field") }).waitFor();
      await template("text_fr").fill("Bonjour {first_name},\n\nRappelez {my_name}.");
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await save.click();
      await page.getByText(name, { exact: true }).waitFor();

      await page.goto(`${prefix}/staff/leads/new`);
      const lead = (key: string) =>
        page.getByRole("textbox", { name: words(`new_lead_${key}_label`) });
      await lead("name").fill("Wanda Phoned");
      await lead("message").fill("Wants a van");
      const add = page.getByRole("button", { name: words("new_lead_save"), exact: true });
      await add.click();
      await page.getByRole("link", { name: words("new_lead_phone_error_or_email") }).waitFor();
      await lead("email").fill(`wanda-${locale}@example.org`);
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await add.click();
      await page.getByRole("heading", { level: 1, name: "Wanda Phoned" }).waitFor();
      await page.getByRole("link", { name, exact: true }).click();
      const text = page.getByLabel(words("template_text_label")).first();
      await expect.poll(() => text.inputValue()).toContain("Wanda");
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await page
        .getByRole("button", { name: words("template_send"), exact: true })
        .first()
        .click();
      await page.getByText(words("template_event_mail"), { exact: true }).waitFor();
      await page.context().close();
    });

    test("a closed lead asks how it ended, is won with a value, and reopened with its history", async () => {
      await makeLead(sender, `claimed-${locale}@example.org`);
      const page = await visit.newPage(options);
      await visit.signIn(page, "staff");
      await openLead(page);
      const stage = (name: string) =>
        page
          .getByRole("list", { name: words("staff_pipeline_label") })
          .getByRole("button", { name: words(`staff_status_${name}`), exact: true });
      await stage("closed").click();
      await page.getByRole("link", { name: words("outcome_missing") }).click();
      await page.getByText(words("outcome_won_title"), { exact: true }).click();
      const won = (key: string) => page.getByLabel(words(`outcome_${key}_label`)).last();
      await won("sold_value").fill("0");
      await won("lender").fill("Desjardins");
      const save = () =>
        page
          .getByRole("button", { name: words("outcome_save"), exact: true })
          .first()
          .click();
      await save();
      expect(await won("lender").inputValue()).toBe("Desjardins");
      await won("sold_value").fill("18500");
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await save();
      const sale = page.getByText(/18.500.*Desjardins/);
      await sale.waitFor();
      expect(await page.getByRole("link", { name: words("outcome_missing") }).count()).toBe(0);
      await stage("contacted").click();
      await page.getByText(words("outcome_earlier"), { exact: true }).waitFor();
      await sale.waitFor();
      await page.context().close();
    });

    test("an administrator has new leads given out, and puts right an absence that ends too soon", async () => {
      const page = await visit.newPage(options);
      await visit.signIn(page, "admin");
      await page.goto(`${prefix}/staff/assignment`);
      await page.getByRole("link", { name: /Camille Roy/ }).click();
      await page.getByRole("heading", { name: "Camille Roy" }).waitFor();
      const label = (key: string) => page.getByLabel(words(`assignment_${key}`), { exact: true });
      const day = (days: number) =>
        new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      await page
        .getByRole("radio", { name: words("assignment_gets_leads_option_no") })
        .press("Space");
      await label("languages_option_fr").press("Space");
      await page.getByLabel(words("assignment_absent_from_label")).fill(day(9));
      await page.getByLabel(words("assignment_absent_until_label")).fill(day(5));
      const save = page.getByRole("button", { name: words("assignment_save"), exact: true });
      await save.click();
      await page
        .getByRole("link", { name: words("assignment_absent_until_error_before") })
        .waitFor();
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await page.getByLabel(words("assignment_absent_until_label")).fill(day(12));
      const monday = page.getByLabel(words("assignment_works_monday_label"));
      await monday.fill("17-9");
      await save.click();
      await page
        .getByRole("link", { name: words("assignment_works_monday_error_hours") })
        .waitFor();
      expect(await monday.inputValue()).toBe("17-9");
      await monday.fill("9 h – 17 h");
      await save.click();
      await page.getByText(words("assignment_saved"), { exact: true }).waitFor();
      await page.getByRole("link", { name: /Camille Roy/ }).click();
      await page.getByRole("heading", { name: "Camille Roy" }).waitFor();
      expect(await monday.inputValue()).toBe("09:00-17:00");
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await page.context().close();
    });
  },
);
