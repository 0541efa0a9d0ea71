import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { leadTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { acceptOffer, declineOffer, type Seller, undoDecline } from "./answer-offer.server.ts";
import {
  type Dealership,
  expireOffer,
  findLeadStatus,
  listLeadEvents,
  readOfferStates,
  storeOffer,
  storeSellRequest,
  storeThreeDealerships,
} from "./dealer-offer.fixture.ts";
import { offerDecisionTable } from "./dealer-offer.table.ts";
import { withdrawOffer } from "./make-offer.server.ts";

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
    expect(
      (await listLeadEvents(request.leadId)).filter((kind) => kind === "offer_accepted"),
    ).toHaveLength(1);
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
    expect((await readOfferStates(request.leadId))[offer]).toBe(
      accepted.ok ? "accepted" : "withdrawn",
    );
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
    expect(await listLeadEvents(request.leadId)).toEqual(
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
    expect(await findLeadStatus(request.leadId)).toBe(to);
    expect(await listLeadEvents(request.leadId)).toContain("offer_accepted");
  });

  test("stays where it is when one is declined", async () => {
    const id = await storeOffer(lakeshore, request.reference);
    await declineOffer(seller, id);
    expect(await findLeadStatus(request.leadId)).toBe("new");
  });
});
