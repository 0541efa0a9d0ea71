import { timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { toActor, recordRefusal } from "#domain/audit/record-audit.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { rowsThatRunOut } from "#platform/database/run-out.server.ts";
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
/** Codes of one address that are judged in an hour, by browsers that its account does not know. */
const CODES_BY_ADDRESS: NetworkShares = {
  name: "e-mail sign-in codes",
  windowMs: HOUR_MS,
  most: 100,
  mostRepeats: 20,
  byNetwork: { most: 10, windowMs: HOUR_MS },
};
/** Counts nothing: its windows are what those who ask for one address at once wait for. */
const SECRETS: RateLimit = {
  name: "sign-in secrets",
  most: 1,
  windowMs: EMAIL_SIGN_IN_SECONDS * 1000,
};

/**
 * Sends a code and a link to an address, good for fifteen minutes in this browser. Where the address
 * has no account they open one, under `newName` or a name that is asked for after them; the asker
 * learns nothing of that. Answers the cookie that ties the code to this browser.
 *
 * Nobody waits for what strangers did. While a code is good it is sent again; and once enough mails of it have gone out,
 * the newest of them will do in this browser too. So strangers who ask for somebody's codes neither
 * fill that mailbox nor take a code from its holder.
 */
export async function askForEmailSignIn(
  request: BrowserRequest,
  requested: {
    email: string;
    locale: Locale;
    newName: string | null;
    /** Where the terms of a new account stood in French first. */
    isEnglishChosen?: boolean;
    /** The path that they go on to. */
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
    // Of any number that ask at once for one address, one makes the code.
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

/** What is good for this address and was mailed; null where a new one is needed. */
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

/** What the mail says; null where none is to be sent, or it is too late. */
export async function prepareEmailSignIn(id: string) {
  const [requested] = await db()
    .select()
    .from(signIns)
    .where(and(eq(signIns.id, id), gt(signIns.expiresAt, now())));
  if (!requested) return null;
  const accountOwner = await findUserByEmail(requested.email);
  // The demonstration's people have no mailbox, and their accounts are everybody's.
  if (accountOwner?.isDemo) return null;
  const kind: "sign_in" | "sign_up" = accountOwner?.emailVerified ? "sign_in" : "sign_up";
  const path = paths.emailSignInLink(deriveLink(requested.secretId));
  return { kind, code: deriveCode(requested.secretId), path };
}

/** Eight digits without a leading zero, so that none gets lost. */
function deriveCode(secretId: string): string {
  const digest = Buffer.from(mac().hmac(CODE_PURPOSE, secretId), "base64url");
  return String(10_000_000 + (digest.readUIntBE(0, 6) % 90_000_000));
}

function deriveLink(secretId: string): string {
  return mac().hmac(LINK_PURPOSE, secretId);
}

/** The address that this browser waits for a code of; null where it waits for none. */
export async function findEmailSignIn(request: BrowserRequest): Promise<{ email: string } | null> {
  const [found] = await db()
    .select({ email: signIns.email })
    .from(signIns)
    .where(isOfBrowser(request));
  return found ?? null;
}

/** Whether this browser asked for the mail whose link it opens. */
export async function isOwnEmailLink(request: BrowserRequest, token: string): Promise<boolean> {
  const [found] = await db()
    .select({ secretId: signIns.secretId })
    .from(signIns)
    .where(isOfBrowser(request));
  return found !== undefined && mac().hmacMatches(LINK_PURPOSE, found.secretId, token);
}

/** Proves by the code of the mail that its address is the signed-in person's; signs nobody in. */
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

/** Somebody who asked, as it is stored. */
export type EmailSignIn = typeof signIns.$inferSelect;

/**
 * Uses up what the mail said. A try is counted in the statement that finds the secret, so that of
 * any number at once at most five are compared, and one redeems. A link cannot be guessed, so no
 * flood of codes shuts it.
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
  // The same code waits in other browsers that asked for this address: it is used up there too.
  const requested = redeemed.find((each) => each.id === id);
  return requested ? { ok: true, asked: requested } : { ok: false, code: "over" };
}

/** Counts a code that a browser guesses at, unless the account knows the browser. */
async function countCode(request: BrowserRequest, email: string, ipAddress: string) {
  const isKnown = (await recogniseBrowserFor(request, email)) !== null;
  const share = isKnown ? null : await takeNetworkShare(CODES_BY_ADDRESS, email, ipAddress);
  if (share?.ok === false) return share;
  /** It was the right one. */
  const forgive = async () => {
    if (share) await forgiveNetwork(CODES_BY_ADDRESS, email, ipAddress, share);
  };
  return { ok: true, forgive } as const;
}

function isSameCode(typed: string, code: string): boolean {
  const [left, right] = [Buffer.from(typed), Buffer.from(code)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export const oldEmailSignIns = rowsThatRunOut(signIns, (at) => lt(signIns.expiresAt, at));

function isOfBrowser(request: BrowserRequest) {
  return and(isOfCookie(request), isNull(signIns.provedAt));
}

/** The row of the cookie that this browser brings, while it is good. */
export function isOfCookie(request: BrowserRequest) {
  return and(
    eq(signIns.browserHash, hashToken(readCookie(request, EMAIL_SIGN_IN_COOKIE) ?? "")),
    gt(signIns.expiresAt, now()),
  );
}
