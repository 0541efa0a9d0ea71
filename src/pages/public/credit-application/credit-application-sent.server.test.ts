import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listDealerLeads } from "#domain/lead/dealer-leads.server.ts";
import { withValidAdf } from "#domain/lead/adf/adf-schema.fixture.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { withdrawConsent } from "#domain/lead/consents.server.ts";
import { createLeadLinkKey, recognizeSender } from "#domain/lead/lead-link.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { findSealedView, giveSealedView } from "#domain/lead/sealed-view.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { resultOf, browser } from "#pages/public/form-journey/journey.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { sendApplication, useDealership, withdraw } from "./credit-application.fixture.ts";
import { handleSentApplication, openSentApplication } from "./credit-application-sent.server.ts";

useSite();
const dealership = useDealership();

type Browser = ReturnType<typeof browser>;
let people = 0;

async function apply() {
  people += 1;
  const email = `applicant-${people}@example.com`;
  const who = browser();
  const boxes = { creditCheck: "yes", shareWithDealership: "yes" };
  const reference = await sendApplication(who, { ...boxes, email });
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.reference, reference));
  if (!lead) throw new Error("No lead was stored.");
  return { who, email, lead, reference };
}

const open = (who: Browser, reference: string, key = "") =>
  openSentApplication({
    request: who.get(`/creditform/sent/${reference}?key=${key}`),
    context: who.context,
    params: { reference },
  });

const findConsents = (lead: typeof leadTable.$inferSelect) =>
  db().select().from(consentTable).where(eq(consentTable.submissionId, lead.submissionId));

const mailsTo = async (address: string) =>
  (await listOutbox({ limit: 200 })).filter(({ to }) => to === address);

const NOBODY = { user: null, visitorHash: "nobody" };
const NOBODY_SENT = { userId: null, visitorHash: null };

test("its sender sees all of it masked; whoever knows the reference sees nothing that was answered", async () => {
  const { who, email, lead, reference } = await apply();
  const { own } = await open(who, reference);
  const shown = JSON.stringify(own);
  expect(shown).toContain("a•••@example.com");
  expect(shown).toContain("Prairie Steel");
  expect(shown).not.toContain(email);
  expect(shown).not.toMatch(/193.?456.?787|142607|1987/u);
  const stranger = browser();
  expect(await open(stranger, reference)).toMatchObject({ own: null, isDeadKey: false });
  const key = createLeadLinkKey({ reference, email });
  expect((await open(stranger, reference, key)).own).not.toBeNull();
  // The link that the page shows opens it elsewhere, and does not show that somebody reads the mailbox.
  const shownKey = new URL(own?.waysBack.link?.href ?? "").searchParams.get("key") ?? "";
  expect((await open(stranger, reference, shownKey)).own).not.toBeNull();
  expect(recognizeSender(NOBODY, { lead, submission: NOBODY_SENT }, shownKey)).toBe("browser");
  expect(recognizeSender(NOBODY, { lead, submission: NOBODY_SENT }, key)).toBe("mail_link");
  const foreign = createLeadLinkKey({ reference, email: "another@example.com" });
  expect(await open(stranger, reference, foreign)).toMatchObject({ own: null, isDeadKey: true });
});

test("what the income carries, and what is left to do, is shown until the application is withdrawn", async () => {
  const { who, reference } = await apply();
  expect((await open(who, reference)).own).toMatchObject({
    isWithdrawn: false,
    affordable: { incomeCad: 5_400 },
    status: expect.not.stringMatching(/withdr/iu),
    // Its number is not verified yet, and it is shared already.
    phone: { code: { state: "not_started" } },
    share: null,
  });
  await withdraw(who, reference, { sure: "yes" });
  expect((await open(who, reference)).own).toMatchObject({
    isWithdrawn: true,
    affordable: null,
    status: expect.stringMatching(/withdr/iu),
    phone: null,
    share: null,
  });
});

test("its page takes thirty posts an hour, whoever has its link", async () => {
  const { who, reference } = await apply();
  const press = (intent: string) =>
    resultOf<unknown>(async () =>
      handleSentApplication({
        request: who.post(`/creditform/sent/${reference}`, { intent }),
        context: who.anotherRequest(),
        params: { reference },
      }),
    );
  for (let turn = 0; turn < 30; turn += 1) expect((await press("share")).status).toBe(422);
  for (const intent of ["share", "confirm-again", "go-on-alone"])
    expect((await press(intent)).status).toBe(429);
});

test("the confirmation holds the way to the page", async () => {
  const { email, reference } = await apply();
  await sendDueMessages();
  const [mail] = await mailsTo(email);
  expect(mail?.text).toMatch(new RegExp(`/creditform/sent/${reference}\\?key=`, "u"));
});

const findAtDealership = async (reference: string) =>
  (await listDealerLeads(dealership.id)).find((each) => each.reference === reference);

test("withdrawn before it went out: no dealership hears of it at all", async () => {
  const { who, lead, reference } = await apply();
  expect(lead.dealershipId).toBe(dealership.id);
  expect((await withdraw(who, reference, {})).status).toBe(422);
  expect((await withdraw(browser(), reference, { sure: "yes" })).status).toBe(404);
  expect((await withdraw(who, reference, { sure: "yes" })).status).toBe(303);
  await sendDueMessages();
  expect(await findAtDealership(reference)).toBeUndefined();
  const mails = await mailsTo(dealership.leadEmail);
  expect(mails.filter(({ subject }) => subject?.includes(reference))).toEqual([]);
});

test("withdrawn: its consents end, the dealership that has it is told, once", async () => {
  const { who, email, lead, reference } = await apply();
  await sendDueMessages();
  const staff = await storePerson("Samuel Staff", { role: "staff" });
  const reason = "The dealership submits to its own lender.";
  expect(await giveSealedView({ reference, reason }, { id: staff.id, role: "staff" })).toEqual({
    ok: true,
  });
  await sendDueMessages();
  const token = (await mailsTo(dealership.leadEmail))
    .map(({ text }) => /dealer\/sealed\/([\w-]+)/u.exec(text)?.[1])
    .find(Boolean);
  expect(await findSealedView(token ?? "", dealership.id)).toMatchObject({ reference });
  expect(await findAtDealership(reference)).toMatchObject({
    state: "shared",
    name: "Chloé Gagnon",
  });
  expect((await withdraw(who, reference, { sure: "yes" })).status).toBe(303);
  expect((await withdraw(who, reference, { sure: "yes" })).status).toBe(303);
  // The link that shows sealed answers is over at once, and the portal says what to do.
  expect(await findSealedView(token ?? "", dealership.id)).toBeNull();
  const over = await findAtDealership(reference);
  expect(over).toMatchObject({ state: "over", since: expect.any(Date) });
  expect(JSON.stringify(over)).not.toContain("Chloé");
  await sendDueMessages();
  const consents = await findConsents(lead);
  const state = consents.filter(({ withdrawnAt }) => withdrawnAt === null);
  expect(state).toEqual([]);
  const page = await open(who, reference);
  expect(page.own).toMatchObject({ isWithdrawn: true, share: null });
  expect(page.facts.dealershipName).toBeNull();
  const notified = (await mailsTo(dealership.leadEmail)).filter(({ subject }) =>
    subject?.startsWith(`Withdrawn lead ${reference}`),
  );
  expect(notified).toHaveLength(1);
  const xml = notified[0]?.text ?? "";
  withValidAdf(xml, (root) => {
    expect(root.get("prospect")?.get("@status")?.content).toBe("resend");
    expect(root.get("prospect/id")?.content).toBe(reference);
  });
  expect(xml).toContain("WITHDRAWN BY THE APPLICANT");
  expect(xml).not.toMatch(/applicant-\d|4035550147|Prairie Steel/u);
  const [row] = await db()
    .select({ status: leadTable.status })
    .from(leadTable)
    .where(eq(leadTable.id, lead.id));
  expect(row?.status).toBe("closed");
  const [confirmed] = (await mailsTo(email)).filter(({ subject }) => subject?.includes("withdrew"));
  expect(confirmed?.text).toMatch(/destroyed at once/u);
  expect(confirmed?.text).toMatch(/told to delete it/u);
  const withdrawals = and(
    eq(messageTable.leadId, lead.id),
    eq(messageTable.event, "lead_withdrawn"),
  );
  expect(await db().$count(messageTable, withdrawals)).toBe(1);
});

test("where only the sharing is taken back, its dealership has the name no more, and its sender may agree anew", async () => {
  const { who, lead, reference } = await apply();
  await sendDueMessages();
  expect(await findAtDealership(reference)).toMatchObject({ state: "shared" });
  const share = (await findConsents(lead)).find(
    ({ purpose }) => purpose === "share_with_dealership",
  );
  await withdrawConsent(share?.id ?? "");
  const over = await findAtDealership(reference);
  expect(over).toMatchObject({ state: "over", since: expect.any(Date) });
  expect(JSON.stringify(over)).not.toContain("Chloé");
  expect((await open(who, reference)).own?.share).toMatchObject({ text: expect.any(String) });
});
