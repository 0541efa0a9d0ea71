import type { Queryable } from "#platform/database/database.server.ts";
import {
  countAgainst,
  type RateLimit,
  type RateLimitAnswer,
} from "#platform/limit/rate-limit.server.ts";

const MAILS_BY_MAILBOX: RateLimit = { name: "mails by mailbox", most: 5, windowMs: 60 * 60_000 };

/**
 * Mail that goes to whatever address somebody typed: a confirmation, a link that proves the address.
 * All forms count together, so that nobody floods a stranger's mailbox by taking turns with them.
 */
export function limitMailbox(email: string, queryable?: Queryable): Promise<RateLimitAnswer> {
  return countAgainst(MAILS_BY_MAILBOX, email.trim().toLowerCase(), queryable);
}
