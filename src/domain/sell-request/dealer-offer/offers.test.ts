import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { consentTable } from "#domain/lead/consent.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { acceptOffer, declineOffer, type Seller, undoDecline } from "./answer-offer.server.ts";
import { answerCounter, counterOffer } from "./counter-offer.server.ts";
import { findAgreedAmount } from "./dealer-offer.ts";
import { recordChoice, stopSharing } from "./seller-choice.server.ts";
import { declineInvitation, makeOffer, withdrawOffer } from "./make-offer.server.ts";
import { listOffers } from "./offers.server.ts";
import {
  expireOffer,
  inDays,
  shareConsent,
  storeDealership,
  storeOffer,
  storeSellRequest,
} from "./dealer-offer.fixture.ts";
import {
  invitationDeclineTable,
  invitationTable,
  offerDecisionTable,
} from "./dealer-offer.table.ts";
import { useSite } from "#server/site.fixture.ts";

type Dealership = Awaited<ReturnType<typeof storeDealership>>;

let lakeshore: Dealership;
let queen: Dealership;
let harbour: Dealership;
let request: { reference: string; leadId: string; submissionId: string };
let seller: Seller;

useSite();
beforeAll(async () => {
  lakeshore = await storeDealership("Lakeshore Lane");
  queen = await storeDealership("Queen Street");
  harbour = await storeDealership("Harbour Row");
});
beforeEach(async () => {
  request = await storeSellRequest();
  seller = { reference: request.reference, way: "mail_link", userId: null };
});

const listStates = async () =>
  Object.fromEntries((await listOffers(db(), request.leadId)).map(({ id, state }) => [id, state]));

const listEvents = async () => {
  const rows = await db()
    .select({ kind: leadEventTable.kind })
    .from(leadEventTable)
    .where(eq(leadEventTable.leadId, request.leadId));
  return rows.map(({ kind }) => kind);
};

const findStatus = async () =>
  (
    await db()
      .select({ status: leadTable.status })
      .from(leadTable)
      .where(eq(leadTable.id, request.leadId))
  )[0]?.status;

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
    expect(await listStates()).toEqual({ [id]: "open" });
  });

  test("an id that was used for other terms, or elsewhere, makes no offer and says so", async () => {
    const id = randomUUID();
    const offer = { ...terms, id, seenOfferId: null };
    expect(await makeOffer(lakeshore, request.reference, offer)).toEqual({ ok: true });
    const other = await storeSellRequest();
    for (const [maker, reference, given] of [
      [lakeshore, request.reference, { ...offer, amountCad: 15_000 }],
      [queen, request.reference, offer],
      [lakeshore, other.reference, offer],
    ] as const) {
      const refused = { ok: false, code: "changed_meanwhile" };
      expect(await makeOffer(maker, reference, given)).toEqual(refused);
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
    expect(await listStates()).toEqual({ [first]: "replaced", [other]: "open", [second]: "open" });
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

describe("answering", () => {
  test("50 concurrent accepts of two offers: exactly one offer wins", async () => {
    const offers = [
      await storeOffer(lakeshore, request.reference, 15_000),
      await storeOffer(queen, request.reference, 15_500),
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, turn) => {
        const offerId = offers[turn % 2]!;
        return { offerId, result: await acceptOffer(seller, offerId) };
      }),
    );
    const decisions = await db()
      .select()
      .from(offerDecisionTable)
      .where(eq(offerDecisionTable.leadId, request.leadId));
    expect(decisions).toHaveLength(1);
    const winner = decisions[0]!.offerId;
    for (const { offerId, result } of answers) {
      expect(result).toEqual(
        offerId === winner ? { ok: true } : { ok: false, code: "passed_over" },
      );
    }
    expect((await listEvents()).filter((kind) => kind === "offer_accepted")).toHaveLength(1);
  });

  test("the database itself refuses a second accepted offer of a request", async () => {
    const first = await storeOffer(lakeshore, request.reference);
    const second = await storeOffer(queen, request.reference);
    const accepted = { leadId: request.leadId, kind: "accepted", way: "browser" } as const;
    await db()
      .insert(offerDecisionTable)
      .values({ ...accepted, offerId: first });
    await expect(
      db()
        .insert(offerDecisionTable)
        .values({ ...accepted, offerId: second }),
    ).rejects.toMatchObject({ cause: { constraint: "purchase_offer_one_accepted" } });
  });

  test("what ran out or was taken back cannot be accepted", async () => {
    const late = await storeOffer(lakeshore, request.reference);
    await expireOffer(late);
    expect(await acceptOffer(seller, late)).toEqual({ ok: false, code: "expired" });
    const gone = await storeOffer(queen, request.reference);
    await withdrawOffer(queen, request.reference, gone);
    expect(await acceptOffer(seller, gone)).toEqual({ ok: false, code: "withdrawn" });
    expect(await declineOffer(seller, gone)).toEqual({ ok: false, code: "withdrawn" });
  });

  test("accepting and taking back at the same time: one of the two holds", async () => {
    const offer = await storeOffer(lakeshore, request.reference);
    const [accepted, withdrawn] = await Promise.all([
      acceptOffer(seller, offer),
      withdrawOffer(lakeshore, request.reference, offer),
    ]);
    expect(accepted.ok).not.toBe(withdrawn.ok);
    expect((await listStates())[offer]).toBe(accepted.ok ? "accepted" : "withdrawn");
  });

  test("a refusal can be taken back while the offer stands, and answered again", async () => {
    const offer = await storeOffer(lakeshore, request.reference);
    expect(await declineOffer(seller, offer)).toEqual({ ok: true });
    expect(await acceptOffer(seller, offer)).toEqual({ ok: false, code: "declined" });
    expect(await undoDecline(seller, offer)).toEqual({ ok: true });
    expect(await undoDecline(seller, offer)).toEqual({ ok: true });
    expect(await declineOffer(seller, offer)).toEqual({ ok: true });
    expect(await undoDecline(seller, offer)).toEqual({ ok: true });
    expect(await acceptOffer(seller, offer)).toEqual({ ok: true });
    expect(await listEvents()).toEqual(
      expect.arrayContaining(["offer_declined", "offer_reopened", "offer_accepted"]),
    );
  });

  test("a refusal stays where the offer ran out meanwhile", async () => {
    const offer = await storeOffer(lakeshore, request.reference);
    await declineOffer(seller, offer);
    await expireOffer(offer);
    expect(await undoDecline(seller, offer)).toEqual({ ok: false, code: "expired" });
  });

  test("an offer on another request is not there", async () => {
    const other = await storeSellRequest();
    const offer = await storeOffer(lakeshore, other.reference);
    expect(await acceptOffer(seller, offer)).toEqual({ ok: false, code: "not_found" });
  });
});

describe("a price that the seller names in return", () => {
  const answer = (offerId: string, given: "accepted" | "declined", maker: Dealership = lakeshore) =>
    answerCounter(maker, request.reference, offerId, given);
  const findOffer = async (offerId: string) =>
    (await listOffers(db(), request.leadId)).find(({ id }) => id === offerId)!;

  test("is named once an offer, above it, and leaves it open", async () => {
    const offer = await storeOffer(lakeshore, request.reference, 15_000);
    for (const typed of ["", "15000", "a lot"])
      expect(await counterOffer(seller, offer, typed)).toMatchObject({ code: "not_a_price" });
    expect(await counterOffer(seller, offer, "16,000")).toEqual({ ok: true });
    expect(await counterOffer(seller, offer, "16000")).toEqual({ ok: true });
    expect(await counterOffer(seller, offer, "17000")).toMatchObject({ code: "already_countered" });
    expect(await findOffer(offer)).toMatchObject({
      state: "open",
      amountCad: 15_000,
      counter: { amountCad: 16_000, answer: null },
    });
    expect((await listEvents()).filter((kind) => kind === "offer_countered")).toHaveLength(1);
    // Another offer of the same dealership may be answered with another price.
    const terms = { amountCad: 15_500, validUntil: inDays(3), conditions: "" };
    const second = randomUUID();
    await makeOffer(lakeshore, request.reference, { ...terms, id: second, seenOfferId: offer });
    expect(await answer(offer, "accepted")).toMatchObject({ code: "changed_meanwhile" });
    expect(await counterOffer(seller, second, "15800")).toEqual({ ok: true });
  });

  test("sells the car at that price once the dealership says yes", async () => {
    const offer = await storeOffer(lakeshore, request.reference, 15_000);
    const other = await storeOffer(queen, request.reference, 15_200);
    await counterOffer(seller, offer, "16000");
    expect(await answer(offer, "accepted")).toEqual({ ok: true });
    expect(await answer(offer, "accepted")).toEqual({ ok: true });
    expect(await listStates()).toEqual({ [offer]: "accepted", [other]: "passed_over" });
    expect(findAgreedAmount(await findOffer(offer))).toBe(16_000);
    expect(await findStatus()).toBe("approved");
    expect((await listEvents()).filter((kind) => kind === "offer_counter_accepted")).toHaveLength(
      1,
    );
    // What the seller presses meanwhile is not what was agreed on.
    expect(await acceptOffer(seller, offer)).toEqual({ ok: false, code: "accepted" });
    expect(await acceptOffer(seller, other)).toEqual({ ok: false, code: "passed_over" });
  });

  test("declined, leaves the offer as it was", async () => {
    const offer = await storeOffer(lakeshore, request.reference, 15_000);
    await counterOffer(seller, offer, "16000");
    expect(await answer(offer, "declined")).toEqual({ ok: true });
    expect(await answer(offer, "accepted")).toMatchObject({ code: "changed_meanwhile" });
    expect(await listEvents()).toContain("offer_counter_declined");
    expect(await acceptOffer(seller, offer)).toEqual({ ok: true });
    expect(findAgreedAmount(await findOffer(offer))).toBe(15_000);
  });

  test("is between this dealership and this seller", async () => {
    const offer = await storeOffer(lakeshore, request.reference);
    expect(await answer(offer, "accepted")).toMatchObject({ code: "changed_meanwhile" });
    await counterOffer(seller, offer, "16000");
    expect(await answer(offer, "accepted", queen)).toEqual({ ok: false, code: "not_found" });
    const elsewhere = await storeSellRequest();
    const stranger: Seller = { ...seller, reference: elsewhere.reference };
    expect(await counterOffer(stranger, offer, "16000")).toEqual({ ok: false, code: "not_found" });
  });

  test("is nobody's to accept once the seller shares the request no longer", async () => {
    const offer = await storeOffer(lakeshore, request.reference);
    const other = await storeOffer(queen, request.reference);
    await counterOffer(seller, offer, "16000");
    await stopSharing(seller);
    expect(await counterOffer(seller, other, "16000")).toEqual({ ok: false, code: "not_shared" });
    expect(await answer(offer, "accepted")).toEqual({ ok: false, code: "not_wanted" });
    expect(await answer(offer, "declined")).toEqual({ ok: true });
  });

  test("lapses with an offer that ran out", async () => {
    const offer = await storeOffer(lakeshore, request.reference);
    await counterOffer(seller, offer, "16000");
    await expireOffer(offer);
    expect(await answer(offer, "accepted")).toMatchObject({ code: "changed_meanwhile" });
    expect(await counterOffer(seller, offer, "16500")).toEqual({ ok: false, code: "expired" });
  });

  test("races everything else that ends the offers: the car is sold once, at one price", async () => {
    const offer = await storeOffer(lakeshore, request.reference, 15_000);
    const other = await storeOffer(queen, request.reference, 15_200);
    await counterOffer(seller, offer, "16000");
    const terms = { amountCad: 15_900, validUntil: inDays(3), conditions: "" };
    const moves = {
      yes: () => answer(offer, "accepted"),
      no: () => answer(offer, "declined"),
      asItIs: () => acceptOffer(seller, offer),
      another: () => acceptOffer(seller, other),
      withdrawn: () => withdrawOffer(lakeshore, request.reference, offer),
      revised: () =>
        makeOffer(lakeshore, request.reference, { ...terms, id: randomUUID(), seenOfferId: offer }),
    };
    const rush = Object.entries(moves).flatMap(([name, move]) => [
      { name, move },
      { name, move },
      { name, move },
    ]);
    const results = await Promise.all(
      rush.map(async ({ name, move }) => ({ name, ok: (await move()).ok })),
    );
    const sales = await db()
      .select()
      .from(offerDecisionTable)
      .where(eq(offerDecisionTable.leadId, request.leadId));
    expect(sales.length).toBe(1);
    const sold = await findOffer(sales[0]!.offerId);
    expect(sold.state).toBe("accepted");
    const won = new Set(results.filter(({ ok }) => ok).map(({ name }) => name));
    const ending = ["yes", "asItIs", "another"].filter((name) => won.has(name));
    expect(ending).toHaveLength(1);
    expect(findAgreedAmount(sold)).toBe(
      { yes: 16_000, asItIs: 15_000, another: 15_200 }[ending[0]!],
    );
  });
});

describe("the lead of a request", () => {
  test.each([
    ["new", "approved"],
    ["contacted", "approved"],
    ["delivered", "delivered"],
    ["closed", "closed"],
  ] as const)("moves on when an offer is accepted: from %s to %s", async (from, to) => {
    const id = await storeOffer(lakeshore, request.reference);
    await db().update(leadTable).set({ status: from }).where(eq(leadTable.id, request.leadId));
    expect(await acceptOffer(seller, id)).toEqual({ ok: true });
    expect(await findStatus()).toBe(to);
    expect(await listEvents()).toContain("offer_accepted");
  });

  test("stays where it is when one is declined", async () => {
    const id = await storeOffer(lakeshore, request.reference);
    await declineOffer(seller, id);
    expect(await findStatus()).toBe("new");
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
    const events = await listEvents();
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
