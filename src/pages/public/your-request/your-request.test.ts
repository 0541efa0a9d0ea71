import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi, afterEach } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { callBackHandler } from "#domain/call-back/call-back-handler.server.ts";
import { dealTable } from "#domain/deal/deal.table.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { createLeadLinkKey } from "#domain/lead/lead-link.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { privacyRequestTable } from "#domain/privacy-request/privacy-request.table.ts";
import { deleteExpiredData } from "#domain/retention/expired-data.server.ts";
import {
  storeDealership,
  storeOffer,
  storeSellRequest,
} from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { acceptOffer } from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import { listOffers } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import {
  sendApplication,
  useDealership,
} from "#pages/public/credit-application/credit-application.fixture.ts";
import { resultOf, browser } from "#pages/public/form-journey/journey.fixture.ts";
import { loadLead } from "#pages/staff/lead-view.server.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { handleYourRequest, exportYourRequest, openYourRequest } from "./your-request.server.ts";

useSite();
const dealership = useDealership();
afterEach(() => vi.useRealTimers());

type Browser = ReturnType<typeof browser>;
let people = 0;
const newEmail = () => `sender-${(people += 1)}@example.com`;

async function sendCallBack(who: Browser, email = newEmail()): Promise<string> {
  const fields = {
    submissionId: randomUUID(),
    name: "Noah Tremblay",
    email,
    subject: "Winter tires",
    message: "Do the prices hold the tires?",
  };
  const sent = await receivePost(callBackHandler, rawFields(fields), readVisitor(who));
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return sent.reference;
}

/** A request of each kind that people send without an account, each from its own browser. */
const KINDS: Record<string, (who: Browser) => Promise<string>> = {
  "a call-back request": (who) => sendCallBack(who),
  "a pre-approval": async (who) => {
    const { reference, submissionId } = await storeLead({ email: newEmail() });
    const { visitorHash } = readVisitor(who);
    await db()
      .update(submissionTable)
      .set({ visitorHash })
      .where(eq(submissionTable.id, submissionId));
    return reference;
  },
  "a credit application": (who) =>
    sendApplication(who, { shareWithDealership: "yes", creditCheck: "yes", email: newEmail() }),
  "a sell request": async (who) =>
    (await storeSellRequest({ visitorHash: readVisitor(who).visitorHash, email: newEmail() }))
      .reference,
};

const args = (who: Browser, reference: string, query = "") => ({
  request: who.get(`/your-request/${reference}${query}`),
  context: who.context,
  params: { reference },
});

const post = (who: Browser, reference: string, fields: Record<string, string>, query = "") =>
  resultOf<unknown>(async () =>
    handleYourRequest({
      request: who.post(`/your-request/${reference}${query}`, fields),
      context: who.context,
      params: { reference },
    }),
  );

const withdraw = (who: Browser, reference: string) =>
  post(who, reference, { form: "withdrawal", sure: "yes" });
const erase = (who: Browser, reference: string) =>
  post(who, reference, { form: "erasure", sure: "yes" });

const findLeadRow = async (reference: string) =>
  (await db().select().from(leadTable).where(eq(leadTable.reference, reference)))[0];

const mailsTo = async (address: string) =>
  (await listOutbox({ limit: 300 })).filter(({ to }) => to === address);

const recordsOf = async (thingId: string) =>
  (
    await db()
      .select()
      .from(auditTable)
      .where(eq(auditTable.thingId, thingId))
      .orderBy(auditTable.position)
  ).map(({ action }) => action);

describe.each(Object.entries(KINDS))("%s", (_kind, send) => {
  test("is downloaded, corrected, withdrawn and deleted by its sender, and by nobody else", async () => {
    const who = browser();
    const reference = await send(who);
    const lead = await findLeadRow(reference);
    if (!lead) throw new Error("There is no lead.");

    // A person who knows the reference, which is read out on the phone.
    const stranger = browser();
    await expect(openYourRequest(args(stranger, reference))).rejects.toMatchObject({
      init: { status: 404 },
    });
    for (const form of ["correction", "withdrawal", "erasure"])
      expect((await post(stranger, reference, { form, sure: "yes" })).status).toBe(404);

    // The link of an e-mail works like the browser that sent it.
    const key = createLeadLinkKey({ reference, email: lead.email ?? "" });
    const byLink = await openYourRequest(args(stranger, reference, `?key=${key}`));
    expect(byLink).toMatchObject({ state: "open", reference, isMasked: true, withdrawn: null });

    const file = await exportYourRequest(args(who, reference, "?format=json"));
    expect(file.headers.get("content-disposition")).toContain(`request-${reference}.json`);
    const stored = (await file.json()) as Record<string, unknown[]>;
    expect(Object.keys(stored)).toEqual(expect.arrayContaining(["submission", "lead"]));
    const text = JSON.stringify(stored);
    expect(text).not.toContain(lead.email);
    expect(text).not.toMatch(/sealed|visitor_hash|193.?456.?787/u);
    expect(await recordsOf(reference)).toContain("data_exported");

    // An incomplete post, as by a slip of the hand, does nothing.
    for (const form of ["withdrawal", "erasure"])
      expect((await post(who, reference, { form })).status).toBe(422);
    expect((await post(who, reference, { form: "correction", correction: "no" })).status).toBe(422);

    const words = { form: "correction", correction: "My name is Noé, not Noah." };
    expect((await post(who, reference, words)).status).toBe(303);
    expect((await loadLead(reference, "en", STAFF))?.corrections).toMatchObject([
      { text: words.correction, isOverdue: false },
    ]);

    expect((await withdraw(who, reference)).status).toBe(303);
    expect(await findLeadRow(reference)).toMatchObject({ status: "closed" });
    expect(await openYourRequest(args(who, reference))).toMatchObject({
      withdrawn: expect.any(String),
    });

    expect((await erase(who, reference)).status).toBe(303);
    expect(await findLeadRow(reference)).toBeUndefined();
    const { submissionId } = lead;
    for (const [table, column] of [
      [submissionTable, submissionTable.id],
      [consentTable, consentTable.submissionId],
    ] as const)
      expect(await db().$count(table, eq(column, submissionId))).toBe(0);
    const isOfLead = eq(messageTable.leadId, lead.id);
    expect(await db().$count(messageTable, isOfLead)).toBe(0);
    // What stays contains no name.
    const saved = await db()
      .select()
      .from(privacyRequestTable)
      .where(eq(privacyRequestTable.reference, reference))
      .orderBy(privacyRequestTable.id);
    expect(saved.map(({ kind, state, name, email }) => [kind, state, name, email])).toEqual([
      ["withdrawal", "done", "", null],
      ["erasure", "done", "", null],
    ]);
    expect(await openYourRequest(args(stranger, reference))).toMatchObject({ state: "erased" });
    expect(await recordsOf(reference)).toEqual(
      expect.arrayContaining(["request_withdrawn", "request_erased"]),
    );
    await sendDueMessages();
    const subjects = (await mailsTo(lead.email ?? "")).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringMatching(/We deleted|est supprimée/u));
  });
});

const STAFF = { id: "nobody", role: "staff" } as const;

test("a request is posted about thirty times an hour, and downloaded twenty, by whoever has its link", async () => {
  const who = browser();
  const reference = await sendCallBack(who);
  for (let turn = 0; turn < 30; turn += 1)
    expect((await post(who, reference, { form: "withdrawal" })).status).toBe(422);
  const correction = { form: "correction", correction: "My name is Noé, not Noah." };
  expect((await post(who, reference, correction)).status).toBe(429);
  for (const end of [withdraw, erase]) expect((await end(who, reference)).status).toBe(429);
  expect(await findLeadRow(reference)).toMatchObject({ status: "new" });
  const download = () => exportYourRequest(args(who, reference, "?format=json"));
  for (let turn = 0; turn < 20; turn += 1) expect((await download()).status).toBe(200);
  await expect(download()).rejects.toMatchObject({ init: { status: 429 } });
});

test("deleted at once, the dealership that has an application is told to delete it too", async () => {
  const who = browser();
  const email = newEmail();
  const boxes = { shareWithDealership: "yes", creditCheck: "yes" };
  const reference = await sendApplication(who, { ...boxes, email });
  await sendDueMessages();
  expect((await erase(who, reference)).status).toBe(303);
  await sendDueMessages();
  const subjects = (await mailsTo(dealership.leadEmail)).map(({ subject }) => subject ?? "");
  expect(
    subjects.filter((subject) => subject.startsWith(`Delete request ${reference}`)),
  ).toHaveLength(1);
  // One e-mail, not one for the withdrawal and one for the deletion.
  const notified = (await mailsTo(email)).map(({ subject }) => subject ?? "");
  expect(notified.filter((subject) => /withdrew|deleted your/u.test(subject))).toHaveLength(1);
});

test("whoever is signed in to the account that sent it sees addresses in full", async () => {
  const user: SignedInUser = await storePerson("Chloé Gagnon");
  const who = browser({ user });
  const email = newEmail();
  const reference = await sendApplication(who, { email });
  const file = await exportYourRequest(args(who, reference, "?format=json"));
  expect(await file.text()).toContain(email);
});

test("a sell request with an accepted offer is called off first; open offers are declined with it", async () => {
  const buyer = await storeDealership("Rideau Wheel House");
  const visitorHash = randomUUID();
  const who = browser({ visitorHash });
  const request = await storeSellRequest({ visitorHash, email: newEmail() });
  const offerId = await storeOffer(buyer, request.reference);
  const seller = { reference: request.reference, way: "browser", userId: null } as const;
  expect(await acceptOffer(seller, offerId)).toEqual({ ok: true });
  for (const end of [withdraw, erase]) expect((await end(who, request.reference)).status).toBe(409);
  expect(await findLeadRow(request.reference)).toMatchObject({ status: "approved" });

  // When the car has its buyer, the papers are also theirs.
  await db()
    .update(dealTable)
    .set({ state: "handed_over", endedAt: new Date(), endedBySide: "seller" })
    .where(eq(dealTable.leadId, request.leadId));
  expect((await erase(who, request.reference)).status).toBe(303);
  expect(await openYourRequest(args(who, request.reference))).toMatchObject({
    isErasureAsked: true,
    hold: expect.stringContaining("buyer"),
  });

  const other = await storeSellRequest({ visitorHash, email: newEmail() });
  await storeOffer(buyer, other.reference);
  expect((await withdraw(who, other.reference)).status).toBe(303);
  const [offer] = await listOffers(db(), other.leadId);
  expect(offer?.state).toBe("declined");
});

/** Stores a lead that staff decided on that day, of a person in that province. */
async function storeDecided(who: Browser, provinceCode: "QC" | "ON", decidedAt: Date) {
  const lead = await storeLead({ email: newEmail(), provinceCode });
  await db()
    .update(submissionTable)
    .set({ visitorHash: readVisitor(who).visitorHash })
    .where(eq(submissionTable.id, lead.submissionId));
  await db()
    .insert(leadEventTable)
    .values({ leadId: lead.id, kind: "status_changed", toStatus: "approved", at: decidedAt });
  return lead;
}

test("what a decision in Québec was made with is withdrawn now, and goes by itself after its year", async () => {
  const who = browser();
  const decidedAt = new Date("2026-03-01T12:00:00Z");
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-01T12:00:00Z") });
  const elsewhere = await storeDecided(who, "ON", decidedAt);
  expect((await erase(who, elsewhere.reference)).status).toBe(303);
  expect(await findLeadRow(elsewhere.reference)).toBeUndefined();

  const { reference } = await storeDecided(who, "QC", decidedAt);
  expect(await openYourRequest(args(who, reference))).toMatchObject({
    hold: expect.stringContaining("March 1, 2027"),
  });
  expect((await erase(who, reference)).status).toBe(303);
  expect(await openYourRequest(args(who, reference))).toMatchObject({
    isErasureAsked: true,
    withdrawn: expect.any(String),
  });
  vi.setSystemTime(new Date("2027-02-28T12:00:00Z"));
  await deleteExpiredData();
  expect(await findLeadRow(reference)).toBeDefined();
  vi.setSystemTime(new Date("2027-03-02T12:00:00Z"));
  await deleteExpiredData();
  expect(await findLeadRow(reference)).toBeUndefined();
});

test("a correction that nobody answered in time is overdue on the lead's page", async () => {
  const who = browser();
  const reference = await sendCallBack(who);
  const words = { form: "correction", correction: "The tires are for my mother's car." };
  expect((await post(who, reference, words)).status).toBe(303);
  const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);
  vi.useFakeTimers({ toFake: ["Date"], now: day(29) });
  expect((await loadLead(reference, "en", STAFF))?.corrections).toMatchObject([
    { isOverdue: false },
  ]);
  vi.setSystemTime(day(3));
  expect((await loadLead(reference, "en", STAFF))?.corrections).toMatchObject([
    { isOverdue: true },
  ]);
});

test("a Social Insurance Number in a correction is refused where it is typed", async () => {
  const who = browser();
  const reference = await sendCallBack(who);
  const words = { form: "correction", correction: "My SIN is 193 456 787, not the other one." };
  expect((await post(who, reference, words)).status).toBe(422);
});

test("the confirmation of a request without a page of its own leads here", async () => {
  const who = browser();
  const email = newEmail();
  const reference = await sendCallBack(who, email);
  await sendDueMessages();
  const [mail] = await mailsTo(email);
  expect(mail?.text).toMatch(new RegExp(`/your-request/${reference}\\?key=`, "u"));
});
