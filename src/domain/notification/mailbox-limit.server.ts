import type { Queryable, Transaction } from "#platform/database/database.server.ts";
import {
  countAgainst,
  lockTries,
  type RateLimit,
  type RateLimitResult,
} from "#platform/limit/rate-limit.server.ts";

const MAILS_BY_MAILBOX: RateLimit = { name: "mails by mailbox", most: 5, windowMs: 60 * 60_000 };

/**
 * Mail that goes to whatever address somebody typed: a confirmation, a link that proves the address.
 * All forms count together, so that nobody floods a stranger's mailbox by taking turns with them.
 */
export function limitMailbox(email: string, queryable?: Queryable): Promise<RateLimitResult> {
  return countAgainst(MAILS_BY_MAILBOX, nameMailbox(email), queryable);
}

/**
 * The same, where more than one mailbox is written to, as those of two who apply together: their limits
 * are held before either is counted, and before anything else that others wait for, always in the same
 * order. Else two who write to each other would each wait for what the other one holds.
 */
export function lockMailboxes(transaction: Transaction, emails: readonly string[]): Promise<void> {
  const tries = emails.map((email) => ({ limit: MAILS_BY_MAILBOX, who: nameMailbox(email) }));
  return lockTries(tries, transaction);
}

function nameMailbox(email: string): string {
  return email.trim().toLowerCase();
}
