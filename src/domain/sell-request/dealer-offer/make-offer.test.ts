import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { acceptOffer, type Seller } from "./answer-offer.server.ts";
import {
  type Dealership,
  inDays,
  listLeadEvents,
  readOfferStates,
  shareConsent,
  storeDealership,
  storeOffer,
  storeSellRequest,
  storeThreeDealerships,
} from "./dealer-offer.fixture.ts";
import { invitationDeclineTable, invitationTable } from "./dealer-offer.table.ts";
import { declineInvitation, makeOffer, withdrawOffer } from "./make-offer.server.ts";
import { listOffers } from "./offers.server.ts";
import { recordChoice } from "./seller-choice.server.ts";

let lakeshore: Dealership;
let queen: Dealership;
let harbour: Dealership;
let request: { reference: string; leadId: string; submissionId: string };
let seller: Seller;

useSite();
beforeAll(async () => {
  ({ lakeshore, queen, harbour } = await storeThreeDealerships());
});
beforeEach(async () => {
  request = await storeSellRequest();
  seller = { reference: request.reference, way: "mail_link", userId: null };
});

const listDeliveries = async (leadId: string) =>
  db()
    .select()
    .from(messageTable)
    .where(and(eq(messageTable.leadId, leadId), eq(messageTable.event, "lead_adf")));

describe("inviting", () => {
  test("with consent, three dealerships are asked, each with a delivery of its own", async () => {
    const invited = await db()
      .select()
      .from(invitationTable)
      .where(eq(invitationTable.leadId, request.leadId));
    const everyone = new Set([lakeshore, queen, harbour].map(({ dealershipId }) => dealershipId));
    expect(new Set(invited.map(({ dealershipId }) => dealershipId))).toEqual(everyone);
    const deliveries = await listDeliveries(request.leadId);
    expect(new Set(deliveries.map(({ dealershipId }) => dealershipId))).toEqual(everyone);
    expect(new Set(deliveries.map(({ recipient }) => recipient)).size).toBe(3);
  });

  test("without consent nobody is, until the seller gives it with their choice; once", async () => {
    const quiet = await storeSellRequest({ isShared: false });
    expect(await listDeliveries(quiet.leadId)).toEqual([]);
    const owner: Seller = { reference: quiet.reference, way: "browser", userId: null };
    expect(await recordChoice(owner, "both", null)).toEqual({ ok: false, code: "consent_missing" });
    expect(await recordChoice(owner, "own_listing", null)).toEqual({ ok: true });
    expect(await listDeliveries(quiet.leadId)).toEqual([]);
    expect(await recordChoice(owner, "both", shareConsent())).toEqual({ ok: true });
    expect(await listDeliveries(quiet.leadId)).toHaveLength(3);
    expect(await recordChoice(owner, "dealership_offers", shareConsent())).toEqual({ ok: true });
    expect(await listDeliveries(quiet.leadId)).toHaveLength(3);
    const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, quiet.leadId));
    expect(lead?.dealershipId).not.toBeNull();
  });
});

describe("making an offer", () => {
  const terms = { amountCad: 14_000, validUntil: inDays(3), conditions: "Winter tires included." };

  test("the same post twice is one offer", async () => {
    const id = randomUUID();
    const post = () => makeOffer(lakeshore, request.reference, { ...terms, id, seenOfferId: null });
    expect(await Promise.all([post(), post()])).toEqual([{ ok: true }, { ok: true }]);
    expect(await readOfferStates(request.leadId)).toEqual({ [id]: "open" });
  });

  test("an id that was used for other terms, or elsewhere, makes no offer and says so", async () => {
    const id = randomUUID();
    const offer = { ...terms, id, seenOfferId: null };
    expect(await makeOffer(lakeshore, request.reference, offer)).toEqual({ ok: true });
    const other = await storeSellRequest();
    for (const [maker, reference, input] of [
      [lakeshore, request.reference, { ...offer, amountCad: 15_000 }],
      [queen, request.reference, offer],
      [lakeshore, other.reference, offer],
    ] as const) {
      const refused = { ok: false, code: "changed_meanwhile" };
      expect(await makeOffer(maker, reference, input)).toEqual(refused);
    }
    expect(await listOffers(db(), other.leadId)).toEqual([]);
    expect((await listOffers(db(), request.leadId)).map(({ amountCad }) => amountCad)).toEqual([
      14_000,
    ]);
  });

  test("a new one takes the place of the dealership's own, and of nobody else's", async () => {
    const first = await storeOffer(lakeshore, request.reference);
    const other = await storeOffer(queen, request.reference);
    const second = randomUUID();
    const revised = { ...terms, id: second, seenOfferId: first };
    expect(await makeOffer(lakeshore, request.reference, revised)).toEqual({ ok: true });
    expect(await readOfferStates(request.leadId)).toEqual({
      [first]: "replaced",
      [other]: "open",
      [second]: "open",
    });
    expect(await acceptOffer(seller, first)).toEqual({ ok: false, code: "replaced" });
  });

  test("of two colleagues who revise the same offer, one is told", async () => {
    const first = await storeOffer(lakeshore, request.reference);
    const revise = () =>
      makeOffer(lakeshore, request.reference, { ...terms, id: randomUUID(), seenOfferId: first });
    const results = await Promise.all([revise(), revise()]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results).toContainEqual({ ok: false, code: "changed_meanwhile" });
  });

  test("who was not asked finds no request, and nobody finds an unknown one", async () => {
    const stranger = await storeDealership("Stranger Autos", { active: false });
    const offer = { ...terms, id: randomUUID(), seenOfferId: null };
    const refused = { ok: false, code: "not_found" };
    expect(await makeOffer(stranger, request.reference, offer)).toEqual(refused);
    expect(await makeOffer(lakeshore, "ABCD2345", offer)).toEqual(refused);
    const theirs = await storeOffer(lakeshore, request.reference);
    expect(await withdrawOffer(queen, request.reference, theirs)).toEqual(refused);
  });

  test.each([
    ["the seller wants a listing only", () => recordChoice(seller, "own_listing", null)],
    [
      "the consent was taken back",
      () =>
        db()
          .update(consentTable)
          .set({ withdrawnAt: now() })
          .where(eq(consentTable.submissionId, request.submissionId)),
    ],
  ])("is refused where %s", async (_, change) => {
    await change();
    const offer = { ...terms, id: randomUUID(), seenOfferId: null };
    const refused = { ok: false, code: "not_wanted" };
    expect(await makeOffer(lakeshore, request.reference, offer)).toEqual(refused);
  });

  test("nothing follows an accepted offer, and it cannot be taken back", async () => {
    const accepted = await storeOffer(lakeshore, request.reference);
    await acceptOffer(seller, accepted);
    const offer = { ...terms, id: randomUUID(), seenOfferId: null };
    const refused = { ok: false, code: "already_accepted" };
    expect(await makeOffer(queen, request.reference, offer)).toEqual(refused);
    expect(await withdrawOffer(lakeshore, request.reference, accepted)).toEqual(refused);
    expect(await recordChoice(seller, "own_listing", null)).toEqual(refused);
  });
});

describe("a dealership that makes no offer", () => {
  const decline = (maker: Dealership, reason = "too_far") =>
    declineInvitation(maker, request.reference, reason);
  const countDeclines = () =>
    db().$count(invitationDeclineTable, eq(invitationDeclineTable.leadId, request.leadId));

  test("says why, once, and staff read it", async () => {
    expect(await decline(lakeshore, "")).toEqual({ ok: false, code: "reason_missing" });
    expect(await decline(lakeshore, "no such reason")).toMatchObject({ code: "reason_missing" });
    expect(await decline(lakeshore)).toEqual({ ok: true });
    expect(await decline(lakeshore, "other")).toEqual({ ok: true });
    expect(await countDeclines()).toBe(1);
    const events = await listLeadEvents(request.leadId);
    expect(events.filter((kind) => kind === "invitation_declined")).toHaveLength(1);
  });

  test("may change its mind, and withdraws an offer rather than passing", async () => {
    await decline(lakeshore);
    await storeOffer(lakeshore, request.reference);
    expect(await countDeclines()).toBe(0);
    expect(await decline(lakeshore)).toEqual({ ok: false, code: "changed_meanwhile" });
  });

  test("is one that was asked", async () => {
    const stranger = { ...lakeshore, dealershipId: randomUUID() };
    expect(await decline(stranger)).toEqual({ ok: false, code: "not_found" });
  });
});
