import type { Queryable } from "#platform/database/database.server.ts";
import {
  countAgainst,
  makeTry,
  type Try,
  type RateLimit,
  type RateLimitAnswer,
} from "#platform/limit/rate-limit.server.ts";

const MAILS_BY_MAILBOX: RateLimit = { name: "mails by mailbox", most: 5, windowMs: 60 * 60_000 };

/**
 * Mail that goes to whatever address somebody typed: a confirmation, a link that proves the address.
 * All forms count together, so that nobody floods a stranger's mailbox by taking turns with them.
 */
export function limitMailbox(email: string, queryable?: Queryable): Promise<RateLimitAnswer> {
  return countAgainst(MAILS_BY_MAILBOX, nameMailbox(email), queryable);
}

/** The same as a part of a statement: a mail whose try is counted beyond `most` does not go out. */
export function tryMailbox(email: string): { counted: Try; most: number } {
  return {
    counted: makeTry(MAILS_BY_MAILBOX, nameMailbox(email)),
    most: MAILS_BY_MAILBOX.most,
  };
}

function nameMailbox(email: string): string {
  return email.trim().toLowerCase();
}
