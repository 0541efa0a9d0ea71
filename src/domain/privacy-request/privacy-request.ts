import { daysAfter } from "#values/calendar-date.ts";

/** What somebody asks us by their rights over what we hold of them. */
export const PRIVACY_REQUEST_KINDS = ["copy", "correction", "withdrawal", "erasure"] as const;
export type PrivacyRequestKind = (typeof PRIVACY_REQUEST_KINDS)[number];

/**
 * How whoever asks showed to be who they are: by the page of a request (`SenderWay`), or to staff. No
 * paper is kept.
 */
export const IDENTITY_WAYS = [
  "account",
  "mail_link",
  "browser",
  /** Called back or written to at a number or address that we had already. */
  "known_contact",
  /** Shown, compared and given back. */
  "document_shown",
  /** Knew what only the sender knows of a request. */
  "answers_known",
] as const;
export type IdentityWay = (typeof IDENTITY_WAYS)[number];

/** Those that staff choose from; the others are seen by the site itself. */
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

/** The last day (YYYY-MM-DD) on which one that came on a day is answered in time. */
export function findDueDay(receivedOn: string): string {
  return daysAfter(receivedOn, ANSWER_DAYS);
}

export function isOverdue(
  { state, dueOn }: { state: PrivacyRequestState; dueOn: string },
  today: string,
): boolean {
  return state === "open" && dueOn < today;
}

/** What is done for somebody. */
export const PRIVACY_ACTS = ["exported", "corrected", "withdrawn", "erased"] as const;

/** Something that was done for a request: what it reached, and what stays and why. */
export type PrivacyAct = {
  act: (typeof PRIVACY_ACTS)[number];
  /** ISO 8601 */
  at: string;
  /** Keys of a trail's items (`lead:K7M2PX4R`), never what was in them. */
  reached: readonly string[];
  kept: readonly { what: string; why: RetentionReason; until: string | null }[];
  /** References of which a row stands in the spreadsheet, where only a person can delete it. */
  byHand: readonly string[];
};

export type RetentionReason = ErasureHoldCode | EndRefusal | TrailRefusal;

/**
 * Why something that somebody wants deleted stays for now.
 * - `deal_stands`: a car was handed over by it, and the papers are the other side's as well.
 * - `consent_evidence`: the proof that somebody agreed to be written to (CASL, s. 13 and 23).
 * - `decided_in_quebec`: what a decision about somebody was made with is kept for a year after it
 *   (P-39.1, s. 11).
 */
const ERASURE_HOLDS = ["deal_stands", "consent_evidence", "decided_in_quebec"] as const;
export type ErasureHoldCode = (typeof ERASURE_HOLDS)[number];
export type ErasureHold = {
  code: ErasureHoldCode;
  /** The day (YYYY-MM-DD) on which it goes by itself. */
  until: string;
};

/** P-39.1, s. 11. */
export const DECISION_RETENTION_YEARS = 1;

/**
 * Why a request cannot be ended here: another side counts on it, or its own page does it.
 * - `offer_accepted`: a dealership bought the car; the seller calls that off first.
 * - `is_bid`: a bid is withdrawn where the person's bids are, with all that follows.
 */
const END_REFUSALS = ["not_found", "offer_accepted", "is_bid"] as const;
export type EndRefusal = (typeof END_REFUSALS)[number];

/**
 * Why something is not deleted with the rest.
 * - `staff_account`: of somebody who works here, whom an administrator retires first.
 * - `deal_open`: somebody counts on a deal of it; it is handed over or called off first.
 * - `anothers_request`: the person is named in what somebody else sent; that one is asked.
 */
const TRAIL_REFUSALS = ["staff_account", "deal_open", "anothers_request"] as const;
export type TrailRefusal = (typeof TRAIL_REFUSALS)[number];
