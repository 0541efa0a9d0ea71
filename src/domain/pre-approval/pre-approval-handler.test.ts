import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { findDeal } from "#domain/deal/deal-queries.server.ts";
import { IN_CALGARY, storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { changeDraft, findDraft } from "#domain/draft/draft.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { startSenders } from "#domain/notification/senders.server.ts";
import { askForCode } from "#domain/phone-verification/phone-code.server.ts";
import { storeVerifiedPhone } from "#domain/phone-verification/phone-verification.fixture.ts";
import { storeDeal } from "#domain/sale/deal.fixture.ts";
import { passGate, type TickedBox } from "#forms/gates.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readForm } from "#forms/read-form.ts";
import { actAt } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { makeContext, newAddress } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type Visitor } from "#platform/request/visitor.server.ts";
import { startTwilioPeer } from "#platform/sms/twilio-peer.fixture.ts";
import { useSite } from "#server/site.fixture.ts";
import { USUAL_LOAN } from "#values/loan-choice.ts";
import { PHONE_CODE_HOURS } from "#values/retention.ts";
import { buildContactBox, buildShareBox } from "./panel-boxes.server.ts";
import { APPLICANT } from "./pre-approval-answers.fixture.ts";
import { preApprovalForm as form, QUALIFIED_GATE } from "./pre-approval.form.ts";
import { preApprovalHandler as handler } from "./pre-approval-handler.server.ts";

useSite();

const HOUR_MS = 60 * 60_000;
const hoursLater = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

let people = 0;

/** A new sender with a number of their own, from an address that no limit has counted. */
function makeSender(visitor: Partial<Visitor> = {}) {
  people += 1;
  const context = makeContext({
    visitorHash: randomUUID(),
    ipAddress: newAddress(),
    ...visitor,
  });
  const phone = `+1403555${1300 + people}`;
  return { visitor: readVisitor({ context }), phone, submissionId: randomUUID() };
}
type Sender = ReturnType<typeof makeSender>;

const fill = ({ phone, submissionId }: Sender, fields: Readonly<Record<string, string>> = {}) =>
  rawFields({
    ...APPLICANT,
    submissionId,
    email: `${submissionId}@example.com`,
    phoneNumber: phone,
    ...fields,
  });
const send = (sender: Sender, fields: Readonly<Record<string, string>> = {}) =>
  receivePost(handler, fill(sender, fields), sender.visitor);
const verify = ({ visitor, phone }: Sender) => storeVerifiedPhone(visitor.visitorHash, phone);

/** Stores the draft of a sender who has ticked these boxes on the panel. */
async function tick(sender: Sender, ticked: readonly TickedBox[]): Promise<void> {
  const { answers } = readForm(form, fill(sender), { now: new Date(), locale: "en" });
  const consents = passGate(QUALIFIED_GATE, [], { locale: "en", at: new Date(), ticked });
  // A box can only be ticked once the answers are stored.
  for (const agreed of [[], consents])
    await changeDraft(sender.visitor.visitorHash, form, (_draft, save) =>
      save({ answers, consents: agreed }),
    );
}

async function findStored({ submissionId }: Sender) {
  const [row] = await db()
    .select()
    .from(submissionTable)
    .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
    .where(eq(submissionTable.id, submissionId));
  if (!row) throw new Error("Nothing was stored.");
  const isOfIt = eq(consentTable.submissionId, submissionId);
  const consents = await db().select().from(consentTable).where(isOfIt);
  const ofLead = eq(leadEventTable.leadId, row.lead.id);
  const events = await db().select().from(leadEventTable).where(ofLead);
  return { ...row, consents, events: events.map(({ kind }) => kind) };
}

const countRows = () =>
  Promise.all(
    [submissionTable, leadTable, consentTable, leadEventTable, messageTable].map((table) =>
      db().$count(table),
    ),
  );

/** The lead of a sender with a verified phone who sends these fields. */
async function sendVerified(
  fields: Readonly<Record<string, string>>,
  visitor: Partial<Visitor> = {},
) {
  const sender = makeSender(visitor);
  await verify(sender);
  expect(await send(sender, fields)).toMatchObject({ ok: true });
  return findStored(sender);
}

const NOT_VERIFIED = {
  ok: false,
  code: "refused_answers",
  fieldErrors: [{ question: "phoneNumber", code: "phone_not_verified" }],
};

test("from a verified phone it is a lead with its consents, and the date of birth is sealed", async () => {
  const sender = makeSender();
  await verify(sender);
  await tick(sender, [buildContactBox("en")]);
  expect(await send(sender)).toMatchObject({ ok: true });
  const { lead, submission, consents, events } = await findStored(sender);
  expect(lead).toMatchObject({
    kind: "pre_approval",
    status: "new",
    firstName: "Chloé",
    lastName: "Gagnon",
    email: `${sender.submissionId}@example.com`,
    phone: sender.phone,
    phoneVerifiedAt: expect.any(Date),
  });
  expect(events).toContain("phone_verified");
  expect(consents.map(({ purpose }) => purpose)).toEqual(["contact_about_request"]);
  expect(submission.answers).toMatchObject({ carType: "suv", jobTitle: "Welder" });
  expect(submission.answers).not.toHaveProperty("dateOfBirth");
  expect(submission.sealedAnswers).not.toBeNull();
});

test.each<[who: string, before: (sender: Sender) => Promise<unknown>]>([
  ["nobody ever verified", async () => {}],
  ["another visitor verified", ({ phone }) => storeVerifiedPhone(randomUUID(), phone)],
  [
    "is not the one that its sender verified",
    ({ visitor }) => storeVerifiedPhone(visitor.visitorHash, "+14035551299"),
  ],
  [
    "was sent a code that nobody entered",
    ({ visitor, phone }) => askForCode(visitor, "pre_approval", phone),
  ],
])("a phone that %s is refused, and nothing is stored", async (_who, before) => {
  const sender = makeSender();
  await tick(sender, [buildContactBox("en")]);
  await before(sender);
  const rows = await countRows();
  expect(await send(sender)).toMatchObject(NOT_VERIFIED);
  expect(await countRows()).toEqual(rows);
  expect(await findDraft(sender.visitor.visitorHash, form)).toMatchObject({
    sentReference: null,
    answers: { carType: "suv" },
  });
});

test.each([
  [PHONE_CODE_HOURS - 1, { ok: true }],
  [PHONE_CODE_HOURS + 1, NOT_VERIFIED],
])("of a phone that was verified %i hours ago: %o", async (hours, expected) => {
  const sender = makeSender();
  await verify(sender);
  expect(await actAt(hoursLater(hours), () => send(sender))).toMatchObject(expected);
});

test.each<[why: string, before: (sender: Sender) => Promise<unknown>]>([
  [
    "the site may send no more messages",
    async () => {
      const usual = env();
      setEnv({ ...usual, SMS_DAILY_BUDGET: 0 });
      onTestFinished(() => setEnv(usual));
    },
  ],
  [
    "the provider is away",
    async ({ visitor, phone }) => {
      const peer = await startTwilioPeer();
      await peer.close();
      startSenders({ ...env(), SMS_URL: peer.smsUrl });
      onTestFinished(() => startSenders(env()));
      expect(await askForCode(visitor, "pre_approval", phone)).toMatchObject({
        state: "not_started",
        isUnavailable: true,
      });
    },
  ],
])("where %s it is accepted, and marked as not verified", async (_why, before) => {
  const sender = makeSender();
  await before(sender);
  expect(await send(sender)).toMatchObject({ ok: true });
  const { lead, submission, events } = await findStored(sender);
  expect(lead).toMatchObject({ phone: sender.phone, phoneVerifiedAt: null });
  expect(events).not.toContain("phone_verified");
  const reading = { sender: "en", reader: "en", further: [] } as const;
  const adf = await handler.adf?.(submission.answers, lead, reading);
  expect(adf?.customer.comments).toContain("Phone: not verified");
});

test("the same submission sent again is the same lead, also once its code has expired", async () => {
  const sender = makeSender();
  await verify(sender);
  const first = await send(sender);
  const rows = await countRows();
  expect(first).toMatchObject({ ok: true });
  expect(await send(sender, { firstName: "Zoé" })).toEqual(first);
  expect(await actAt(hoursLater(PHONE_CODE_HOURS + 1), () => send(sender))).toEqual(first);
  expect(await countRows()).toEqual(rows);
});

const STORES = {
  named: { ...IN_CALGARY, name: "Bow River Auto", takesLeadKinds: ["pre_approval"] },
  nearby: { ...IN_CALGARY, name: "Elbow Cars", takesLeadKinds: ["pre_approval"] },
  closed: { ...IN_CALGARY, name: "Gone Auto", takesLeadKinds: ["pre_approval"], active: false },
  otherwise: { ...IN_CALGARY, name: "Bids Only", takesLeadKinds: ["bid"] },
} satisfies Record<string, Parameters<typeof storeDealershipRow>[0]>;
type StoreName = keyof typeof STORES;
const stores = new Map<string, { id: string; name: string }>();
beforeAll(async () => {
  for (const [key, row] of Object.entries(STORES)) stores.set(key, await storeDealershipRow(row));
});

test.each<[ticked: (StoreName | "contact")[], goesTo: StoreName | null]>([
  [[], null],
  [["contact"], null],
  [["named"], "named"],
  [["contact", "named"], "named"],
  // To no other dealership than the one that its sender agreed to.
  [["closed"], null],
  [["contact", "otherwise"], null],
])("with the boxes %j ticked it goes to %s", async (ticked, goesTo) => {
  const sender = makeSender();
  await verify(sender);
  const boxes = ticked.map((each) => {
    const store = stores.get(each);
    return store ? buildShareBox(store, [], "en") : buildContactBox("en");
  });
  await tick(sender, boxes);
  await send(sender);
  const { lead, consents } = await findStored(sender);
  expect(lead.dealershipId).toBe(goesTo && stores.get(goesTo)?.id);
  const channel = "web: pre-approval, qualified panel, checkbox";
  expect(consents).toHaveLength(boxes.length);
  for (const { purpose, text, version, recipientId = null } of boxes)
    expect(consents).toContainEqual(
      expect.objectContaining({
        purpose,
        text,
        textVersion: version,
        channel,
        dealershipId: recipientId,
      }),
    );
});

const NAMED_CAR = { listingName: "2021 Toyota RAV4 XLE" };

test.each<[what: string, changes: Partial<Parameters<typeof storeListing>[0]>, named: object]>([
  ["for sale", {}, NAMED_CAR],
  ["sold meanwhile", { state: "sold" }, NAMED_CAR],
  ["never public", { state: "draft", postedAt: null }, {}],
])("a car that is %s is stored by the server's own words: %o", async (what, changes, named) => {
  const { id: sellerId } = await storePerson(`Seller of one ${what}`, { role: "seller" });
  const listing = await storeListing({ sellerId, ...changes });
  const invented = { listingName: "A car of my own invention", agreedPrice: "1" };
  const { submission } = await sendVerified({ listing, ...invented });
  const { listing: id, listingName, agreedPrice } = submission.answers as Record<string, unknown>;
  expect(JSON.parse(JSON.stringify({ id, listingName, agreedPrice }))).toEqual(
    "listingName" in named ? { id: listing, ...named } : {},
  );
});

test("the price that a buyer agreed on goes along, and nobody else's does", async () => {
  const seller = await storePerson("Jordan Mitchell", { role: "seller" });
  const buyer = await storePerson("Camille Roy");
  const reference = await storeDeal(seller, buyer);
  const listing = (await findDeal(reference))?.listingId ?? "";
  const priced = await sendVerified({ listing }, { user: buyer });
  expect(priced.submission.answers).toMatchObject({ listing, agreedPrice: 13_800 });
  for (const user of [null, seller]) {
    const { submission } = await sendVerified({ listing }, { user });
    expect(submission.answers).not.toHaveProperty("agreedPrice");
  }
});

test.each([
  [undefined, { downPayment: 2_500, loanMonths: 60 }],
  [
    { downCad: 6_000, months: 84 },
    { downPayment: 6_000, loanMonths: 84 },
  ],
  [{ ...USUAL_LOAN, months: 48 }, { loanMonths: 48 }],
  [USUAL_LOAN, {}],
])("the loan chosen in the browser, %o, overrides the posted one: %o", async (loan, expected) => {
  const posted = { downPayment: "2500", loanMonths: "60" };
  const { submission } = await sendVerified(posted, { ...(loan && { loan }) });
  const { downPayment, loanMonths } = submission.answers as Record<string, unknown>;
  expect(JSON.parse(JSON.stringify({ downPayment, loanMonths }))).toEqual(expected);
});

test("a dealership's car says which dealership sells it", async () => {
  const { id: sellerId } = await storePerson("Dana Dealer", { role: "dealer" });
  const dealershipId = stores.get("named")?.id;
  const listing = await storeListing({ sellerId, dealershipId });
  const sender = makeSender();
  await verify(sender);
  const sellerOf = async (fields: Readonly<Record<string, string>>) => {
    const context = readContextFor("en", new Date());
    const input = { sender: sender.visitor, draft: null };
    const handled = await handler.handle(fill(sender, fields), context, input);
    return handled.ok ? handled.sellingDealershipId : handled;
  };
  expect(await sellerOf({ listing })).toBe(dealershipId);
  expect(await sellerOf({})).toBeUndefined();
});

test.each([
  ["Calgary, AB", { city: "Calgary", provinceCode: "AB", lat: expect.any(Number) }],
  ["M5V 3L9", { city: "M5V 3L9", provinceCode: "ON", lat: null, lon: null }],
])("a sender in %j is found as %o", async (vehicleLocation, expected) => {
  expect((await sendVerified({ vehicleLocation })).lead).toMatchObject(expected);
});
