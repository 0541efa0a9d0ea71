import { and, eq, isNotNull } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import { authFor, type BrowserRequest } from "./auth.server.ts";
import { writeCookie } from "./browser-cookie.server.ts";
import {
  EMAIL_SIGN_IN_COOKIE,
  EMAIL_SIGN_IN_SECONDS,
  type EmailProof,
  type EmailProofRefusal,
  type EmailSignIn,
  isOfCookie,
  redeemEmailSignIn,
} from "./email-sign-in.server.ts";
import { accountTable, emailSignInTable as signIns, userTable } from "./identity.table.ts";
import { endSession, startSession } from "./session.server.ts";
import type { WhenOpened } from "./sign-up.server.ts";
import type { User } from "./user.server.ts";

/** The address is proved. `returnTo`: the path that the person was going to. */
export type ProvedAddress = { ok: true; returnTo: string; cookies: string[] } & (
  | { next: "landing"; userId: string }
  /** The cookies keep this progress for the page that asks for the second factor, or for a name. */
  | { next: "second_factor" | "name" }
);

/** Signs in with the code or link from the e-mail. */
export async function finishEmailSignIn(
  request: BrowserRequest,
  proof: EmailProof,
  whenOpened: WhenOpened,
): Promise<ProvedAddress | EmailProofRefusal> {
  const redeemed = await redeemEmailSignIn(request, proof);
  return redeemed.ok ? enter(request, redeemed.asked, whenOpened) : redeemed;
}

/** The address that this browser has proved and that still needs a name; null if there is none. */
export async function findUnnamed(request: BrowserRequest): Promise<{ email: string } | null> {
  const [found] = await db()
    .select({ email: signIns.email })
    .from(signIns)
    .where(isUnnamedOf(request));
  return found ?? null;
}

/**
 * Opens the account that waits for a name, and signs in. If the form is sent several times at once,
 * only one succeeds.
 */
export async function nameAccount(
  request: BrowserRequest,
  { name, isEnglishChosen }: { name: string; isEnglishChosen: boolean },
  whenOpened: WhenOpened,
): Promise<ProvedAddress | { ok: false; code: "over" }> {
  const [requested] = await db().delete(signIns).where(isUnnamedOf(request)).returning();
  if (!requested) return { ok: false, code: "over" };
  return enter(request, { ...requested, newName: name, isEnglishChosen }, whenOpened);
}

/** Signs in the person whose address is proved, or returns the step that is still missing. */
async function enter(
  request: BrowserRequest,
  requested: EmailSignIn,
  whenOpened: WhenOpened,
): Promise<ProvedAddress | { ok: false; code: "over" }> {
  const { returnTo } = requested;
  const user = await db().transaction((transaction) =>
    openOrFind(transaction, requested, whenOpened),
  );
  if (user === "unnamed") {
    const cookies = [await waitForName(request, requested)];
    return { ok: true, next: "name", returnTo, cookies };
  }
  if (!user || user.isDemo) return { ok: false, code: "over" };
  const forget = writeCookie(request.origin, EMAIL_SIGN_IN_COOKIE, "", 0);
  if (user.twoFactorEnabled) {
    await endSession(request);
    const pending = await authFor(request.origin).api.beginPendingStep({
      body: { userId: user.id },
      headers: request.headers,
      returnHeaders: true,
    });
    const cookies = [...pending.headers.getSetCookie(), forget];
    return { ok: true, next: "second_factor", returnTo, cookies };
  }
  const cookies = [...(await startSession(user.id, request)), forget];
  return { ok: true, next: "landing", userId: user.id, returnTo, cookies };
}

/**
 * The cookie is replaced here: with a cookie that somebody else planted before, they could open the
 * account too.
 */
async function waitForName(request: BrowserRequest, requested: EmailSignIn): Promise<string> {
  const token = makeToken();
  const at = now();
  await db()
    .insert(signIns)
    .values({
      ...requested,
      id: crypto.randomUUID(),
      browserHash: hashToken(token),
      secretId: makeToken(),
      provedAt: at,
      expiresAt: new Date(at.getTime() + EMAIL_SIGN_IN_SECONDS * 1000),
    });
  return writeCookie(request.origin, EMAIL_SIGN_IN_COOKIE, token, EMAIL_SIGN_IN_SECONDS);
}

/** The account of a proved address; a new one if there is none, as soon as it has a name. */
async function openOrFind(
  transaction: Transaction,
  { email, locale, newName, isEnglishChosen }: EmailSignIn,
  whenOpened: WhenOpened,
): Promise<User | "unnamed" | null> {
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
  if (user?.emailVerified || user?.isDemo) return user;
  // Nobody had proved this address: the name and password of the account may come from somebody
  // else.
  if (newName === null) return "unnamed";
  if (!user) return null;
  await transaction.delete(accountTable).where(eq(accountTable.userId, user.id));
  const [proved] = await transaction
    .update(userTable)
    .set({ emailVerified: true, name: newName, updatedAt: at })
    .where(eq(userTable.id, user.id))
    .returning();
  if (proved) await whenOpened(transaction, { id: proved.id, locale, isEnglishChosen });
  return proved ?? null;
}

function isUnnamedOf(request: BrowserRequest) {
  return and(isOfCookie(request), isNotNull(signIns.provedAt));
}
