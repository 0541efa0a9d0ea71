import { takeMailShare } from "#domain/notification/mail-share.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import {
  countAgainst,
  type RateLimit,
  type RateLimitResult,
} from "#platform/limit/rate-limit.server.ts";

/**
 * reference/security.md "Web": strict by account, generous by IP address, which an office shares.
 */
const FORMS_BY_ADDRESS: RateLimit = { name: "account forms address", most: 120, windowMs: 60_000 };
const PASSWORDS_BY_ACCOUNT: RateLimit = {
  name: "account passwords",
  most: 8,
  windowMs: 10 * 60_000,
};
const PHOTOS_BY_ACCOUNT: RateLimit = { name: "account photos", most: 20, windowMs: 60 * 60_000 };
const EXPORTS_BY_ACCOUNT: RateLimit = { name: "account exports", most: 20, windowMs: 60 * 60_000 };

/**
 * A browser that is known for an account has its own limit of e-mails, which no stranger can use
 * up.
 */
const MAILS_BY_BROWSER: RateLimit = {
  name: "account mails by browser",
  most: 5,
  windowMs: 60 * 60_000,
};

/**
 * For a form that sends an e-mail: nobody can flood a stranger's mailbox, whether it has an account
 * or not.
 */
export async function limitMail(ipAddress: string, email: string): Promise<RateLimitResult> {
  const byAddress = await countAgainst(FORMS_BY_ADDRESS, ipAddress);
  return byAddress.ok ? takeMailShare("account", email, ipAddress) : byAddress;
}

/** Who asks for an e-mail that opens an account: a browser that the account knows, or any other. */
export type MailAsker = { browserId: string | null; ipAddress: string };

/** A known browser has no limit that others at its IP address could use up. */
export async function limitAsker({ browserId, ipAddress }: MailAsker): Promise<RateLimitResult> {
  return browserId === null ? countAgainst(FORMS_BY_ADDRESS, ipAddress) : { ok: true };
}

/**
 * Whether to send one more e-mail while the last one is still valid. If not, the last e-mail is
 * enough: nobody is refused.
 */
export async function mayMailAgain(
  transaction: Transaction,
  email: string,
  { browserId, ipAddress }: MailAsker,
): Promise<boolean> {
  const counted =
    browserId === null
      ? await takeMailShare("account", email, ipAddress, transaction)
      : await countAgainst(MAILS_BY_BROWSER, `${browserId} ${email}`, transaction);
  return counted.ok;
}

/**
 * For a form that asks for the account's password: a session that was left open must not allow
 * guessing.
 */
export async function limitPassword(ipAddress: string, userId: string): Promise<RateLimitResult> {
  const byAddress = await countAgainst(FORMS_BY_ADDRESS, ipAddress);
  return byAddress.ok ? countAgainst(PASSWORDS_BY_ACCOUNT, userId) : byAddress;
}

/** For guesses at a link or a second step, which also have limits of their own. */
export async function limitAddress(ipAddress: string): Promise<RateLimitResult> {
  return countAgainst(FORMS_BY_ADDRESS, ipAddress);
}

export async function limitPhoto(userId: string): Promise<RateLimitResult> {
  return countAgainst(PHOTOS_BY_ACCOUNT, userId);
}

export async function limitExport(userId: string): Promise<RateLimitResult> {
  return countAgainst(EXPORTS_BY_ACCOUNT, userId);
}
