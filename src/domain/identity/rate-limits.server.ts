import {
  countAgainst,
  type RateLimit,
  type RateLimitAnswer,
} from "#platform/limit/rate-limit.server.ts";

/** reference/security.md "Web": strict by account, generous by address, which an office shares. */
const FORMS_BY_ADDRESS: RateLimit = { name: "account forms address", most: 120, windowMs: 60_000 };
const MAILS_BY_MAILBOX: RateLimit = { name: "account mails", most: 5, windowMs: 60 * 60_000 };
const PASSWORDS_BY_ACCOUNT: RateLimit = {
  name: "account passwords",
  most: 8,
  windowMs: 10 * 60_000,
};
const PHOTOS_BY_ACCOUNT: RateLimit = { name: "account photos", most: 20, windowMs: 60 * 60_000 };
const EXPORTS_BY_ACCOUNT: RateLimit = { name: "account exports", most: 20, windowMs: 60 * 60_000 };

/** A form that has a mail sent: nobody floods a stranger's mailbox, known to us or not. */
export function limitMail(ipAddress: string, email: string): RateLimitAnswer {
  const byAddress = countAgainst(FORMS_BY_ADDRESS, ipAddress);
  return byAddress.ok ? countAgainst(MAILS_BY_MAILBOX, email) : byAddress;
}

/** A form that asks for the account's password: a session left open is no place to guess it. */
export function limitPassword(ipAddress: string, userId: string): RateLimitAnswer {
  const byAddress = countAgainst(FORMS_BY_ADDRESS, ipAddress);
  return byAddress.ok ? countAgainst(PASSWORDS_BY_ACCOUNT, userId) : byAddress;
}

/** Guesses at a link or a second step, which have limits of their own. */
export function limitAddress(ipAddress: string): RateLimitAnswer {
  return countAgainst(FORMS_BY_ADDRESS, ipAddress);
}

export function limitPhoto(userId: string): RateLimitAnswer {
  return countAgainst(PHOTOS_BY_ACCOUNT, userId);
}

export function limitExport(userId: string): RateLimitAnswer {
  return countAgainst(EXPORTS_BY_ACCOUNT, userId);
}
