import type { Queryable, Transaction } from "#platform/database/database.server.ts";
import {
  countAgainst,
  lockWindows,
  makeLock,
  makeTry,
  type Try,
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

/** The same as a part of a statement: a mail whose try is counted beyond `most` does not go out. */
export function tryMailbox(email: string): { counted: Try; most: number } {
  return {
    counted: makeTry(MAILS_BY_MAILBOX, nameMailbox(email)),
    most: MAILS_BY_MAILBOX.most,
  };
}

/**
 * The same, where more than one mailbox is written to, as those of two who apply together: their limits
 * are held before either is counted, and before anything else that others wait for, always in the same
 * order. Else two who write to each other would each wait for what the other one holds.
 */
export function lockMailboxes(transaction: Transaction, emails: readonly string[]): Promise<void> {
  return lockWindows(MAILS_BY_MAILBOX, [...new Set(emails.map(nameMailbox))], transaction);
}

/** The same as a part of a statement, beside the tries that it counts. */
export function lockMailbox(email: string): Try {
  return makeLock(MAILS_BY_MAILBOX, nameMailbox(email));
}

function nameMailbox(email: string): string {
  return email.trim().toLowerCase();
}
