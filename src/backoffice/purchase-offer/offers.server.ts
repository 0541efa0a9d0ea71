import { and, asc, eq, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { dealershipTable } from "#backoffice/dealership/dealership.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Queryable } from "#platform/database/database.server.ts";
import { calendarDay } from "#vocabulary/format.ts";
import { canUndoDecline, offerState, type OfferState } from "./purchase-offer.ts";
import {
  offerDecisionTable,
  offerWithdrawalTable,
  purchaseOfferTable,
} from "./purchase-offer.table.ts";

/** An offer as both sides may see it, with where it stands today. */
export type Offer = {
  id: string;
  dealershipId: string;
  dealershipName: string;
  city: string;
  provinceCode: string;
  /** E.164 */
  dealershipPhone: string;
  amountCad: number;
  /** YYYY-MM-DD */
  validUntil: string;
  conditions: string;
  madeAt: Date;
  state: OfferState;
  /** When it was accepted or declined. */
  decidedAt: Date | null;
  canUndoDecline: boolean;
};

const replacement = alias(purchaseOfferTable, "replacement");

/** Every offer on a request, the oldest first. */
export async function offersOn(queryable: Queryable, leadId: string): Promise<Offer[]> {
  const rows = await queryable
    .select({
      offer: purchaseOfferTable,
      dealership: dealershipTable,
      decision: offerDecisionTable,
      withdrawnAt: offerWithdrawalTable.at,
      replacedById: replacement.id,
    })
    .from(purchaseOfferTable)
    .innerJoin(dealershipTable, eq(dealershipTable.id, purchaseOfferTable.dealershipId))
    .leftJoin(
      offerDecisionTable,
      and(
        eq(offerDecisionTable.offerId, purchaseOfferTable.id),
        isNull(offerDecisionTable.undoneAt),
      ),
    )
    .leftJoin(offerWithdrawalTable, eq(offerWithdrawalTable.offerId, purchaseOfferTable.id))
    .leftJoin(replacement, eq(replacement.replacesId, purchaseOfferTable.id))
    .where(eq(purchaseOfferTable.leadId, leadId))
    .orderBy(asc(purchaseOfferTable.madeAt), asc(purchaseOfferTable.id));
  const today = calendarDay(now());
  const accepted = rows.find(({ decision }) => decision?.kind === "accepted");
  return rows.map(({ offer, dealership, decision, withdrawnAt, replacedById }) => {
    const facts = {
      decision: decision && (decision.kind as "accepted" | "declined"),
      isWithdrawn: withdrawnAt !== null,
      isReplaced: replacedById !== null,
      isPassedOver: accepted !== undefined && accepted.offer.id !== offer.id,
      validUntil: offer.validUntil,
    };
    return {
      id: offer.id,
      dealershipId: offer.dealershipId,
      dealershipName: dealership.name,
      city: dealership.city,
      provinceCode: dealership.provinceCode,
      dealershipPhone: dealership.phone,
      amountCad: offer.amountCad,
      validUntil: offer.validUntil,
      conditions: offer.conditions,
      madeAt: offer.madeAt,
      state: offerState(facts, today),
      decidedAt: decision?.at ?? null,
      canUndoDecline: canUndoDecline(facts, today),
    };
  });
}
