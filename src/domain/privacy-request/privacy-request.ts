import { daysAfter } from "#values/calendar-date.ts";

/** The kinds of privacy requests. */
export const PRIVACY_REQUEST_KINDS = ["copy", "correction", "withdrawal", "erasure"] as const;
export type PrivacyRequestKind = (typeof PRIVACY_REQUEST_KINDS)[number];

/**
 * How the person proved who they are: on the page of a request (`SenderWay`), or to staff. No copy
 * of a document is stored.
 */
export const IDENTITY_WAYS = [
  "account",
  "mail_link",
  "browser",
  /** We contacted them at a number or address that we already had. */
  "known_contact",
  /** A document was shown, compared and given back. */
  "document_shown",
  /** They knew answers that only the sender of the request knows. */
  "answers_known",
] as const;
export type IdentityWay = (typeof IDENTITY_WAYS)[number];

/** The ways that staff choose from; the site itself records the others. */
export const IDENTITY_WAYS_OF_STAFF = [
  "known_contact",
  "document_shown",
  "answers_known",
  "account",
] as const satisfies readonly IdentityWay[];

export const PRIVACY_REQUEST_STATES = ["open", "done", "refused"] as const;
export type PrivacyRequestState = (typeof PRIVACY_REQUEST_STATES)[number];

/** Thirty days from receipt: PIPEDA, s. 8(3); Québec, P-39.1, s. 32. */
export const ANSWER_DAYS = 30;

/** The last day (YYYY-MM-DD) to answer a request received on a day. */
export function findDueDay(receivedOn: string): string {
  return daysAfter(receivedOn, ANSWER_DAYS);
}

export function isOverdue(
  { state, dueOn }: { state: PrivacyRequestState; dueOn: string },
  today: string,
): boolean {
  return state === "open" && dueOn < today;
}

/** What can be done for a person. */
export const PRIVACY_ACTS = ["exported", "corrected", "withdrawn", "erased"] as const;

/** An act for a request: the items that it covered, and what is retained and why. */
export type PrivacyAct = {
  act: (typeof PRIVACY_ACTS)[number];
  /** ISO 8601 */
  at: string;
  /** Keys of a trail's items (`lead:K7M2PX4R`), never what was in them. */
  reached: readonly string[];
  kept: readonly { what: string; why: RetentionReason; until: string | null }[];
  /** References with a row in the spreadsheet, which only a person can delete. */
  byHand: readonly string[];
};

export type RetentionReason = ErasureHoldCode | EndRefusal | TrailRefusal;

/**
 * Why something is not deleted yet although the person wants it.
 * - `deal_stands`: a car was handed over in a deal, and the papers belong to the other side as
 * well.
 * - `consent_evidence`: the proof of consent to messages (CASL, s. 13 and 23).
 * - `decided_in_quebec`: data used for a decision about a person is retained for a year after it
 * (P-39.1, s. 11).
 */
const ERASURE_HOLDS = ["deal_stands", "consent_evidence", "decided_in_quebec"] as const;
export type ErasureHoldCode = (typeof ERASURE_HOLDS)[number];
export type ErasureHold = {
  code: ErasureHoldCode;
  /** The day (YYYY-MM-DD) on which it is deleted automatically. */
  until: string;
};

/** P-39.1, s. 11. */
export const DECISION_RETENTION_YEARS = 1;

/**
 * Why a request cannot be ended here.
 * - `offer_accepted`: a dealership bought the car; the seller calls the deal off first.
 * - `is_bid`: a bid is withdrawn on the person's page of bids, with all consequences.
 */
const END_REFUSALS = ["not_found", "offer_accepted", "is_bid"] as const;
export type EndRefusal = (typeof END_REFUSALS)[number];

/**
 * Why an item is not deleted with the others.
 * - `staff_account`: an account of staff, which an administrator must change first.
 * - `deal_open`: the other side relies on a deal; it is handed over or called off first.
 * - `anothers_request`: the person is named in another person's request; that person must be asked.
 */
const TRAIL_REFUSALS = ["staff_account", "deal_open", "anothers_request"] as const;
export type TrailRefusal = (typeof TRAIL_REFUSALS)[number];
