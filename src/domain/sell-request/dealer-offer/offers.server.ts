import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isTakenOtherwise } from "#domain/car/car-state.ts";
import { carTable, requestCarTable } from "#domain/car/car.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { today } from "#platform/clock/clock.server.ts";
import type { Queryable } from "#platform/database/database.server.ts";
import {
  canUndoDecline,
  decideOfferState,
  type OfferCounter,
  type OfferFacts,
  type OfferState,
} from "./dealer-offer.ts";
import {
  offerCounterTable,
  offerDecisionTable,
  offerWithdrawalTable,
  dealerOfferTable,
} from "./dealer-offer.table.ts";

/** An offer as both sides may see it, with its state today. */
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
  counter: OfferCounter | null;
};

const replacement = alias(dealerOfferTable, "replacement");

/** All offers for a request, the oldest first. */
export async function listOffers(queryable: Queryable, leadId: string): Promise<Offer[]> {
  return (await listOffersByRequest(queryable, [leadId])).get(leadId) ?? [];
}

/** The same for many requests, by lead. A request without offers is absent. */
export async function listOffersByRequest(
  queryable: Queryable,
  leadIds: readonly string[],
): Promise<Map<string, Offer[]>> {
  if (leadIds.length === 0) return new Map();
  const rows = await offerRows(queryable, leadIds);
  const day = today();
  const byLead = Map.groupBy(rows, ({ offer }) => offer.leadId);
  return new Map(
    [...byLead].map(([leadId, ofLead]) => {
      const accepted = ofLead.find(({ decision }) => decision?.kind === "accepted");
      return [leadId, ofLead.map((row) => asOffer(row, accepted?.offer.id ?? null, day))];
    }),
  );
}

type OfferRow = Awaited<ReturnType<typeof offerRows>>[number];

async function offerRows(queryable: Queryable, leadIds: readonly string[]) {
  return queryable
    .select({
      offer: dealerOfferTable,
      dealership: dealershipTable,
      decision: offerDecisionTable,
      withdrawnAt: offerWithdrawalTable.at,
      replacedById: replacement.id,
      car: carTable,
      counter: { amountCad: offerCounterTable.amountCad, answer: offerCounterTable.answer },
    })
    .from(dealerOfferTable)
    .innerJoin(dealershipTable, eq(dealershipTable.id, dealerOfferTable.dealershipId))
    .leftJoin(
      offerDecisionTable,
      and(eq(offerDecisionTable.offerId, dealerOfferTable.id), isNull(offerDecisionTable.undoneAt)),
    )
    .leftJoin(offerWithdrawalTable, eq(offerWithdrawalTable.offerId, dealerOfferTable.id))
    .leftJoin(offerCounterTable, eq(offerCounterTable.offerId, dealerOfferTable.id))
    .leftJoin(replacement, eq(replacement.replacesId, dealerOfferTable.id))
    .leftJoin(requestCarTable, eq(requestCarTable.leadId, dealerOfferTable.leadId))
    .leftJoin(carTable, eq(carTable.id, requestCarTable.carId))
    .where(inArray(dealerOfferTable.leadId, [...leadIds]))
    .orderBy(asc(dealerOfferTable.madeAt), asc(dealerOfferTable.id));
}

function asOffer(
  { offer, dealership, decision, withdrawnAt, replacedById, counter, car }: OfferRow,
  acceptedId: string | null,
  today: string,
): Offer {
  const facts: OfferFacts = {
    decision: decision && decision.kind,
    isWithdrawn: withdrawnAt !== null,
    isReplaced: replacedById !== null,
    isPassedOver: acceptedId !== null && acceptedId !== offer.id,
    carOtherwise:
      car && isTakenOtherwise(car, { way: "dealer_offer", id: offer.id }) ? car.state : "available",
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
    state: decideOfferState(facts, today),
    decidedAt: decision?.at ?? null,
    canUndoDecline: canUndoDecline(facts, today),
    counter,
  };
}
