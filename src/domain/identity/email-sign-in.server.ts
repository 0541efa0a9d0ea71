import { randomInt } from "node:crypto";
import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { toActor, recordRefusal } from "#domain/audit/record-audit.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import { paths } from "#site/paths.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import type { Locale } from "#values/locale.ts";
import { authFor, type BrowserRequest } from "./auth.server.ts";
import { readCookie, writeCookie } from "./browser-cookie.server.ts";
import { accountTable, emailSignInTable as signIns, userTable } from "./identity.table.ts";
import { endSession, startSession } from "./session.server.ts";
import { findUserByEmail, type User } from "./user.server.ts";

const MOST_TRIES = 5;
const COOKIE = "email-sign-in";
const LIFE_SECONDS = COOKIE_SECONDS[COOKIE];
const CODE_PURPOSE = "e-mail sign-in codes";

/**
 * Sends a code and a link to an address, good once, for fifteen minutes and in this browser. Where
 * the address has no account, `newName` opens one; without a name nothing is sent, and the asker
 * learns nothing. Answers the cookie that ties the code to this browser.
 */
export async function askForEmailSignIn(
  { origin }: BrowserRequest,
  asked: { email: string; locale: Locale; newName: string | null },
): Promise<string> {
  const token = makeToken();
  const id = crypto.randomUUID();
  await db().transaction(async (transaction) => {
    await transaction.insert(signIns).values({
      ...asked,
      id,
      browserHash: hashToken(token),
      expiresAt: new Date(now().getTime() + LIFE_SECONDS * 1000),
    });
    const { email: to, locale } = asked;
    const event = "account_email_sign_in";
    await notify(transaction, { event, to, locale, params: { id } });
  });
  return writeCookie(origin, COOKIE, token, LIFE_SECONDS);
}

/** What the mail says; null where none is to be sent, or it is too late. */
export async function prepareEmailSignIn(id: string) {
  const [asked] = await db()
    .select()
    .from(signIns)
    .where(and(eq(signIns.id, id), gt(signIns.expiresAt, now())));
  if (!asked) return null;
  const holder = await findUserByEmail(asked.email);
  // The demonstration's people have no mailbox, and their accounts are everybody's.
  if (holder ? holder.isDemo : asked.newName === null) return null;
  const code = String(randomInt(10_000_000, 100_000_000));
  const token = makeToken();
  await db()
    .update(signIns)
    .set({ codeHash: mac().hmac(CODE_PURPOSE, `${id} ${code}`), linkHash: hashToken(token) })
    .where(eq(signIns.id, id));
  const kind: "sign_in" | "sign_up" = holder ? "sign_in" : "sign_up";
  return { kind, code, path: paths.emailSignInLink(token) };
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
    .select({ id: signIns.id })
    .from(signIns)
    .where(and(isOfBrowser(request), eq(signIns.linkHash, hashToken(token))));
  return found !== undefined;
}

export type EmailSignInResult =
  | { ok: true; userId: string; isComplete: true; cookies: string[] }
  /** The cookies carry this much to the page that asks for the second factor. */
  | { ok: true; isComplete: false; cookies: string[] }
  | { ok: false; code: "wrong_code" | "over" };

/**
 * Signs in by what the mail said. A try is counted in the statement that hands out the hash, so that
 * of any number at once at most five are compared, and one redeems.
 */
export async function finishEmailSignIn(
  request: BrowserRequest,
  proof: { code: string } | { token: string },
): Promise<EmailSignInResult> {
  const [counted] = await db()
    .update(signIns)
    .set({ tries: sql`${signIns.tries} + 1` })
    .where(and(isOfBrowser(request), isNotNull(signIns.codeHash), lt(signIns.tries, MOST_TRIES)))
    .returning();
  if (!counted) return { ok: false, code: "over" };
  const { id, codeHash, linkHash } = counted;
  const isRight =
    "code" in proof
      ? mac().hmacMatches(CODE_PURPOSE, `${id} ${proof.code.replace(/\D/g, "")}`, codeHash ?? "")
      : hashToken(proof.token) === linkHash;
  if (!isRight) {
    const holder = await findUserByEmail(counted.email);
    await recordRefusal({
      by: toActor(null),
      action: "sign_in",
      on: holder && { kind: "account", id: holder.id },
      outcome: "failed",
    });
    return { ok: false, code: "wrong_code" };
  }
  const user = await db().transaction(async (transaction) => {
    const [redeemed] = await transaction.delete(signIns).where(eq(signIns.id, id)).returning();
    return redeemed ? openOrFind(transaction, redeemed) : null;
  });
  if (!user || user.isDemo) return { ok: false, code: "over" };
  const forget = writeCookie(request.origin, COOKIE, "", 0);
  if (user.twoFactorEnabled) {
    await endSession(request);
    const pending = await authFor(request.origin).api.beginPendingStep({
      body: { userId: user.id },
      headers: request.headers,
      returnHeaders: true,
    });
    return { ok: true, isComplete: false, cookies: [...pending.headers.getSetCookie(), forget] };
  }
  const cookies = await startSession(user.id, request);
  return { ok: true, userId: user.id, isComplete: true, cookies: [...cookies, forget] };
}

/** The account of a proved address; a new one where it has none. */
async function openOrFind(
  transaction: Transaction,
  { email, locale, newName }: typeof signIns.$inferSelect,
): Promise<User | null> {
  const at = now();
  if (newName !== null) {
    await transaction
      .insert(userTable)
      .values({ id: crypto.randomUUID(), name: newName, email, locale, createdAt: at })
      .onConflictDoNothing({ target: userTable.email });
  }
  const [user] = await transaction
    .select()
    .from(userTable)
    .where(eq(userTable.email, email))
    .for("update");
  if (!user || user.emailVerified) return user ?? null;
  // Nobody had proved this address: whoever gave the account a password may be somebody else.
  await transaction.delete(accountTable).where(eq(accountTable.userId, user.id));
  const [proved] = await transaction
    .update(userTable)
    .set({ emailVerified: true, name: newName ?? user.name, updatedAt: at })
    .where(eq(userTable.id, user.id))
    .returning();
  return proved ?? null;
}

export async function deleteOldEmailSignIns(): Promise<void> {
  await db().delete(signIns).where(lt(signIns.expiresAt, now()));
}

function isOfBrowser(request: BrowserRequest) {
  return and(
    eq(signIns.browserHash, hashToken(readCookie(request, COOKIE) ?? "")),
    gt(signIns.expiresAt, now()),
  );
}
