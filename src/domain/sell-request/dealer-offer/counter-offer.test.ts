import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { acceptOffer, type Seller } from "./answer-offer.server.ts";
import { answerCounter, counterOffer } from "./counter-offer.server.ts";
import {
  type Dealership,
  expireOffer,
  inDays,
  findLeadStatus,
  listLeadEvents,
  readOfferStates,
  storeOffer,
  storeSellRequest,
  storeThreeDealerships,
} from "./dealer-offer.fixture.ts";
import { offerDecisionTable } from "./dealer-offer.table.ts";
import { findAgreedAmount } from "./dealer-offer.ts";
import { makeOffer, withdrawOffer } from "./make-offer.server.ts";
import { listOffers } from "./offers.server.ts";
import { stopSharing } from "./seller-choice.server.ts";

let lakeshore: Dealership;
let queen: Dealership;
let request: { reference: string; leadId: string; submissionId: string };
let seller: Seller;

useSite();
beforeAll(async () => {
  ({ lakeshore, queen } = await storeThreeDealerships());
});
beforeEach(async () => {
  request = await storeSellRequest();
  seller = { reference: request.reference, way: "mail_link", userId: null };
});

describe("a price that the seller names in return", () => {
  const answer = (offerId: string, input: "accepted" | "declined", maker: Dealership = lakeshore) =>
    answerCounter(maker, request.reference, offerId, input);
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
    expect(
      (await listLeadEvents(request.leadId)).filter((kind) => kind === "offer_countered"),
    ).toHaveLength(1);
    // Another offer of the same dealership may get another counter-offer.
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
    expect(await readOfferStates(request.leadId)).toEqual({
      [offer]: "accepted",
      [other]: "passed_over",
    });
    expect(findAgreedAmount(await findOffer(offer))).toBe(16_000);
    expect(await findLeadStatus(request.leadId)).toBe("approved");
    expect(
      (await listLeadEvents(request.leadId)).filter((kind) => kind === "offer_counter_accepted"),
    ).toHaveLength(1);
    // The seller can no longer accept another price or another offer.
    expect(await acceptOffer(seller, offer)).toEqual({ ok: false, code: "accepted" });
    expect(await acceptOffer(seller, other)).toEqual({ ok: false, code: "passed_over" });
  });

  test("declined, leaves the offer as it was", async () => {
    const offer = await storeOffer(lakeshore, request.reference, 15_000);
    await counterOffer(seller, offer, "16000");
    expect(await answer(offer, "declined")).toEqual({ ok: true });
    expect(await answer(offer, "accepted")).toMatchObject({ code: "changed_meanwhile" });
    expect(await listLeadEvents(request.leadId)).toContain("offer_counter_declined");
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
