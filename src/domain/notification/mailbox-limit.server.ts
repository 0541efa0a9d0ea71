import type { Queryable, Transaction } from "#platform/database/database.server.ts";
import {
  countAgainst,
  lockTries,
  type RateLimit,
  type RateLimitResult,
} from "#platform/limit/rate-limit.server.ts";

const MAILS_BY_MAILBOX: RateLimit = { name: "mails by mailbox", most: 5, windowMs: 60 * 60_000 };

/**
 * Limits e-mails to an address that somebody typed: a confirmation, or a link that proves the
 * address. All forms count together, so that nobody can flood a stranger's mailbox by using several
 * forms.
 */
export function limitMailbox(email: string, queryable?: Queryable): Promise<RateLimitResult> {
  return countAgainst(MAILS_BY_MAILBOX, nameMailbox(email), queryable);
}

/**
 * Locks the limits of several mailboxes, such as those of two people who apply together. They are
 * locked before either is counted and before anything else that others wait for, always in the same
 * order. Otherwise two people who write to each other could each wait for what the other holds.
 */
export function lockMailboxes(transaction: Transaction, emails: readonly string[]): Promise<void> {
  const tries = emails.map((email) => ({ limit: MAILS_BY_MAILBOX, who: nameMailbox(email) }));
  return lockTries(tries, transaction);
}

function nameMailbox(email: string): string {
  return email.trim().toLowerCase();
}
