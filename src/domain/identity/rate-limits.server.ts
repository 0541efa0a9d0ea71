import { limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import {
  countAgainst,
  type RateLimit,
  type RateLimitAnswer,
} from "#platform/limit/rate-limit.server.ts";

/** reference/security.md "Web": strict by account, generous by address, which an office shares. */
const FORMS_BY_ADDRESS: RateLimit = { name: "account forms address", most: 120, windowMs: 60_000 };
const PASSWORDS_BY_ACCOUNT: RateLimit = {
  name: "account passwords",
  most: 8,
  windowMs: 10 * 60_000,
};
const PHOTOS_BY_ACCOUNT: RateLimit = { name: "account photos", most: 20, windowMs: 60 * 60_000 };
const EXPORTS_BY_ACCOUNT: RateLimit = { name: "account exports", most: 20, windowMs: 60 * 60_000 };

/** A form that has a mail sent: nobody floods a stranger's mailbox, known to us or not. */
export async function limitMail(ipAddress: string, email: string): Promise<RateLimitAnswer> {
  const byAddress = await countAgainst(FORMS_BY_ADDRESS, ipAddress);
  return byAddress.ok ? limitMailbox(email) : byAddress;
}

/** A form that asks for the account's password: a session left open is no place to guess it. */
export async function limitPassword(ipAddress: string, userId: string): Promise<RateLimitAnswer> {
  const byAddress = await countAgainst(FORMS_BY_ADDRESS, ipAddress);
  return byAddress.ok ? countAgainst(PASSWORDS_BY_ACCOUNT, userId) : byAddress;
}

/** Guesses at a link or a second step, which have limits of their own. */
export async function limitAddress(ipAddress: string): Promise<RateLimitAnswer> {
  return countAgainst(FORMS_BY_ADDRESS, ipAddress);
}

export async function limitPhoto(userId: string): Promise<RateLimitAnswer> {
  return countAgainst(PHOTOS_BY_ACCOUNT, userId);
}

export async function limitExport(userId: string): Promise<RateLimitAnswer> {
  return countAgainst(EXPORTS_BY_ACCOUNT, userId);
}
