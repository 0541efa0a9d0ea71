import { and, desc, eq, exists, isNull, or, sql } from "drizzle-orm";
import { consentTable } from "#backoffice/consent/consent.table.ts";
import { leadTable } from "#backoffice/lead/lead.table.ts";
import { currentOffer } from "#backoffice/purchase-offer/make-offer.server.ts";
import { type Offer, offersByRequest } from "#backoffice/purchase-offer/offers.server.ts";
import {
  invitationTable,
  offerDecisionTable,
  purchaseOfferTable,
} from "#backoffice/purchase-offer/purchase-offer.table.ts";
import { choicesByRequest } from "#backoffice/purchase-offer/sale-request.server.ts";
import { submissionTable } from "#backoffice/submission/submission.table.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { db } from "#platform/database/database.server.ts";
import { type SellCarAnswers, sellCarForm } from "#storefront/sell-car/sell-car.form.ts";
import { type DealerRequestState, dealerRequestState } from "./dealer-request-state.ts";

/** A request as a dealership sees it: its own offers, and of the others only that one was taken. */
export type DealerRequest = {
  lead: typeof leadTable.$inferSelect;
  answers: SellCarAnswers;
  state: DealerRequestState;
  /** The dealership's own; for staff everybody's. */
  offers: Offer[];
  /** The dealership's newest offer that it has not taken back. */
  current: Offer | null;
  invitedAt: Date;
};

const MOST_SHOWN = 200;

/** What a dealership was asked about, the newest first; all of it where staff ask. */
export async function dealerRequests(dealershipId: string | null): Promise<DealerRequest[]> {
  return requestsWhere(dealershipId);
}

/** One of them by its reference; null where there is none, or where it is not the dealership's. */
export async function dealerRequest(
  dealershipId: string | null,
  reference: string,
): Promise<DealerRequest | null> {
  const [found] = await requestsWhere(dealershipId, eq(leadTable.reference, reference));
  return found ?? null;
}

async function requestsWhere(
  dealershipId: string | null,
  condition?: ReturnType<typeof eq>,
): Promise<DealerRequest[]> {
  const invitedAt = sql<Date>`max(${invitationTable.invitedAt})`.mapWith(invitationTable.invitedAt);
  const rows = await db()
    .select({ lead: leadTable, stored: submissionTable.answers, invitedAt })
    .from(invitationTable)
    .innerJoin(leadTable, eq(leadTable.id, invitationTable.leadId))
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(and(dealershipId ? isOpenTo(dealershipId) : undefined, condition))
    .groupBy(leadTable.id, submissionTable.id)
    .orderBy(desc(invitedAt), desc(leadTable.id))
    .limit(MOST_SHOWN);
  const leadIds = rows.map(({ lead }) => lead.id);
  const [offers, choices] = await Promise.all([
    offersByRequest(db(), leadIds),
    choicesByRequest(db(), leadIds),
  ]);
  return rows.map(({ lead, stored, invitedAt: at }) => {
    const all = offers.get(lead.id) ?? [];
    const current = dealershipId ? currentOffer(all, dealershipId) : null;
    return {
      lead,
      answers: parseStored(sellCarForm, stored).answers as SellCarAnswers,
      state: dealerRequestState({
        ownOffer: current?.state ?? null,
        isSold: all.some(({ state }) => state === "accepted"),
        wantsOffers: choices.get(lead.id) !== "own_listing",
      }),
      offers: dealershipId ? all.filter((each) => each.dealershipId === dealershipId) : all,
      current,
      invitedAt: at,
    };
  });
}

/** Asked, and still agreed to by the person; or bought by this dealership, which then keeps it. */
function isOpenTo(dealershipId: string) {
  const standing = db()
    .select({ id: consentTable.id })
    .from(consentTable)
    .where(
      and(
        eq(consentTable.submissionId, submissionTable.id),
        eq(consentTable.purpose, "share_with_dealership"),
        isNull(consentTable.withdrawnAt),
      ),
    );
  const bought = db()
    .select({ id: offerDecisionTable.id })
    .from(offerDecisionTable)
    .innerJoin(purchaseOfferTable, eq(purchaseOfferTable.id, offerDecisionTable.offerId))
    .where(
      and(
        eq(offerDecisionTable.leadId, leadTable.id),
        eq(offerDecisionTable.kind, "accepted"),
        eq(purchaseOfferTable.dealershipId, dealershipId),
      ),
    );
  return and(eq(invitationTable.dealershipId, dealershipId), or(exists(standing), exists(bought)));
}
