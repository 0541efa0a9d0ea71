import { shredDocuments } from "#domain/document/documents.server.ts";
import { type WithdrawnBy, withdrawLead } from "#domain/lead/withdraw-lead.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { decide, describeOffer, type Seller, writeDecision } from "./answer-offer.server.ts";
import { listOffers } from "./offers.server.ts";
import { lockRequest, writeEvent } from "./sell-request-lead.server.ts";

/**
 * Withdraws a sell request: every open dealer offer is declined, and no dealership sees it any
 * more. If an offer was accepted, it must first be called off on its own page, because a dealership
 * counts on it.
 */
export async function withdrawSellRequest(
  transaction: Transaction,
  seller: Seller,
  by: WithdrawnBy,
): Promise<{ ok: true } | { ok: false; code: "offer_accepted" }> {
  const request = await lockRequest(transaction, seller.reference);
  if (!request) return { ok: true };
  const offers = await listOffers(transaction, request.id);
  if (offers.some(({ state }) => state === "accepted"))
    return { ok: false, code: "offer_accepted" };
  await withdrawLead(transaction, seller.reference, by, async (lead) => {
    await shredDocuments(transaction, lead);
    for (const offer of offers.filter(({ state }) => state === "open" || state === "on_hold")) {
      await decide(transaction, "declined", seller, request, offer);
      const note = describeOffer(offer);
      await writeEvent(transaction, {
        leadId: lead.id,
        kind: "offer_declined",
        note,
        byUserId: seller.userId,
      });
    }
    // The dealership was told that the car was sold. Its offer must not open again if that sale is
    // taken back.
    for (const offer of offers.filter(({ state }) => state === "passed_over"))
      await writeDecision(transaction, "declined", seller, request, offer);
  });
  return { ok: true };
}
