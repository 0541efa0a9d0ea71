import { and, eq, isNull } from "drizzle-orm";
import { moveLeads } from "#domain/lead/move-leads.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { formatCad } from "#values/money.ts";
import { tellDealership } from "./offer-messages.server.ts";
import { type Offer, listOffers } from "./offers.server.ts";
import type { OfferState, SellerWay } from "./dealer-offer.ts";
import { offerDecisionTable } from "./dealer-offer.table.ts";
import { lockRequest, type SellRequestLead, writeEvent } from "./sell-request-lead.server.ts";

/** The seller of a request, as the caller made sure: how, and who was signed in if anybody. */
export type Seller = { reference: string; way: SellerWay; userId: string | null };

/** Why an offer could not be answered: what it is by now, or that the request has none such. */
export type AnswerRefusal = "not_found" | Exclude<OfferState, "open">;

export type AnswerResult = { ok: true } | { ok: false; code: AnswerRefusal };

/** Takes an offer. Every other offer on the car is passed over, and its dealership notified. */
export async function acceptOffer(seller: Seller, offerId: string): Promise<AnswerResult> {
  return withOffer(seller, offerId, async (transaction, lead, offer, others) => {
    if (offer.state === "accepted") return { ok: true };
    if (offer.state !== "open") return { ok: false, code: offer.state };
    await decide(transaction, "accepted", seller, lead, offer);
    for (const other of others.filter(({ state }) => state === "open")) {
      await tellDealership(transaction, "offer_passed_over", pickIds(lead, other));
    }
    return { ok: true };
  });
}

/** Turns an offer down. It can be taken back for as long as the offer would stand. */
export async function declineOffer(seller: Seller, offerId: string): Promise<AnswerResult> {
  return withOffer(seller, offerId, async (transaction, lead, offer) => {
    if (offer.state === "declined") return { ok: true };
    if (offer.state !== "open") return { ok: false, code: offer.state };
    await decide(transaction, "declined", seller, lead, offer);
    return { ok: true };
  });
}

/** Opens a declined offer again. */
export async function undoDecline(seller: Seller, offerId: string): Promise<AnswerResult> {
  return withOffer(seller, offerId, async (transaction, lead, offer) => {
    if (offer.state === "open") return { ok: true };
    if (!offer.canUndoDecline)
      return { ok: false, code: offer.state === "declined" ? "expired" : offer.state };
    await transaction
      .update(offerDecisionTable)
      .set({ undoneAt: now() })
      .where(and(eq(offerDecisionTable.offerId, offer.id), isNull(offerDecisionTable.undoneAt)));
    await tellDealership(transaction, "offer_reopened", pickIds(lead, offer));
    await writeDown(transaction, "offer_reopened", seller, lead, offer);
    return { ok: true };
  });
}

async function decide(
  transaction: Transaction,
  kind: "accepted" | "declined",
  seller: Seller,
  lead: SellRequestLead,
  offer: Offer,
): Promise<void> {
  await transaction.insert(offerDecisionTable).values({
    offerId: offer.id,
    leadId: lead.id,
    kind,
    byUserId: seller.userId,
    way: seller.way,
    at: now(),
  });
  await tellDealership(transaction, `offer_${kind}`, pickIds(lead, offer));
  if (kind === "declined") await writeDown(transaction, "offer_declined", seller, lead, offer);
  else await moveToAgreed(transaction, seller, lead, offer);
}

/** A price is agreed on: nobody has to find one any more. What staff closed stays closed. */
async function moveToAgreed(
  transaction: Transaction,
  seller: Seller,
  lead: SellRequestLead,
  offer: Offer,
): Promise<void> {
  await moveLeads(transaction, [lead.submissionId], {
    kind: "offer_accepted",
    note: describeOffer(offer),
    to: "approved",
    except: ["delivered", "closed"],
    byUserId: seller.userId,
  });
}

function describeOffer({ dealershipName, amountCad }: Offer): string {
  return `${dealershipName}, ${formatCad(amountCad, "en")}`;
}

function pickIds(lead: SellRequestLead, offer: Offer) {
  return { leadId: lead.id, dealershipId: offer.dealershipId, offerId: offer.id };
}

async function writeDown(
  transaction: Transaction,
  kind: "offer_declined" | "offer_reopened",
  seller: Seller,
  lead: SellRequestLead,
  offer: Offer,
): Promise<void> {
  const note = describeOffer(offer);
  await writeEvent(transaction, { leadId: lead.id, kind, note, byUserId: seller.userId });
}

async function withOffer(
  { reference }: Seller,
  offerId: string,
  work: (
    transaction: Transaction,
    lead: SellRequestLead,
    offer: Offer,
    others: readonly Offer[],
  ) => Promise<AnswerResult>,
): Promise<AnswerResult> {
  return db().transaction(async (transaction) => {
    const lead = await lockRequest(transaction, reference);
    if (!lead) return { ok: false, code: "not_found" };
    const offers = await listOffers(transaction, lead.id);
    const offer = offers.find(({ id }) => id === offerId);
    if (!offer) return { ok: false, code: "not_found" };
    const others = offers.filter(({ id }) => id !== offerId);
    return work(transaction, lead, offer, others);
  });
}
