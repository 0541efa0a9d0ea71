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

/** What was done for somebody, in the order in which it was done. */
export const PRIVACY_ACTS = ["exported", "withdrawn", "erased", "corrected"] as const;
export type PrivacyActKind = (typeof PRIVACY_ACTS)[number];

/** Something that was done for a request: what it reached, and what stays and why. */
export type PrivacyAct = {
  act: PrivacyActKind;
  /** ISO 8601 */
  at: string;
  /** References and kinds, never what was in them. */
  reached: readonly string[];
  kept: readonly { what: string; why: ErasureHoldCode; until: string }[];
};

/**
 * Why something that somebody wants deleted stays for now.
 * - `deal_stands`: a car was handed over by it, and the papers are the other side's as well.
 * - `decided_in_quebec`: what a decision about somebody was made with is kept for a year after it
 *   (P-39.1, s. 11).
 */
export const ERASURE_HOLDS = ["deal_stands", "decided_in_quebec"] as const;
export type ErasureHoldCode = (typeof ERASURE_HOLDS)[number];
export type ErasureHold = {
  code: ErasureHoldCode;
  /** The day (YYYY-MM-DD) on which it goes by itself. */
  until: string;
};

/** P-39.1, s. 11. */
export const DECISION_KEPT_YEARS = 1;
