import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const deliver = (headers: Record<string, string>, text: string, when?: { secondsAgo: number }) =>
  deliverMail(visit.site.origin, headers, text, when);

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);
  const noah = `noah.${locale}@example.org`;
  const settle = async (page: Page) => {
    if (options.javaScriptEnabled) await hydrated(page);
  };
  const sendRequest = async (name: string, email: string): Promise<string> => {
    const { body } = await programFor(visit.site.origin).post("/forms/call-back", {
      name,
      email,
      phone: "416-555-0142",
      subject: "A question",
      message: "When are you open?",
    });
    return String(body["reference"]);
  };
  const stage = (page: Page, name: string) =>
    page
      .getByRole("list", { name: words("staff_pipeline_label") })
      .getByText(words(`staff_status_${name}`), { exact: true });

  test("a mail from a lead is answered, seen live, closed, answered again and reopened", async () => {
    const reference = await sendRequest("Noah Tremblay", noah);
    const page = await visit.newPage(options);
    await visit.signIn(page, "staff");
    await page.goto(`${prefix}/staff/leads/${reference}`);
    await settle(page);
    // Above it, the link to one's own mail program has the same name.
    await page.getByText(words("template_write_mail"), { exact: true }).last().click();
    await page.getByLabel(words("template_subject_label")).fill("Your request");
    await page.getByLabel(words("template_text_label")).first().fill("When may we call?");
    await page
      .getByRole("button", { name: words("template_send"), exact: true })
      .first()
      .click();
    await page.getByText(words("template_event_mail"), { exact: true }).waitFor();
    const email = await arrivedMail(smtp, noah, "Your request");
    const [replyTo] = email.replyTo ?? [];
    expect(replyTo?.address).toMatch(/^reply\+[a-z0-9]{8}-[0-9a-f]{32}@in\.example\.ca$/);

    const answer = {
      From: `Noah <${noah}>`,
      To: replyTo?.address ?? "",
      "Message-ID": `<1.${locale}@example.org>`,
      "In-Reply-To": email.messageId ?? "",
      Subject: "Re: Your request",
    };
    const text = "Tomorrow at nine.\r\n\r\nOn Friday, Rouvia wrote:\r\n> When may we call?";
    expect(await deliver(answer, text)).toEqual({ result: "matched" });
    expect(await deliver(answer, text, { secondsAgo: 5 })).toEqual({ result: "known" });
    if (options.javaScriptEnabled)
      await page
        .getByRole("link", {
          name: words("inbox_live_show").replace("{news}", words("inbox_live_answer")),
        })
        .click();
    else await page.reload();
    const lead = page.getByRole("article", { name: "Noah Tremblay" });
    await lead
      .getByText(words("inbound_mail_event").replace("{from}", noah), { exact: true })
      .waitFor();
    await lead.getByText(/Tomorrow at nine\./).waitFor();
    const quoted = lead.getByText(/> When may we call\?/);
    expect(await quoted.isVisible()).toBe(false);
    await lead.getByText(words("inbound_mail_quoted"), { exact: true }).click();
    await quoted.waitFor();
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    await page.goto(`${prefix}/staff/leads?q=${reference}`);
    await page.getByText(words("inbound_mail_answered"), { exact: true }).waitFor();

    await page.goto(`${prefix}/staff/leads/${reference}`);
    await settle(page);
    await stage(page, "closed").click();
    await page.getByRole("link", { name: words("outcome_missing") }).waitFor();
    const again = { ...answer, "Message-ID": `<2.${locale}@example.org>` };
    expect(await deliver(again, "Are you still there?")).toEqual({ result: "matched" });
    await page.reload();
    await lead.getByText(/Are you still there\?/).waitFor();
    expect(await page.getByRole("link", { name: words("outcome_missing") }).count()).toBe(0);
    expect(await stage(page, "closed").getAttribute("aria-current")).toBeNull();
    await page.context().close();
  });

  test("a mail that belongs to no lead is joined to one by hand, or deleted", async () => {
    const reference = await sendRequest("Wei Chen", `wei.${locale}@example.org`);
    for (const subject of ["My car", "Cheap watches"])
      await deliver(
        {
          From: "other@example.net",
          To: "hello@example.ca",
          "Message-ID": `<${subject.length}.${locale}@example.net>`,
          Subject: `${subject} ${locale}`,
        },
        "It is me, from another address.",
      );
    const page = await visit.newPage(options);
    await visit.signIn(page, "staff");
    await page.goto(`${prefix}/staff/messages?show=unmatched`);
    await settle(page);
    const mail = (subject: string) =>
      page.getByRole("listitem").filter({ hasText: `${subject} ${locale}` });
    const join = () =>
      mail("My car")
        .getByRole("button", { name: words("inbound_mail_join") })
        .click();
    const typed = () => mail("My car").getByLabel(words("inbound_mail_reference_label"));
    await typed().fill("NBDY2345");
    await join();
    await page.getByText(words("inbound_mail_reference_unknown")).waitFor();
    expect(await typed().inputValue()).toBe("NBDY2345");
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    await mail("Cheap watches")
      .getByRole("button", { name: words("inbound_mail_delete") })
      .click();
    await expect.poll(() => mail("Cheap watches").count()).toBe(0);
    await typed().fill(reference.toLowerCase());
    await join();
    const lead = page.getByRole("article", { name: "Wei Chen" });
    await lead.getByText(/It is me, from another address\./).waitFor();
    await page.context().close();
  });
});
