import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import type { AuditAction } from "#domain/audit/audit.ts";
import { toActor, recordAct, recordRefusal } from "#domain/audit/record-audit.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { authFor, type BrowserRequest } from "./auth.server.ts";
import { passkeyTable, sessionTable, twoFactorTable, userTable } from "./identity.table.ts";
import { type AccountNotice, notifyAccountOwner } from "./account-messages.server.ts";
import { nameForBrowsers, rememberBrowser } from "./known-browser.server.ts";
import { endSessions, findSession, findSessionId, recordSignIn } from "./session.server.ts";
import { credentialReference } from "./credentials.server.ts";
import { countStepTry } from "./second-step-tries.server.ts";
import { findUser } from "./user.server.ts";

/** A code of an authenticator app is valid for 30 s, and for the step before and after. */
const CODE_USES: RateLimit = { name: "second factor code", most: 1, windowMs: 2 * 60_000 };
/** By session: an attacker's tries do not block the account's other sessions. */
const CODE_TRIES: RateLimit = { name: "second factor tries", most: 10, windowMs: 5 * 60_000 };

/** What a person enters into the app, and the codes that they keep on paper. Shown once. */
type SecondFactorSetup = { uri: string; recoveryCodes: string[] };

type Refused<Code extends string> = { ok: false; code: Code };

/** Begins to set up an authenticator app; nothing changes until one of its codes is entered. */
export async function beginSecondFactor(
  request: BrowserRequest,
  password: string | undefined,
): Promise<{ ok: true; setup: SecondFactorSetup } | Refused<"wrong_password">> {
  const result = await orNull(() =>
    authFor(request.origin).api.enableTwoFactor({
      body: { password, method: "totp" },
      headers: request.headers,
    }),
  );
  if (!result || result.method !== "totp") return { ok: false, code: "wrong_password" };
  return { ok: true, setup: { uri: result.totpURI, recoveryCodes: result.backupCodes } };
}

/** Checks the first code of the app: from now on sign-in asks for one. Other sessions end. */
export async function finishSecondFactor(
  request: BrowserRequest,
  userId: string,
  code: string,
): Promise<{ ok: true; cookies: string[] } | Refused<"wrong_code">> {
  const result = await verifyAppCode(request, userId, code);
  if (!result) return { ok: false, code: "wrong_code" };
  // If a passkey turned the second factor on before, the session continues without new cookies.
  const cookie = result.cookies.map((each) => each.split(";")[0]).join("; ");
  const headers = cookie ? new Headers({ cookie }) : request.headers;
  await retainOnlySession({ headers, origin: request.origin }, userId);
  await recordFactor(userId, "second_factor_enrolled");
  await notifyUser(
    userId,
    "account_second_factor_on",
    credentialReference("app", await findFactorId(userId)),
  );
  return { ok: true, cookies: result.cookies };
}

/**
 * Called after a change of credentials: everybody signed in elsewhere must sign in again with those
 * that remain.
 */
export async function endOtherSessions(request: BrowserRequest, userId: string): Promise<void> {
  await endSessions(db(), userId, await findSessionId(request));
}

/** Ends the other sessions; the remaining session has just proved the second factor. */
export async function retainOnlySession(request: BrowserRequest, userId: string): Promise<void> {
  const sessionId = await findSessionId(request);
  await db().transaction(async (transaction) => {
    await endSessions(transaction, userId, sessionId);
    await transaction
      .update(sessionTable)
      .set({ secondFactorAt: now() })
      .where(eq(sessionTable.userId, userId));
  });
}

/** Sign-in's second step: a code of the app, or a recovery code, which is used up. */
export async function passSecondFactor(
  request: BrowserRequest,
  code: string,
  ipAddress: string,
): Promise<
  | { ok: true; cookies: string[]; userId: string }
  | Refused<"wrong_code" | "step_expired">
  | (Refused<"too_many_tries"> & { retryAfterSeconds: number })
> {
  const isRecovery = !/^\d{6}$/.test(code);
  const { api } = authFor(request.origin);
  const { userId: pendingUserId } = await api.readPendingStep({ headers: request.headers });
  const owner = pendingUserId === null ? null : await findUser(pendingUserId);
  if (!owner) return { ok: false, code: "step_expired" };
  const tries = await countStepTry(request, owner, ipAddress);
  if (!tries.ok) return { ...tries, code: "too_many_tries" };
  const input = { headers: request.headers, returnHeaders: true } as const;
  try {
    const result = isRecovery
      ? await api.verifyBackupCode({ body: { code }, ...input })
      : await api.verifyTOTP({ body: { code }, ...input });
    const { token, user } = result.response;
    if (!token) return { ok: false, code: "step_expired" };
    if (!isRecovery && !(await countAgainst(CODE_USES, `${user.id} ${code}`)).ok) {
      await db().delete(sessionTable).where(eq(sessionTable.token, token));
      await recordFactorFault(user.id);
      return { ok: false, code: "wrong_code" };
    }
    await db()
      .update(sessionTable)
      .set({ secondFactorAt: now() })
      .where(eq(sessionTable.token, token));
    await recordFactor(user.id, "second_factor_used");
    await recordSignIn(owner);
    await tries.forgive();
    const known = rememberBrowser(request, nameForBrowsers(owner));
    const cookies = [...result.headers.getSetCookie(), known];
    return { ok: true, cookies, userId: user.id };
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
    const isWrong = /INVALID_CODE|INVALID_BACKUP_CODE|TOTP_NOT_ENABLED/.test(
      error.body?.code ?? "",
    );
    if (isWrong) await recordFactorFault(pendingUserId);
    return { ok: false, code: isWrong ? "wrong_code" : "step_expired" };
  }
}

/** Proves the second factor again within a session, before something sensitive. */
export async function proveFactorAgain(
  request: BrowserRequest,
  session: { userId: string; sessionId: string },
  code: string,
): Promise<{ ok: true } | Refused<"wrong_code">> {
  const { userId, sessionId } = session;
  const isRight = /^\d{6}$/.test(code)
    ? (await verifyAppCode(request, userId, code)) !== null
    : (await countAgainst(CODE_TRIES, sessionId)).ok &&
      (await orNull(() =>
        authFor(request.origin).api.verifyBackupCode({
          body: { code },
          headers: request.headers,
        }),
      )) !== null;
  if (!isRight) {
    await recordFactorFault(userId);
    return { ok: false, code: "wrong_code" };
  }
  await recordFactor(userId, "second_factor_used");
  await renewFactorProof(sessionId);
  return { ok: true };
}

/**
 * Records that the session has just proved its second factor again, on the page that asks for it.
 */
export async function renewFactorProof(sessionId: string): Promise<void> {
  await db()
    .update(sessionTable)
    .set({ secondFactorAt: now(), confirmedAt: now() })
    .where(eq(sessionTable.id, sessionId));
}

/** Removes the second factor, both app and passkeys. Returns the session's new cookies. */
export async function endSecondFactor(
  request: BrowserRequest,
  userId: string,
  password: string | undefined,
): Promise<{ ok: true; cookies: string[] } | Refused<"wrong_password">> {
  const result = await orNull(() =>
    authFor(request.origin).api.disableTwoFactor({
      body: { password },
      headers: request.headers,
      returnHeaders: true,
    }),
  );
  if (!result) return { ok: false, code: "wrong_password" };
  await db().delete(passkeyTable).where(eq(passkeyTable.userId, userId));
  await db()
    .update(sessionTable)
    .set({ secondFactorAt: null })
    .where(eq(sessionTable.userId, userId));
  const cookies = result.headers.getSetCookie();
  const cookie = cookies.map((each) => each.split(";")[0]).join("; ");
  await endOtherSessions({ headers: new Headers({ cookie }), origin: request.origin }, userId);
  await recordFactor(userId, "second_factor_removed");
  await notifyUser(userId, "account_second_factor_off");
  return { ok: true, cookies };
}

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(
  request: BrowserRequest,
  password: string | undefined,
): Promise<{ ok: true; recoveryCodes: string[] } | Refused<"wrong_password">> {
  const result = await orNull(() =>
    authFor(request.origin).api.generateBackupCodes({
      body: { password },
      headers: request.headers,
    }),
  );
  if (!result) return { ok: false, code: "wrong_password" };
  const session = await findSession(request);
  if (session) {
    const { id: userId } = session.user;
    await endOtherSessions(request, userId);
    await recordFactor(userId, "recovery_codes_renewed");
    const credential = credentialReference("recovery_codes", await findFactorId(userId));
    await notifyUser(userId, "account_recovery_codes_renewed", credential);
  }
  return { ok: true, recoveryCodes: result.backupCodes };
}

export async function hasSecondFactor(userId: string): Promise<boolean> {
  const [user] = await db()
    .select({ isOn: userTable.twoFactorEnabled })
    .from(userTable)
    .where(eq(userTable.id, userId));
  return user?.isOn ?? false;
}

/** Whether an authenticator app is set up. A passkey alone is a second factor too. */
export async function hasAuthenticatorApp(userId: string): Promise<boolean> {
  const [row] = await db()
    .select({ isOn: twoFactorTable.verified })
    .from(twoFactorTable)
    .where(eq(twoFactorTable.userId, userId));
  return row?.isOn ?? false;
}

async function findFactorId(userId: string): Promise<string> {
  const [row] = await db()
    .select({ id: twoFactorTable.id })
    .from(twoFactorTable)
    .where(eq(twoFactorTable.userId, userId));
  return row?.id ?? "";
}

async function verifyAppCode(request: BrowserRequest, userId: string, code: string) {
  // better-auth counts wrong codes at sign-in only.
  const sessionId = await findSessionId(request);
  if (!(await countAgainst(CODE_TRIES, sessionId ?? userId)).ok) return null;
  const result = await orNull(() =>
    authFor(request.origin).api.verifyTOTP({
      body: { code },
      headers: request.headers,
      returnHeaders: true,
    }),
  );
  if (!result || !(await countAgainst(CODE_USES, `${userId} ${code}`)).ok) return null;
  return { cookies: result.headers.getSetCookie() };
}

/** The result, or null if the library refused; other errors are rethrown. */
async function orNull<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return null;
    throw error;
  }
}

/** Writes to the audit log what the holder did with the account's second factors. */
export async function recordFactor(
  userId: string,
  action: Extract<
    AuditAction,
    `second_factor_${string}` | `passkey_${string}` | "recovery_codes_renewed"
  >,
): Promise<void> {
  const user = await findUser(userId);
  await recordAct({ by: toActor(user), action, on: { kind: "account", id: userId } });
}

/**
 * Records a refusal: somebody had the account's password, or its passkey's name, but not the
 * factor.
 */
export async function recordFactorFault(userId: string | null): Promise<void> {
  await recordRefusal({
    by: toActor(null),
    action: "second_factor_used",
    on: userId === null ? null : { kind: "account", id: userId },
    outcome: "failed",
  });
}

/** Notifies the account's holder by e-mail. */
export async function notifyUser(userId: string, ...notice: AccountNotice): Promise<void> {
  const user = await findUser(userId);
  if (user)
    await db().transaction((transaction) => notifyAccountOwner(transaction, user, ...notice));
}
