import { createHash } from "node:crypto";
import * as scrypt from "better-auth/crypto";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { breachedPasswords } from "#platform/breached-passwords/breached-passwords.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { accountTable, userTable } from "./identity.table.ts";
import common from "./common-passwords.json" with { type: "json" };
import { findPasswordFault, type PasswordFault, type PasswordOwner } from "./password-rule.ts";
import { notify } from "#domain/notification/notify.server.ts";
import {
  countAgainst,
  forgetTries,
  type RateLimit,
  type RateLimitResult,
} from "#platform/limit/rate-limit.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Locale } from "#values/locale.ts";
import { notifyAccountOwner } from "./account-messages.server.ts";
import type { BrowserRequest } from "./auth.server.ts";
import { recogniseBrowserFor } from "./known-browser.server.ts";
import { limitAsker, mayMailAgain } from "./rate-limits.server.ts";
import { endLinks, findLink, redeemLink } from "./one-time-link.server.ts";
import { leavesFactor, removeCredentials } from "./remove-credentials.server.ts";
import { KNOWN_BROWSERS, listCredentials } from "./credentials.server.ts";
import { endSessions } from "./session.server.ts";
import { findUser } from "./user.server.ts";

let commonPrefixes: ReadonlySet<number> | undefined;

/**
 * Why a chosen password is refused, or null. Also checks for breaches if the operator configured a
 * provider.
 */
export async function judgePassword(
  password: string,
  owner: PasswordOwner,
): Promise<PasswordFault | null> {
  const fault = judgeByItself(password, owner);
  if (fault) return fault;
  return (await breachedPasswords().has(password)) ? { code: "password_breached" } : null;
}

/** The same with only the built-in list and the rules. */
export function judgeByItself(password: string, owner: PasswordOwner): PasswordFault | null {
  return findPasswordFault(password, { ...owner, isCommon });
}

/**
 * The list has the first four bytes of each hash: 11,611 passwords, with one false match in
 * 370,000.
 */
function isCommon(password: string): boolean {
  commonPrefixes ??= readPrefixes();
  return commonPrefixes.has(createHash("sha256").update(password).digest().readUInt32BE(0));
}

function readPrefixes(): ReadonlySet<number> {
  const bytes = Buffer.from(common.prefixes, "base64");
  return new Set(
    Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4)),
  );
}

/** scrypt, as better-auth checks it at sign-in. */
export async function hashPassword(password: string): Promise<string> {
  return scrypt.hashPassword(password);
}

const isOwnPassword = (userId: string) =>
  and(eq(accountTable.userId, userId), eq(accountTable.providerId, "credential"));

/** Whether the account has a password at all; an account opened with Google has none at first. */
export async function hasPassword(userId: string): Promise<boolean> {
  const [row] = await db()
    .select({ id: accountTable.id })
    .from(accountTable)
    .where(and(isOwnPassword(userId), isNotNull(accountTable.password)));
  return row !== undefined;
}

/** Also false if the account has no password. */
export async function isRightPassword(userId: string, password: string): Promise<boolean> {
  const [row] = await db()
    .select({ hash: accountTable.password })
    .from(accountTable)
    .where(isOwnPassword(userId));
  if (!row?.hash) return false;
  return scrypt.verifyPassword({ hash: row.hash, password });
}

/** Stores a password's hash, replacing the old one. */
export async function storePassword(
  queryable: Queryable,
  userId: string,
  hash: string,
  at: Date,
): Promise<void> {
  const changed = await queryable
    .update(accountTable)
    .set({ password: hash, updatedAt: at })
    .where(isOwnPassword(userId))
    .returning({ id: accountTable.id });
  if (changed.length > 0) return;
  await queryable.insert(accountTable).values({
    id: crypto.randomUUID(),
    accountId: userId,
    userId,
    providerId: "credential",
    password: hash,
  });
}

/**
 * A link is valid for an hour. In its first quarter of an hour, another e-mail is a convenience
 * only.
 */
const RESETS_DUE: RateLimit = { name: "password resets due", most: 1, windowMs: 15 * 60_000 };

/**
 * Sends a link to the address if it has an account; responds and does the same if it has none. A
 * stranger who asks cannot keep it from its holder: if enough e-mails were sent, the last one is at
 * most fifteen minutes old, and its link still works.
 */
export async function askForReset(
  request: BrowserRequest,
  { email, locale }: { email: string; locale: Locale },
  ipAddress: string,
): Promise<RateLimitResult> {
  const asker = { browserId: await recogniseBrowserFor(request, email), ipAddress };
  const limit = await limitAsker(asker);
  if (!limit.ok) return limit;
  await db().transaction(async (transaction) => {
    const isDue =
      (await countAgainst(RESETS_DUE, email, transaction)).ok ||
      (await mayMailAgain(transaction, email, asker));
    if (isDue) await notify(transaction, { event: "account_reset_password", to: email, locale });
  });
  return limit;
}

type ResetResult = { ok: true } | PasswordRefusal | { ok: false; code: "link_used_up" };
type PasswordRefusal = { ok: false; code: "refused_password"; fault: PasswordFault };

/**
 * Sets a new password by a link, which proves the address. Every session is ended. An intruder may
 * have added a passkey, an app or a Google account of theirs, or have signed in with a browser that
 * is known since. So the holder chooses which of them to remove (`removes`, by reference).
 */
export async function resetPassword(
  token: string,
  { password, removes }: { password: string; removes: readonly string[] },
): Promise<ResetResult> {
  const link = await findLink("reset_password", token);
  const user = link && (await findUser(link.userId));
  if (!link || !user) return { ok: false, code: "link_used_up" };
  const fault = await judgePassword(password, {
    hasSecondFactor: leavesFactor(await listCredentials(user.id), removes),
    email: user.email,
    name: user.name,
  });
  if (fault) return { ok: false, code: "refused_password", fault };
  const hash = await hashPassword(password);
  const result = await db().transaction<ResetResult>(async (transaction) => {
    const used = await redeemLink(transaction, "reset_password", token);
    if (!used || used.email !== user.email) return { ok: false, code: "link_used_up" };
    const at = now();
    await storePassword(transaction, user.id, hash, at);
    await transaction
      .update(userTable)
      .set({
        emailVerified: true,
        ...(removes.includes(KNOWN_BROWSERS) && {
          browserRound: sql`${userTable.browserRound} + 1`,
        }),
        updatedAt: at,
      })
      .where(eq(userTable.id, user.id));
    await endSessions(transaction, user.id);
    // A change of address may have been requested with the old password, so it ends too, and so do
    // the other reset links.
    await endLinks(transaction, user.id, "reset_password", "confirm_email", "change_email");
    await removeCredentials(transaction, user.id, removes);
    await notifyAccountOwner(transaction, user, "account_password_changed");
    return { ok: true };
  });
  // No valid link is left, so the next e-mail that is asked for must be sent.
  if (result.ok) await forgetTries(RESETS_DUE, user.email);
  return result;
}

type ChangeResult = { ok: true } | PasswordRefusal | { ok: false; code: "wrong_password" };

/** Sets a new password, given the old one. Every other session of the person ends. */
export async function changePassword(
  userId: string,
  typed: { current: string; next: string },
  sessionId: string | null,
): Promise<ChangeResult> {
  const user = await findUser(userId);
  if (!user || !(await isRightPassword(userId, typed.current))) {
    return { ok: false, code: "wrong_password" };
  }
  const fault = await judgePassword(typed.next, {
    hasSecondFactor: user.twoFactorEnabled,
    email: user.email,
    name: user.name,
  });
  if (fault) return { ok: false, code: "refused_password", fault };
  const hash = await hashPassword(typed.next);
  await db().transaction(async (transaction) => {
    await storePassword(transaction, userId, hash, now());
    await endSessions(transaction, userId, sessionId);
    await endLinks(transaction, userId, "reset_password", "change_email");
    await notifyAccountOwner(transaction, user, "account_password_changed");
  });
  return { ok: true };
}
