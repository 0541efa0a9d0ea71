import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";
import { axeFindings, DESKTOP, hydrated, loadWords, PHONE } from "../../../e2e/browser.fixture.ts";
import { answeredByMail, arrivedMail, deliverMail } from "../../../e2e/inbound-mail.fixture.ts";
import { journey } from "../../../e2e/journey.fixture.ts";
import { programFor } from "../../../e2e/program.fixture.ts";

let smtp: Awaited<ReturnType<typeof startSmtpPeer>>;
beforeAll(async () => {
  smtp = await startSmtpPeer();
});
afterAll(() => smtp.close());

const visit = journey({ environment: () => answeredByMail(smtp) });

const TEAM = [
  { role: "staff", name: "Samuel Tremblay" },
  { role: "manager", name: "Dominique Gagnon" },
] as const;

test.each([
  { locale: "en", prefix: "", viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", viewport: PHONE },
] as const)(
  "a lead arrives live, is claimed by one of two, called, mailed, answered, won and in the report, in $locale",
  async ({ locale, prefix, viewport }) => {
    const words = loadWords(locale);
    const sender = locale === "en" ? "Nora Whole" : "Léa Entière";
    const email = `whole.${locale}@example.org`;
    const template = `Whole ${locale}`;
    const button = (page: Page, key: string) =>
      page.getByRole("button", { name: words(key), exact: true });
    const open = (page: Page, news: string) =>
      page
        .getByRole("link", { name: words("inbox_live_show").replace("{news}", words(news)) })
        .click();

    const writer = await visit.newPage({ viewport });
    await visit.signIn(writer, "admin");
    await addTemplate(writer);
    await writer.context().close();

    // Both have the inbox open when the lead arrives, and open it from there.
    const colleagues = await Promise.all(
      TEAM.map(async ({ role, name }) => {
        const page = await visit.newPage({ viewport });
        await visit.signIn(page, role);
        await page.goto(`${prefix}/staff/leads`);
        await hydrated(page);
        return { page, name };
      }),
    );
    const { body } = await programFor(visit.site.origin).post("/forms/call-back", {
      name: sender,
      email,
      phone: "416-555-0142",
      subject: "A question",
      message: "When are you open?",
    });
    const reference = String(body["reference"]);
    for (const { page } of colleagues) {
      await open(page, "inbox_live_lead");
      await page.getByRole("link", { name: sender }).first().click();
      await page.getByRole("heading", { level: 1, name: sender }).waitFor();
    }

    const takes = colleagues.map(({ page }) => button(page, "assignment_take"));
    await Promise.all(takes.map((take) => take.waitFor()));
    await Promise.all(takes.map((take) => take.click()));
    const has = ({ page }: { page: Page }) =>
      page.getByText(words("assignment_yours"), { exact: true }).count();
    const owned = () => Promise.all(colleagues.map(has));
    await expect.poll(async () => (await owned()).filter((count) => count === 1).length).toBe(1);
    const [isFirst] = await owned();
    const [winner, other] = isFirst ? colleagues : colleagues.toReversed();
    if (!winner || !other) throw new Error("Two work on leads.");
    const told = other.page.getByRole("alert");
    await told.waitFor();
    expect(await told.innerText()).toBe(
      words("assignment_taken_meanwhile").replace("{name}", winner.name),
    );
    await other.page.context().close();

    const { page } = winner;
    const lead = page.getByRole("article", { name: sender });
    await button(page, "lead_call_reached").click();
    await lead.getByText(words("lead_call_event_reached"), { exact: true }).waitFor();

    await page.getByRole("link", { name: template, exact: true }).click();
    const text = page.getByLabel(words("template_text_label")).first();
    await expect.poll(() => text.inputValue()).toContain(sender.split(" ")[0]);
    await button(page, "template_send").first().click();
    await lead.getByText(words("template_event_mail"), { exact: true }).waitFor();
    const mail = await arrivedMail(smtp, email, `Your request ${reference}`);
    const answer = {
      From: `${sender} <${email}>`,
      To: mail.replyTo?.[0]?.address ?? "",
      "Message-ID": `<whole.${locale}@example.org>`,
      "In-Reply-To": mail.messageId ?? "",
      Subject: `Re: Your request ${reference}`,
    };
    expect(await deliverMail(visit.site.origin, answer, "Tomorrow at nine.")).toEqual({
      result: "matched",
    });
    // On a phone the list, with its news, is not beside the lead.
    if (viewport === PHONE) await page.reload();
    else await open(page, "inbox_live_answer");
    await lead.getByText(/Tomorrow at nine\./).waitFor();
    await hydrated(page);

    const task = `${sender}: pay stub`;
    const done = (key: string) =>
      page.getByRole("button", { name: words(key).replace("{title}", task) });
    await page.getByText(words("task_add"), { exact: true }).click();
    await page.getByLabel(words("task_title_label")).fill(task);
    await page.getByLabel(words("task_due_time_label")).selectOption("21:45");
    await button(page, "task_save").click();
    await done("task_do_which").click();
    await done("task_undo_which").waitFor();

    await page
      .getByRole("list", { name: words("staff_pipeline_label") })
      .getByRole("button", { name: words("staff_status_closed"), exact: true })
      .click();
    await page.getByRole("link", { name: words("outcome_missing") }).click();
    await page.getByText(words("outcome_won_title"), { exact: true }).click();
    await page.getByLabel(words("outcome_sold_value_label")).last().fill("18500");
    await button(page, "outcome_save").first().click();
    await page
      .getByText(/18.500/)
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.goto(`${prefix}/staff/reports`);
    await hydrated(page);
    await page.getByLabel(words("report_by")).selectOption("owner");
    await button(page, "report_show").click();
    const table = page.getByRole("group", { name: words("report_leads_title") });
    const row = table.getByRole("row", { name: winner.name });
    await row.waitFor();
    const columns = await table.getByRole("columnheader").allInnerTexts();
    // The row's name is a header, not a cell.
    const won = row.getByRole("cell").nth(columns.indexOf(words("report_won")) - 1);
    await won.getByRole("link").click();
    await page
      .getByRole("list", { name: words("staff_leads_title") })
      .getByRole("link", { name: sender })
      .first()
      .waitFor();
    await page.context().close();

    async function addTemplate(admin: Page) {
      await admin.goto(`${prefix}/staff/templates`);
      await hydrated(admin);
      const field = (key: string) => admin.getByLabel(words(`template_${key}_label`));
      await field("name").fill(template);
      await field("subject_en").fill("Your request {reference}");
      await field("text_en").fill("Hi {first_name},\n\nWhen may we call?");
      await field("subject_fr").fill("Votre demande {reference}");
      await field("text_fr").fill("Bonjour {first_name},\n\nQuand pouvons-nous appeler?");
      await button(admin, "template_save").click();
      await admin.getByText(template, { exact: true }).waitFor();
    }
  },
);
