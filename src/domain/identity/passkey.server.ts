import { and, desc, eq, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import type { BrowserRequest } from "./auth.server.ts";
import { passkeyTable, userTable } from "./identity.table.ts";
import {
  beginSecondFactor,
  endOtherSessions,
  endSecondFactor,
  hasAuthenticatorApp,
  hasSecondFactor,
  retainOnlySession,
  recordFactor,
  notifyUser,
} from "./second-factor.server.ts";
import { credentialReference } from "./credentials.server.ts";
import { type Challenge, challengeToEnrol, storePasskey } from "./webauthn.server.ts";

/** More is probably a mistake, and a longer list would hide a stranger's passkey. */
export const MOST_PASSKEYS = 10;

type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** A person's passkeys, the newest first. */
export async function listPasskeys(userId: string): Promise<Passkey[]> {
  const rows = await db()
    .select()
    .from(passkeyTable)
    .where(eq(passkeyTable.userId, userId))
    .orderBy(desc(passkeyTable.createdAt), desc(passkeyTable.id));
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name: name ?? "",
    createdAt,
    lastUsedAt,
  }));
}

export async function countPasskeys(userId: string): Promise<number> {
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(passkeyTable)
    .where(eq(passkeyTable.userId, userId));
  return row?.count ?? 0;
}

export async function renamePasskey(userId: string, id: string, name: string): Promise<void> {
  await db().update(passkeyTable).set({ name }).where(isOwn(userId, id));
}

type EnrolmentBegun =
  | (Challenge & {
      ok: true;
      /** Codes that open the account without the passkey; null if the account has codes already. */
      recoveryCodes: string[] | null;
    })
  | { ok: false; code: "wrong_password" | "too_many_passkeys" };

/** Begins to add a passkey; sign-in does not change until the authenticator has answered. */
export async function beginPasskey(
  request: BrowserRequest,
  person: { id: string; email: string },
  password: string | undefined,
): Promise<EnrolmentBegun> {
  if ((await countPasskeys(person.id)) >= MOST_PASSKEYS) {
    return { ok: false, code: "too_many_passkeys" };
  }
  let recoveryCodes: string[] | null = null;
  if (!(await hasSecondFactor(person.id))) {
    // The library makes codes only with an app's secret; nobody sees that secret, and it opens
    // nothing.
    const begun = await beginSecondFactor(request, password);
    if (!begun.ok) return begun;
    recoveryCodes = begun.setup.recoveryCodes;
  }
  return { ok: true, recoveryCodes, ...(await challengeToEnrol(request, person)) };
}

/**
 * Stores the passkey that the authenticator created. The account's first factor turns the second
 * factor on.
 */
export async function finishPasskey(
  request: BrowserRequest,
  userId: string,
  input: { response: string; name: string },
): Promise<{ ok: true; isFirstFactor: boolean } | { ok: false; code: "refused" }> {
  const wasOn = await hasSecondFactor(userId);
  const passkeyId = await storePasskey(request, userId, input);
  if (passkeyId === null) return { ok: false, code: "refused" };
  const credential = credentialReference("passkey", passkeyId);
  await recordFactor(userId, "passkey_added");
  if (wasOn) {
    await endOtherSessions(request, userId);
    await notifyUser(userId, "account_passkey_added", credential);
    return { ok: true, isFirstFactor: false };
  }
  await db().update(userTable).set({ twoFactorEnabled: true }).where(eq(userTable.id, userId));
  await retainOnlySession(request, userId);
  await recordFactor(userId, "second_factor_enrolled");
  await notifyUser(userId, "account_second_factor_on", credential);
  return { ok: true, isFirstFactor: true };
}

type RemovePasskeyResult =
  | { ok: true; isLastFactor: boolean; cookies: string[] }
  | { ok: false; code: "wrong_password" | "no_such_passkey" };

/**
 * Whether removing one passkey would turn the second factor off: it is the only one, and there is
 * no app.
 */
export async function isLastFactor(userId: string): Promise<boolean> {
  return !(await hasAuthenticatorApp(userId)) && (await countPasskeys(userId)) <= 1;
}

/**
 * Removes a passkey of this person; does nothing if it is somebody else's. If it was the last one
 * and no app is set up, the second factor is turned off.
 */
export async function removePasskey(
  request: BrowserRequest,
  userId: string,
  id: string,
  password: string | undefined,
): Promise<RemovePasskeyResult> {
  const gone = await db().delete(passkeyTable).where(isOwn(userId, id)).returning();
  if (gone.length === 0) return { ok: false, code: "no_such_passkey" };
  await recordFactor(userId, "passkey_removed");
  const isOneLeft = (await hasAuthenticatorApp(userId)) || (await countPasskeys(userId)) > 0;
  if (isOneLeft) {
    await endOtherSessions(request, userId);
    await notifyUser(userId, "account_passkey_removed");
    return { ok: true, isLastFactor: false, cookies: [] };
  }
  const ended = await endSecondFactor(request, userId, password);
  return ended.ok ? { ...ended, isLastFactor: true } : ended;
}

function isOwn(userId: string, id: string) {
  return and(eq(passkeyTable.userId, userId), eq(passkeyTable.id, id));
}
