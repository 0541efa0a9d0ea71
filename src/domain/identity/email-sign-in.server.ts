import { timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { toActor, recordRefusal } from "#domain/audit/record-audit.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { expiredRows } from "#platform/database/expired-rows.server.ts";
import {
  forgiveNetwork,
  type NetworkShares,
  takeNetworkShare,
} from "#platform/limit/network-share.server.ts";
import { lockTries, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import { paths } from "#site/paths.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import type { Locale } from "#values/locale.ts";
import type { BrowserRequest } from "./auth.server.ts";
import { readCookie, writeCookie } from "./browser-cookie.server.ts";
import { emailSignInTable as signIns } from "./identity.table.ts";
import { recogniseBrowserFor } from "./known-browser.server.ts";
import { limitAsker, mayMailAgain } from "./rate-limits.server.ts";
import { findUserByEmail } from "./user.server.ts";

const MOST_TRIES = 5;
export const EMAIL_SIGN_IN_COOKIE = "email-sign-in";
export const EMAIL_SIGN_IN_SECONDS = COOKIE_SECONDS[EMAIL_SIGN_IN_COOKIE];
const CODE_PURPOSE = "e-mail sign-in codes";
const LINK_PURPOSE = "e-mail sign-in links";

const HOUR_MS = 60 * 60_000;
/**
 * How many codes for one address are checked in an hour, from browsers that its account does not
 * know.
 */
const CODES_BY_ADDRESS: NetworkShares = {
  name: "e-mail sign-in codes",
  windowMs: HOUR_MS,
  most: 100,
  mostRepeats: 20,
  byNetwork: { most: 10, windowMs: HOUR_MS },
};
/**
 * This limit counts nothing: it is only used as a lock, so that requests for one address at the
 * same time wait for each other.
 */
const SECRETS: RateLimit = {
  name: "sign-in secrets",
  most: 1,
  windowMs: EMAIL_SIGN_IN_SECONDS * 1000,
};

/**
 * Sends a code and a link to an address, valid for fifteen minutes in this browser. If the address
 * has no account, they open one, with `newName` or with a name that is asked for afterwards; the
 * asker does not learn which. Returns the cookie that ties the code to this browser.
 *
 * No stranger can make the holder wait. While a code is valid, it is sent again; and once enough
 * e-mails with it were sent, the newest of them works in this browser too. So a stranger who asks
 * for somebody's codes can neither flood the mailbox nor keep its holder from getting a code.
 */
export async function askForEmailSignIn(
  request: BrowserRequest,
  requested: {
    email: string;
    locale: Locale;
    newName: string | null;
    /** Whether English was chosen while the terms of a new account were shown in French first. */
    isEnglishChosen?: boolean;
    /** The path to go to afterwards. */
    returnTo: string;
  },
  ipAddress: string,
): Promise<{ ok: true; cookie: string } | { ok: false; retryAfterSeconds: number }> {
  const asker = { browserId: await recogniseBrowserFor(request, requested.email), ipAddress };
  const limit = await limitAsker(asker);
  if (!limit.ok) return limit;
  const token = makeToken();
  const at = now();
  await db().transaction(async (transaction) => {
    // If several requests for one address run at once, only one makes the code.
    await lockTries([{ limit: SECRETS, who: requested.email }], transaction);
    const secret = await findSecret(transaction, requested.email, at);
    const id = crypto.randomUUID();
    await transaction.insert(signIns).values({
      ...requested,
      id,
      secretId: secret?.secretId ?? makeToken(),
      secretMadeAt: secret?.secretMadeAt ?? at,
      browserHash: hashToken(token),
      expiresAt: new Date(at.getTime() + EMAIL_SIGN_IN_SECONDS * 1000),
    });
    const isDue = secret === null || (await mayMailAgain(transaction, requested.email, asker));
    if (!isDue) return;
    const { email: to, locale } = requested;
    const event = "account_email_sign_in";
    await notify(transaction, { event, to, locale, params: { id } });
  });
  return {
    ok: true,
    cookie: writeCookie(request.origin, EMAIL_SIGN_IN_COOKIE, token, EMAIL_SIGN_IN_SECONDS),
  };
}

/** The secret that is still valid for this address and was sent; null if a new one is needed. */
async function findSecret(transaction: Transaction, email: string, at: Date) {
  const since = new Date(at.getTime() - EMAIL_SIGN_IN_SECONDS * 1000);
  const [found] = await transaction
    .select({ secretId: signIns.secretId, secretMadeAt: signIns.secretMadeAt })
    .from(signIns)
    .where(and(eq(signIns.email, email), gt(signIns.secretMadeAt, since), isNull(signIns.provedAt)))
    .orderBy(desc(signIns.secretMadeAt))
    .limit(1);
  return found ?? null;
}

/** The data of the e-mail; null if none is to be sent, or if the code has expired. */
export async function prepareEmailSignIn(id: string) {
  const [requested] = await db()
    .select()
    .from(signIns)
    .where(and(eq(signIns.id, id), gt(signIns.expiresAt, now())));
  if (!requested) return null;
  const accountOwner = await findUserByEmail(requested.email);
  // Demo accounts have no mailbox, and anybody may sign in to them.
  if (accountOwner?.isDemo) return null;
  const kind: "sign_in" | "sign_up" = accountOwner?.emailVerified ? "sign_in" : "sign_up";
  const path = paths.emailSignInLink(deriveLink(requested.secretId));
  return { kind, code: deriveCode(requested.secretId), path };
}

/** Eight digits without a leading zero, because a leading zero may get lost. */
function deriveCode(secretId: string): string {
  const digest = Buffer.from(mac().hmac(CODE_PURPOSE, secretId), "base64url");
  return String(10_000_000 + (digest.readUIntBE(0, 6) % 90_000_000));
}

function deriveLink(secretId: string): string {
  return mac().hmac(LINK_PURPOSE, secretId);
}

/** The address whose code this browser waits for; null if there is none. */
export async function findEmailSignIn(request: BrowserRequest): Promise<{ email: string } | null> {
  const [found] = await db()
    .select({ email: signIns.email })
    .from(signIns)
    .where(isOfBrowser(request));
  return found ?? null;
}

/** Whether this browser is the one that asked for the e-mail whose link it opens. */
export async function isOwnEmailLink(request: BrowserRequest, token: string): Promise<boolean> {
  const [found] = await db()
    .select({ secretId: signIns.secretId })
    .from(signIns)
    .where(isOfBrowser(request));
  return found !== undefined && mac().hmacMatches(LINK_PURPOSE, found.secretId, token);
}

/**
 * Proves by the code of the e-mail that its address belongs to the signed-in person; does not sign
 * anybody in.
 */
export async function confirmByEmailCode(
  request: BrowserRequest,
  email: string,
  proof: { code: string; ipAddress: string },
): Promise<{ ok: true } | EmailProofRefusal> {
  const redeemed = await redeemEmailSignIn(request, proof);
  if (!redeemed.ok) return redeemed;
  return redeemed.asked.email === email ? { ok: true } : { ok: false, code: "over" };
}

export type EmailProof = { code: string; ipAddress: string } | { token: string };

export type EmailProofRefusal =
  | { ok: false; code: "wrong_code" | "over" }
  | { ok: false; code: "too_many_tries"; retryAfterSeconds: number };

/** A stored request to sign in. */
export type EmailSignIn = typeof signIns.$inferSelect;

/**
 * Redeems a code or link. A try is counted in the statement that finds the secret: of tries that
 * run at once, at most five are compared, and one redeems. A link cannot be guessed, so no flood of
 * codes blocks it.
 */
export async function redeemEmailSignIn(
  request: BrowserRequest,
  proof: EmailProof,
): Promise<{ ok: true; asked: EmailSignIn } | EmailProofRefusal> {
  const [counted] = await db()
    .update(signIns)
    .set({ tries: sql`${signIns.tries} + 1` })
    .where(and(isOfBrowser(request), lt(signIns.tries, MOST_TRIES)))
    .returning();
  if (!counted) return { ok: false, code: "over" };
  const { id, secretId, email } = counted;
  const code = "code" in proof ? await countCode(request, email, proof.ipAddress) : null;
  if (code?.ok === false) return { ...code, code: "too_many_tries" };
  const isRight =
    "code" in proof
      ? isSameCode(proof.code.replace(/\D/g, ""), deriveCode(secretId))
      : mac().hmacMatches(LINK_PURPOSE, secretId, proof.token);
  if (!isRight) {
    const accountOwner = await findUserByEmail(counted.email);
    await recordRefusal({
      by: toActor(null),
      action: "sign_in",
      on: accountOwner && { kind: "account", id: accountOwner.id },
      outcome: "failed",
    });
    return { ok: false, code: "wrong_code" };
  }
  const redeemed = await db().delete(signIns).where(eq(signIns.secretId, secretId)).returning();
  await code?.forgive();
  // The same code is valid in the other browsers that asked for this address: it is used up there
  // too.
  const requested = redeemed.find((each) => each.id === id);
  return requested ? { ok: true, asked: requested } : { ok: false, code: "over" };
}

/** Counts a guess of a code by a browser, unless the account knows the browser. */
async function countCode(request: BrowserRequest, email: string, ipAddress: string) {
  const isKnown = (await recogniseBrowserFor(request, email)) !== null;
  const share = isKnown ? null : await takeNetworkShare(CODES_BY_ADDRESS, email, ipAddress);
  if (share?.ok === false) return share;
  /** Called if the code was right. */
  const forgive = async () => {
    if (share) await forgiveNetwork(CODES_BY_ADDRESS, email, ipAddress, share);
  };
  return { ok: true, forgive } as const;
}

function isSameCode(typed: string, code: string): boolean {
  const [left, right] = [Buffer.from(typed), Buffer.from(code)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export const oldEmailSignIns = expiredRows(signIns, (at) => lt(signIns.expiresAt, at));

function isOfBrowser(request: BrowserRequest) {
  return and(isOfCookie(request), isNull(signIns.provedAt));
}

/** The row for the cookie of this browser, while it is valid. */
export function isOfCookie(request: BrowserRequest) {
  return and(
    eq(signIns.browserHash, hashToken(readCookie(request, EMAIL_SIGN_IN_COOKIE) ?? "")),
    gt(signIns.expiresAt, now()),
  );
}
