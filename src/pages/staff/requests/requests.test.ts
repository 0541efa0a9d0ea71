import { randomUUID } from "node:crypto";
import { and, eq, like, sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { makeBid, storeBid } from "#domain/bid/bid.fixture.ts";
import { coApplicantTable } from "#domain/credit-application/co-applicant.table.ts";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { draftTable } from "#domain/draft/draft.table.ts";
import { mailDraftLink } from "#domain/draft/draft-link.server.ts";
import { creditApplicationForm } from "#domain/credit-application/credit-application.form.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { findDeal } from "#domain/deal/deal-queries.server.ts";
import type { ConsentPurpose } from "#domain/lead/consent.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { newsletterSubscriptionTable } from "#domain/newsletter/newsletter.table.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { requestCorrection } from "#domain/privacy-request/own-request.server.ts";
import { findTrail } from "#domain/privacy-request/find-trail.server.ts";
import { privacyRequestTable } from "#domain/privacy-request/privacy-request.table.ts";
import { CONTACT_COLUMNS } from "#domain/privacy-request/trail.ts";
import { reviewRequestTable, reviewTable } from "#domain/review/review.table.ts";
import { storeDeal } from "#domain/sale/deal.fixture.ts";
import { endDeal } from "#domain/sale/end-deal.server.ts";
import { acceptOffer } from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import {
  storeDealership,
  storeOffer,
  storeSellRequest,
} from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { resultOf } from "#pages/public/form-journey/journey.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { today } from "#platform/clock/clock.server.ts";
import { exportRequest, loadLetter, requestPage } from "./request.server.ts";
import { requestsPage } from "./requests.server.ts";

useSite();
afterEach(() => vi.useRealTimers());

let staff: SignedInUser;
let people = 0;
beforeAll(async () => {
  staff = await storePerson("Samuel Staff", { role: "staff" });
});

const PHONE = "+14165550187";

function args(body?: URLSearchParams, query = "", user: SignedInUser | null = staff) {
  const init = body ? { method: "POST", body } : {};
  const request = new Request(`http://site.test/staff/requests${query}`, init);
  return { request, context: makeContext({ user }) };
}

const postDesk = (fields: Record<string, string>) =>
  resultOf<unknown>(async () => requestsPage.action(args(new URLSearchParams(fields))));

const postRequest = (id: string, fields: [string, string][], user = staff) =>
  resultOf<unknown>(async () =>
    requestPage.action({ ...args(new URLSearchParams(fields), "", user), params: { id } }),
  );

const open = (id: string) => requestPage.loader({ ...args(), params: { id } });

const ASKED = {
  form: "privacy-request",
  kind: "erasure",
  person: "Noé Tremblay",
  language: "fr",
  identityWay: "known_contact",
  reason: "Called back at the number of the lead; wants everything gone.",
};

async function takeIn(fields: Record<string, string>): Promise<string> {
  const { status, location } = await postDesk({ ...ASKED, receivedOn: today(), ...fields });
  expect(status).toBe(303);
  return location?.split("/").at(-1) ?? "";
}

/** Stores consents of a request, as if they were ticked when it was sent. */
async function agree(
  { submissionId }: { submissionId: string },
  purposes: readonly ConsentPurpose[],
  withdrawnAt: Date | null = null,
): Promise<void> {
  await db()
    .insert(consentTable)
    .values(
      purposes.map((purpose) => ({
        submissionId,
        purpose,
        text: "I agree.",
        textSha256: "",
        textVersion: 1,
        locale: "fr" as const,
        channel: "web",
        withdrawnAt,
      })),
    );
}

const subscribe = (email: string, confirmedAt: Date | null) =>
  db().insert(newsletterSubscriptionTable).values({
    email,
    locale: "fr",
    consentText: "Yes.",
    consentSha256: "",
    consentVersion: 1,
    channel: "web: /blogs",
    confirmedAt,
    unsubscribeToken: randomUUID(),
  });

/**
 * A person with a trail over all tables: account, listing, bid, requests, newsletter, review,
 * draft.
 */
async function storeTrail() {
  people += 1;
  const email = `noe-${people}@example.com`;
  const person = await storePerson(`Noé Tremblay ${people}`, { role: "seller", locale: "fr" });
  await db().update(userTable).set({ email }).where(eq(userTable.id, person.id));
  const listing = await storeListing({ sellerId: person.id });
  const other = await storeListing({ sellerId: (await storePerson(`Seller ${people}`)).id });
  const bidder = { ...person, email };
  await storeBid(makeBid({ listingId: other, bidder }));
  const lead = await storeLead({ email: email.toUpperCase(), phone: PHONE });
  await agree(lead, ["contact_about_request", "marketing_email"]);
  const [requested] = await db()
    .insert(reviewRequestTable)
    .values({ leadId: lead.id, emailMac: `mac ${people}` })
    .returning();
  await db()
    .insert(reviewTable)
    .values({
      requestId: requested?.id ?? null,
      author: `Noé ${people}`,
      place: "Laval, QC",
      locale: "fr",
      stars: 5,
      text: "Rapide.",
      state: "published",
    });
  await subscribe(email, new Date());
  const visitorHash = randomUUID();
  await changeDraft(visitorHash, creditApplicationForm, (_draft, keep) =>
    keep({ answers: { email }, consents: [] }),
  );
  const [draft] = await db()
    .select()
    .from(draftTable)
    .where(eq(draftTable.visitorHash, visitorHash));
  if (!draft) throw new Error("There is no draft.");
  await mailDraftLink(draft, { email, locale: "fr" }, "203.0.113.9");
  const [application] = [await storeLead({ email: `partner-${people}@example.com` })];
  await db().insert(coApplicantTable).values({
    submissionId: application.submissionId,
    firstName: "Noé",
    lastName: "Tremblay",
    email,
    locale: "fr",
  });
  return { email, person, listing, lead, application, draftId: draft.id };
}

test("every column that holds how to reach somebody is searched, or says why not", async () => {
  const { rows } = await db().execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'text'
      and (column_name ~ '(^|_)(email|phone|recipient|address_hash)(_mac|_hash)?$'
        or column_name = 'to')`);
  const names = rows.map(({ name }) => name);
  expect(names.toSorted()).toEqual([...CONTACT_COLUMNS.keys()].toSorted());
});

test("by one address everything of a person is found, over all tables", async () => {
  const { email, person, lead, application } = await storeTrail();
  await sendDueMessages();
  const { items, remains } = await findTrail({ email: email.toUpperCase(), phone: null });
  const bids = items.filter((item) => item.kind === "lead" && item.leadKind === "bid");
  expect(bids).toHaveLength(1);
  expect(items.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      `account:${person.id}`,
      `lead:${lead.reference}`,
      `co_applicant:${application.reference}`,
      expect.stringMatching(/^subscription:/u),
      expect.stringMatching(/^review:/u),
    ]),
  );
  expect(items.find(({ kind }) => kind === "account")?.counts).toMatchObject({
    listing: 1,
    bid: 1,
  });
  expect(items.find(({ key }) => key === `lead:${lead.reference}`)?.counts).toMatchObject({
    consent: 2,
  });
  expect(remains).toMatchObject({ draft: 1, message: 1, outbox_message: expect.any(Number) });
  expect(await findTrail({ email: "nobody@example.com", phone: null })).toMatchObject({
    items: [],
  });
});

test("what is found by a number alone is not ticked: it may be a household's", async () => {
  const phone = "+14165550188";
  const mine = await storeLead({ email: "mine@example.com", phone });
  const theirs = await storeLead({ email: "theirs@example.com", phone });
  const id = await takeIn({ email: "mine@example.com", phone });
  const { trail } = await open(id);
  const ticked = Object.fromEntries(trail?.items.map((item) => [item.key, item.isTicked]) ?? []);
  expect(ticked).toEqual({ [`lead:${mine.reference}`]: true, [`lead:${theirs.reference}`]: false });
});

describe("the desk", () => {
  test("looks for people by a post, and puts on record that it did, not for whom", async () => {
    const { email } = await storeTrail();
    const found = await postDesk({ intent: "find", email, phone: "" });
    expect(found).toMatchObject({ status: 200, page: { trail: { contact: email } } });
    expect(JSON.stringify(found.page)).toContain("Request ");
    const records = await db()
      .select()
      .from(auditTable)
      .where(eq(auditTable.action, "person_searched"));
    expect(records.at(-1)).toMatchObject({ accountId: staff.id, thingId: null });
    for (const typed of [
      { email: "", phone: "" },
      { email: "noe@", phone: "" },
      { email: "", phone: "555" },
    ]) {
      const refused = await postDesk({ intent: "find", ...typed });
      expect(refused).toMatchObject({ status: 422, page: { typed, trail: null } });
    }
  });

  test("is led to from a lead's page with its person filled in", async () => {
    const { email, lead } = await storeTrail();
    const page = await requestsPage.loader(args(undefined, `?lead=${lead.reference}`));
    expect(page.search?.items.map(({ key }) => key)).toContain(`lead:${lead.reference}`);
    const values = page.view.questions.map((question) => "value" in question && question.value);
    expect(values).toContain(email.toUpperCase());
  });

  test("counts thirty days from the day on which it came, and lists what is overdue first", async () => {
    const late = await takeIn({ email: "late@example.com", receivedOn: daysAfter(today(), -31) });
    const early = await takeIn({ email: "early@example.com" });
    const { open: waiting } = await requestsPage.loader(args());
    const positions = [late, early].map((id) => waiting.findIndex((each) => each.id === id));
    expect(positions[0]).toBeLessThan(positions[1] ?? 0);
    expect(waiting.find(({ id }) => id === late)).toMatchObject({ isOverdue: true });
    expect(waiting.find(({ id }) => id === early)).toMatchObject({ isOverdue: false });
    const [row] = await db()
      .select()
      .from(privacyRequestTable)
      .where(eq(privacyRequestTable.id, late));
    expect(row?.dueOn).toBe(daysAfter(today(), -1));
  });

  test.each([
    ["nothing to answer to", { email: "" }, "email"],
    ["no proof of who asks", { email: "a@example.com", identityWay: "" }, "identityWay"],
    [
      "a proof that only the site can see",
      { email: "a@example.com", identityWay: "browser" },
      "identityWay",
    ],
    ["no reason", { email: "a@example.com", reason: "" }, "reason"],
    ["a day still to come", { email: "a@example.com", receivedOn: "2999-01-01" }, "receivedOn"],
  ])("takes nothing in with %s", async (_what, fields, field) => {
    const refused = await postDesk({ ...ASKED, receivedOn: today(), ...fields });
    expect(refused.status).toBe(422);
    expect(refused.page).toMatchObject({ fieldErrors: [{ field }] });
  });

  test("opens for nobody without a fresh second factor", async () => {
    const stale = { ...staff, lacksFreshFactor: true };
    const id = await takeIn({ email: "stale@example.com" });
    for (const handler of [
      () => requestsPage.loader(args(undefined, "", stale)),
      () => requestPage.loader({ ...args(undefined, "", stale), params: { id } }),
      () => exportRequest({ ...args(undefined, "?item=x", stale), params: { id } }),
      () => requestPage.action({ ...args(new URLSearchParams(), "", stale), params: { id } }),
    ]) {
      const thrown = await handler().catch((error: unknown) => error);
      expect((thrown as Response).headers.get("location")).toMatch(/^\/account\/confirm/u);
    }
  });
});

test("a whole trail is exported, ended and deleted, and the letter says so in the person's language", async () => {
  const { email, person, listing, lead, application, draftId } = await storeTrail();
  await sendDueMessages();
  const id = await takeIn({ email });
  const { trail } = await open(id);
  const keys = trail?.items.map(({ key }) => key) ?? [];
  const items = keys.map((key): [string, string] => ["item", key]);

  const query = `?${new URLSearchParams([...items, ["format", "json"]])}`;
  const file = await exportRequest({ ...args(undefined, query), params: { id } });
  const exported = (await file.json()) as Record<string, unknown[]>;
  expect(Object.keys(exported)).toEqual(
    expect.arrayContaining(["user", "listing", "bid", "lead", "consent", "review"]),
  );
  expect(JSON.stringify(exported)).not.toMatch(/sealed_|visitor_hash|password/u);

  // An incomplete post, as by a slip of the hand, does nothing.
  expect((await postRequest(id, [["intent", "withdraw"]])).status).toBe(422);
  expect((await postRequest(id, [["intent", "erase"], ...items])).status).toBe(422);
  expect(await db().$count(userTable, eq(userTable.id, person.id))).toBe(1);

  expect((await postRequest(id, [["intent", "withdraw"], ...items])).status).toBe(303);
  const state = and(
    eq(consentTable.submissionId, lead.submissionId),
    sql`${consentTable.withdrawnAt} is null`,
  );
  expect(await db().$count(consentTable, state)).toBe(0);
  const [subscription] = await db()
    .select()
    .from(newsletterSubscriptionTable)
    .where(eq(newsletterSubscriptionTable.email, email));
  expect(subscription?.unsubscribedBy).toBe("staff");

  expect((await postRequest(id, [["intent", "erase"], ["sure", "yes"], ...items])).status).toBe(
    303,
  );
  for (const [table, condition] of [
    [userTable, eq(userTable.id, person.id)],
    [listingTable, eq(listingTable.id, listing)],
    [leadTable, eq(sql`lower(${leadTable.email})`, email)],
    [reviewTable, eq(reviewTable.author, `Noé ${people}`)],
    [draftTable, eq(draftTable.id, draftId)],
  ] as const)
    expect(await db().$count(table, condition)).toBe(0);
  // What another person sent belongs to them; the proof of the newsletter's consent is retained for
  // its years.
  const left = await findTrail({ email, phone: null });
  expect(left.items.map(({ kind }) => kind).toSorted()).toEqual(["co_applicant", "subscription"]);
  expect(left.remains.draft).toBe(0);

  const settled = await postRequest(id, [
    ["form", "settlement"],
    ["ending", "done"],
    ["outcome", "Tout ce qui pouvait l’être est supprimé."],
  ]);
  expect(settled.status).toBe(303);
  const again = await postRequest(id, [["intent", "erase"], ["sure", "yes"], ...items]);
  expect(again.status).toBe(409);

  const { letter } = await loadLetter({ ...args(), params: { id } });
  const text = letter.paragraphs.join("\n");
  expect(letter.locale).toBe("fr");
  expect(text).toContain(`Demande ${lead.reference}`);
  expect(text).toContain("Compte sur le site");
  expect(text).toContain(`codemandeur dans la demande ${application.reference}`);
  expect(text).toMatch(/anti-pourriel/u);
  expect(text).toContain("Tout ce qui pouvait l’être est supprimé.");
  expect(text).toMatch(/Commission d’accès à l’information/u);
  await sendDueMessages();
  const mails = (await listOutbox({ limit: 200 })).filter(({ to }) => to === email);
  expect(mails.map(({ text: words }) => words).join()).toContain("Tout ce qui pouvait l’être");

  const records = await db().select().from(auditTable).where(eq(auditTable.thingId, id));
  expect(records.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      "privacy_request_received",
      "person_searched",
      "data_exported",
      "request_withdrawn",
      "person_erased",
      "privacy_request_settled",
    ]),
  );
  const account = await db()
    .select()
    .from(auditTable)
    .where(and(eq(auditTable.thingId, person.id), eq(auditTable.action, "account_deleted")));
  expect(account).toMatchObject([{ actorKind: "staff", accountId: staff.id }]);
});

test("an account that others count on stays, and so does one of somebody who works here", async () => {
  const seller = await storePerson("Open Deal Seller", { role: "seller" });
  await storeDeal(seller, await storePerson("Open Deal Buyer"));
  for (const [who, why] of [
    [seller, "deal_open"],
    [staff, "staff_account"],
  ] as const) {
    const id = await takeIn({ email: who.email });
    const chosen: [string, string][] = [["item", `account:${who.id}`]];
    await postRequest(id, [["intent", "erase"], ["sure", "yes"], ...chosen]);
    expect(await db().$count(userTable, eq(userTable.id, who.id))).toBe(1);
    const [row] = await db()
      .select()
      .from(privacyRequestTable)
      .where(eq(privacyRequestTable.id, id));
    expect(row?.acts).toMatchObject([{ reached: [], kept: [{ what: `account:${who.id}`, why }] }]);
  }
});

test.each<[how: string, end: Parameters<typeof endDeal>[1]]>([
  ["called off", { move: "call_off", why: { reason: "other", note: "" } }],
  ["done with the handover", { move: "hand_over", odometerKm: null }],
])("accounts whose deal is %s are deleted: nobody counts on it any more", async (_how, end) => {
  people += 1;
  const seller = await storePerson(`Past Deal Seller ${people}`, { role: "seller" });
  const buyer = await storePerson(`Past Deal Buyer ${people}`);
  const deal = await findDeal(await storeDeal(seller, buyer));
  const caller = { dealId: deal?.id ?? "", side: "seller", userId: seller.id } as const;
  expect(await endDeal(caller, end)).toEqual({ ok: true });
  // The seller's answers are in the history of the bid's lead, which stays without their name.
  for (const person of [buyer, seller]) {
    const id = await takeIn({ email: person.email });
    const item: [string, string] = ["item", `account:${person.id}`];
    expect((await postRequest(id, [["intent", "erase"], ["sure", "yes"], item])).status).toBe(303);
    expect(await db().$count(userTable, eq(userTable.id, person.id))).toBe(0);
  }
});

test("marketing ends also where a dealership counts on the request; what proves it stays as it was", async () => {
  people += 1;
  const email = `accepted-${people}@example.com`;
  const buyer = await storeDealership("Rideau Wheel House");
  const request = await storeSellRequest({ email });
  const seller = { reference: request.reference, way: "mail_link", userId: null } as const;
  expect(await acceptOffer(seller, await storeOffer(buyer, request.reference))).toEqual({
    ok: true,
  });
  await agree(request, ["contract_language", "sell_car_terms", "marketing_email"]);
  const before = new Date("2026-01-05T12:00:00Z");
  await agree(request, ["marketing_sms"], before);
  const id = await takeIn({ email });
  const key = `lead:${request.reference}`;
  const item: [string, string] = ["item", key];
  expect((await postRequest(id, [["intent", "withdraw"], item])).status).toBe(303);
  const [row] = await db().select().from(privacyRequestTable).where(eq(privacyRequestTable.id, id));
  expect(row?.acts).toMatchObject([{ kept: [{ what: key, why: "offer_accepted" }] }]);
  const stored = await db()
    .select({ purpose: consentTable.purpose, withdrawnAt: consentTable.withdrawnAt })
    .from(consentTable)
    .where(eq(consentTable.submissionId, request.submissionId))
    .orderBy(consentTable.purpose);
  expect(stored).toEqual([
    { purpose: "contract_language", withdrawnAt: null },
    { purpose: "marketing_email", withdrawnAt: expect.any(Date) },
    { purpose: "marketing_sms", withdrawnAt: before },
    { purpose: "sell_car_terms", withdrawnAt: null },
    { purpose: "share_with_dealership", withdrawnAt: null },
  ]);
});

test.each([
  ["was confirmed stays as evidence for its years", new Date(), 1],
  ["nobody confirmed proves nothing, and is deleted", null, 0],
])("a subscription that %s", async (_what, confirmedAt, left) => {
  people += 1;
  const email = `subscriber-${people}@example.com`;
  await subscribe(email, confirmedAt);
  const ofAddress = eq(newsletterSubscriptionTable.email, email);
  const [stored] = await db().select().from(newsletterSubscriptionTable).where(ofAddress);
  const id = await takeIn({ email });
  const item: [string, string] = ["item", `subscription:${stored?.id}`];
  expect((await postRequest(id, [["intent", "erase"], ["sure", "yes"], item])).status).toBe(303);
  expect(await db().$count(newsletterSubscriptionTable, ofAddress)).toBe(left);
});

test("who is known by a browser alone has nothing exported or ended by staff", async () => {
  const lead = await storeLead({ email: "browser@example.com" });
  const sender = { way: "browser", userId: null, locale: "en" } as const;
  await requestCorrection(lead, sender, "My first name is Noé.");
  const [requested] = await db()
    .select()
    .from(privacyRequestTable)
    .where(like(privacyRequestTable.email, "browser@%"));
  const id = requested?.id ?? "";
  expect(await open(id)).toMatchObject({ isProved: false, reason: "My first name is Noé." });
  const item: [string, string] = ["item", `lead:${lead.reference}`];
  expect((await postRequest(id, [["intent", "withdraw"], item])).status).toBe(409);
  const exporting = exportRequest({ ...args(undefined, `?item=${item[1]}`), params: { id } });
  await expect(exporting).rejects.toMatchObject({ init: { status: 409 } });
  expect(await db().$count(leadTable, eq(leadTable.id, lead.id))).toBe(1);
});
