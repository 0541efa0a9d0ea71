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

/**
 * A request as one dealership sees it: its own offers, and of the others only whether one was
 * accepted.
 */
type DealerRequest = {
  lead: typeof leadTable.$inferSelect;
  /** Only the car, if the person no longer shares the rest with this dealership. */
  answers: SellCarAnswers;
  state: DealerRequestState;
  /** The person still agrees that dealerships see the answers. */
  isShared: boolean;
  /** Whether the dealership may make an offer, or another one. */
  takesOffer: boolean;
  /** The dealership's own offers; for staff, all offers. */
  offers: Offer[];
  /** The dealership's newest offer that it has not withdrawn. */
  current: Offer | null;
  invitedAt: Date;
};

/**
 * More than a dealership works on at a time; a list of this length may be cut off, which the page
 * says.
 */
export const MOST_REQUESTS_SHOWN = 200;

/**
 * The requests that a dealership was invited to, the newest first; all requests if staff ask
 * (null).
 */
export async function listDealerRequests(dealershipId: string | null): Promise<DealerRequest[]> {
  return requestsWhere(dealershipId);
}

/** How many of them wait for the dealership's first offer, or for its answer to a counter-offer. */
export async function countUnansweredRequests(dealershipId: string): Promise<number> {
  const requests = await requestsWhere(dealershipId);
  return requests.filter(({ state }) => state === "waiting" || state === "countered").length;
}

/** One of them by its reference; null if there is none, or if it is not the dealership's. */
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

/** Only the car's name, and what its drawing needs. */
function whichCar(answers: SellCarAnswers): SellCarAnswers {
  const { year, manufactureYear, make, model, bodyType, style, bodyTrim, exteriorColour } = answers;
  return { year, manufactureYear, make, model, bodyType, style, bodyTrim, exteriorColour };
}

/**
 * When it is no longer shared, a request stays visible if the dealership's offer is open or was
 * accepted.
 */
function staysVisible({ isShared, state, current }: DealerRequest): boolean {
  return isShared || state === "accepted" || current?.state === "open";
}

/**
 * The dealership was invited, and the person still shares the request or the dealership made an
 * offer (`staysVisible` then checks more).
 */
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

/** The state of a request for one dealership. */
const DEALER_REQUEST_STATES = [
  "waiting",
  "offered",
  /** The seller made a counter-offer, which waits for an answer. */
  "countered",
  "accepted",
  "declined",
  "expired",
  "sold_elsewhere",
  "not_wanted",
  "passed",
] as const;
export type DealerRequestState = (typeof DEALER_REQUEST_STATES)[number];

/** `ownOffer`: the state of the dealership's newest offer that it has not withdrawn. */
export function decideDealerRequestState(input: {
  ownOffer: OfferState | null;
  isCountered: boolean;
  isSold: boolean;
  wantsOffers: boolean;
  /** The dealership passed. */
  hasDeclined: boolean;
}): DealerRequestState {
  const { ownOffer, isCountered, isSold, wantsOffers, hasDeclined } = input;
  if (ownOffer === "accepted") return "accepted";
  if (isSold) return "sold_elsewhere";
  // A counter-offer can no longer be accepted after the person stopped sharing.
  if (ownOffer === "open") return isCountered && wantsOffers ? "countered" : "offered";
  if (!wantsOffers) return "not_wanted";
  if (hasDeclined) return "passed";
  return ownOffer === "declined" || ownOffer === "expired" ? ownOffer : "waiting";
}

/** The states in which the dealership may make no offer, nor replace one. */
const CLOSED: readonly DealerRequestState[] = ["accepted", "sold_elsewhere", "not_wanted"];

function takesOffer(state: DealerRequestState): boolean {
  return !CLOSED.includes(state);
}
