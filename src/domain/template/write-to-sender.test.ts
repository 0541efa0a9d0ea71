import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordConsents } from "#domain/lead/consents.server.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { listTemplates, offerTemplate, saveTemplate } from "./templates.server.ts";
import { writeToSender } from "./write-to-sender.server.ts";

useSite();

let by: { id: string; name: string; role: "staff" };
let lead: Awaited<ReturnType<typeof storeLead>>;
beforeAll(async () => {
  by = { id: await storeStaff("Camille Roy"), name: "Camille Roy", role: "staff" };
});
beforeEach(async () => {
  lead = await storeLead({ email: "noah@example.org", phone: "+14165550199" });
});

const consentTo = (purpose: "contact_about_request" | "marketing_email" | "marketing_sms") =>
  recordConsents(db(), lead.submissionId, [
    { purpose, text: "Yes.", textVersion: 1, locale: "fr", channel: "web", givenAt: new Date() },
  ]);
const mail = (purpose: "request" | "marketing" = "request") =>
  writeToSender({
    reference: lead.reference,
    by,
    purpose,
    channel: "email",
    subject: "Your request",
    text: "Hello",
  });
const sms = (purpose: "request" | "marketing" = "request") =>
  writeToSender({ reference: lead.reference, by, purpose, channel: "sms", text: "Hello" });

describe("a message of staff to the sender of a lead", () => {
  test("is sent, kept in the history, and is the first contact", async () => {
    await consentTo("contact_about_request");
    expect(await mail()).toEqual({ ok: true });
    expect(await sms()).toEqual({ ok: true });
    const messages = await db()
      .select({ event: messageTable.event, to: messageTable.recipient })
      .from(messageTable)
      .where(eq(messageTable.leadId, lead.id))
      .orderBy(asc(messageTable.event));
    expect(messages).toEqual([
      { event: "lead_letter", to: "noah@example.org" },
      { event: "lead_sms", to: "+14165550199" },
    ]);
    const events = await db()
      .select({ kind: leadEventTable.kind, note: leadEventTable.note })
      .from(leadEventTable)
      .where(eq(leadEventTable.leadId, lead.id))
      .orderBy(asc(leadEventTable.id));
    expect(events).toContainEqual({ kind: "mail_sent", note: "Your request\n\nHello" });
    expect(events).toContainEqual({ kind: "sms_sent", note: "Hello" });
    const [stored] = await db().select().from(leadTable).where(eq(leadTable.id, lead.id));
    expect(stored?.firstContactAt).toBeInstanceOf(Date);
  });

  test("needs the consent that it is for", async () => {
    expect(await mail()).toEqual({ ok: false, code: "quiet" });
    await consentTo("contact_about_request");
    expect(await mail("marketing")).toEqual({ ok: false, code: "no_marketing_consent" });
    await consentTo("marketing_email");
    expect(await mail("marketing")).toEqual({ ok: true });
    expect(await sms("marketing")).toEqual({ ok: false, code: "no_marketing_consent" });
    await consentTo("marketing_sms");
    expect(await sms("marketing")).toEqual({ ok: true });
  });

  test("needs an address and a lead", async () => {
    lead = await storeLead();
    await consentTo("contact_about_request");
    expect(await mail()).toEqual({ ok: false, code: "no_address" });
    expect(await sms()).toEqual({ ok: false, code: "no_address" });
    lead = { ...lead, reference: "NBDY2345" };
    expect(await mail()).toEqual({ ok: false, code: "not_found" });
  });
});

describe("a template", () => {
  const texts = { textEn: "Hi {first_name}", textFr: "Bonjour {first_name}" };
  const subjects = { subjectEn: "Your request", subjectFr: "Votre demande" };
  const first = {
    name: "First",
    channel: "email",
    purpose: "request",
    ...texts,
    ...subjects,
  } as const;

  test("is stored once under its name, changed, and offered or not", async () => {
    expect(await saveTemplate(by, null, first)).toEqual({ ok: true });
    expect(await saveTemplate(by, null, first)).toEqual({
      ok: false,
      code: "refused",
      answers: [{ question: "name", code: "taken" }],
    });
    const [template] = await listTemplates();
    const id = template?.id ?? "";
    expect(await saveTemplate(by, id, { ...first, textEn: "Hello" })).toEqual({ ok: true });
    await offerTemplate(by, id, false);
    expect(await listTemplates()).toMatchObject([{ textEn: "Hello", isOffered: false }]);
    expect(await saveTemplate(by, "1", first)).toEqual({ ok: false, code: "not_found" });
  });

  test.each([
    [{ subjectFr: "" }, [{ question: "subjectFr", code: "needed" }]],
    [{ textEn: "Hi {firstname}" }, [{ question: "textEn", code: "field" }]],
    [{ subjectFr: "{car}" }, [{ question: "textFr", code: "field" }]],
    [{ channel: "sms", textFr: "x".repeat(460) }, [{ question: "textFr", code: "sms" }]],
  ] as const)("with %j is refused", async (changed, answers) => {
    expect(await saveTemplate(by, null, { ...first, name: "Other", ...changed })).toEqual({
      ok: false,
      code: "refused",
      answers,
    });
  });
});
