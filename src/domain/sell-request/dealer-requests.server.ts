import { and, desc, eq, exists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { selectActiveShares } from "#domain/lead/consents.server.ts";
import { carTable, requestCarTable } from "#domain/car/car.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { findCurrentOffer } from "./dealer-offer/make-offer.server.ts";
import { type Offer, listOffersByRequest } from "./dealer-offer/offers.server.ts";
import {
  dealerOfferTable,
  invitationDeclineTable,
  invitationTable,
} from "./dealer-offer/dealer-offer.table.ts";
import { listChoicesByRequest } from "./dealer-offer/sell-request-lead.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { db } from "#platform/database/database.server.ts";
import { type SellCarAnswers, sellCarForm } from "./sell-car.form.ts";
import { awaitsDealership, type OfferState } from "./dealer-offer/dealer-offer.ts";

/** A request as a dealership sees it: its own offers, and of the others only that one was taken. */
type DealerRequest = {
  lead: typeof leadTable.$inferSelect;
  /** Only which car it is, where the person no longer shares the rest with this dealership. */
  answers: SellCarAnswers;
  state: DealerRequestState;
  /** The person still agrees that dealerships see the answers. */
  isShared: boolean;
  /** An offer, or another one, would be taken. */
  takesOffer: boolean;
  /** The dealership's own; for staff everybody's. */
  offers: Offer[];
  /** The dealership's newest offer that it has not taken back. */
  current: Offer | null;
  invitedAt: Date;
};

/** More than a dealership works on at a time; a list of this length says that it was cut. */
export const MOST_REQUESTS_SHOWN = 200;

/** What a dealership was asked about, the newest first; all of it where staff ask. */
export async function listDealerRequests(dealershipId: string | null): Promise<DealerRequest[]> {
  return requestsWhere(dealershipId);
}

/** How many of them wait for the dealership's first offer, or its answer to the seller's price. */
export async function countUnansweredRequests(dealershipId: string): Promise<number> {
  const requests = await requestsWhere(dealershipId);
  return requests.filter(({ state }) => state === "waiting" || state === "countered").length;
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
  const declineOf = alias(invitationDeclineTable, "decline");
  const hasDeclined = dealershipId
    ? sql<boolean>`${exists(
        db()
          .select({ leadId: declineOf.leadId })
          .from(declineOf)
          .where(and(eq(declineOf.leadId, leadTable.id), eq(declineOf.dealershipId, dealershipId))),
      )}`
    : sql<boolean>`false`;
  const invitedAt = sql<Date>`max(${invitationTable.invitedAt})`.mapWith(invitationTable.invitedAt);
  const isShared = sql<boolean>`${exists(selectActiveShares(db(), submissionTable.id))}`;
  const rows = await db()
    .select({
      lead: leadTable,
      stored: submissionTable.answers,
      invitedAt,
      isShared,
      hasDeclined,
      carState: carTable.state,
    })
    .from(invitationTable)
    .innerJoin(leadTable, eq(leadTable.id, invitationTable.leadId))
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .leftJoin(requestCarTable, eq(requestCarTable.leadId, leadTable.id))
    .leftJoin(carTable, eq(carTable.id, requestCarTable.carId))
    .where(and(dealershipId ? isOpenTo(dealershipId) : undefined, condition))
    .groupBy(leadTable.id, submissionTable.id, carTable.id)
    .orderBy(desc(invitedAt), desc(leadTable.id))
    .limit(MOST_REQUESTS_SHOWN);
  const leadIds = rows.map(({ lead }) => lead.id);
  const [offers, choices] = await Promise.all([
    listOffersByRequest(db(), leadIds),
    listChoicesByRequest(db(), leadIds),
  ]);
  const requests = rows.map((row) => {
    const all = offers.get(row.lead.id) ?? [];
    const current = dealershipId ? findCurrentOffer(all, dealershipId) : null;
    const wantsOffers = row.isShared && choices.get(row.lead.id) !== "own_listing";
    const isTaken = row.carState !== null && row.carState !== "available";
    const isSold = isTaken || all.some(({ state }) => state === "accepted");
    const state = decideDealerRequestState({
      ownOffer: current?.state ?? null,
      isCountered: current !== null && awaitsDealership(current),
      isSold,
      wantsOffers,
      hasDeclined: row.hasDeclined,
    });
    const isWhole = dealershipId === null || row.isShared || state === "accepted";
    const answers = parseStored(sellCarForm, row.stored).answers;
    return {
      lead: row.lead,
      answers: isWhole ? answers : whichCar(answers),
      state,
      isShared: row.isShared,
      takesOffer: wantsOffers && takesOffer(state),
      offers: dealershipId ? all.filter((each) => each.dealershipId === dealershipId) : all,
      current,
      invitedAt: row.invitedAt,
    };
  });
  return dealershipId ? requests.filter(staysVisible) : requests;
}

/** The car's name, and how it is drawn. */
function whichCar(answers: SellCarAnswers): SellCarAnswers {
  const { year, manufactureYear, make, model, bodyType, style, bodyTrim, exteriorColour } = answers;
  return { year, manufactureYear, make, model, bodyType, style, bodyTrim, exteriorColour };
}

/** Shared no longer, a request stays with the offer that still binds, or that bought the car. */
function staysVisible({ isShared, state, current }: DealerRequest): boolean {
  return isShared || state === "accepted" || current?.state === "open";
}

/** Asked, and still agreed to by the person; or with an offer, of which `staysVisible` then asks more. */
function isOpenTo(dealershipId: string) {
  const { id, leadId, dealershipId: maker } = dealerOfferTable;
  const offered = db()
    .select({ id })
    .from(dealerOfferTable)
    .where(and(eq(leadId, leadTable.id), eq(maker, dealershipId)));
  return and(
    eq(invitationTable.dealershipId, dealershipId),
    or(exists(selectActiveShares(db(), submissionTable.id)), exists(offered)),
  );
}

/** Where a request stands for one dealership. */
const DEALER_REQUEST_STATES = [
  "waiting",
  "offered",
  /** The seller named a price in return, which waits for an answer. */
  "countered",
  "accepted",
  "declined",
  "expired",
  "sold_elsewhere",
  "not_wanted",
  "passed",
] as const;
export type DealerRequestState = (typeof DEALER_REQUEST_STATES)[number];

/** `ownOffer`: the state of the dealership's newest offer that it has not taken back. */
export function decideDealerRequestState(input: {
  ownOffer: OfferState | null;
  isCountered: boolean;
  isSold: boolean;
  wantsOffers: boolean;
  /** The dealership said that it makes no offer. */
  hasDeclined: boolean;
}): DealerRequestState {
  const { ownOffer, isCountered, isSold, wantsOffers, hasDeclined } = input;
  if (ownOffer === "accepted") return "accepted";
  if (isSold) return "sold_elsewhere";
  // What was named before the person stopped sharing can be accepted no more.
  if (ownOffer === "open") return isCountered && wantsOffers ? "countered" : "offered";
  if (!wantsOffers) return "not_wanted";
  if (hasDeclined) return "passed";
  return ownOffer === "declined" || ownOffer === "expired" ? ownOffer : "waiting";
}

/** The states in which the dealership may make no offer, or no other one. */
const CLOSED: readonly DealerRequestState[] = ["accepted", "sold_elsewhere", "not_wanted"];

function takesOffer(state: DealerRequestState): boolean {
  return !CLOSED.includes(state);
}
