import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { isLocale } from "#values/locale.ts";
import { authFor, type Protocol } from "./identity.server.ts";
import { sessionTable, twoFactorTable, userTable } from "./identity.table.ts";
import { type AccountNotice, askForMail } from "./mail/account-mail.server.ts";
import { deletePasskeys } from "./passkey/passkey.server.ts";
import { endSessions } from "./session.server.ts";

/** A code of an authenticator app is good for 30 s, and for the step before and after. */
const CODE_USES: RateLimit = { name: "second factor code", most: 1, windowMs: 2 * 60_000 };
const CODE_TRIES: RateLimit = { name: "second factor tries", most: 10, windowMs: 5 * 60_000 };

export type FromBrowser = { headers: Headers; protocol: Protocol };

/** What a person puts into the app, and keeps on paper. Shown once. */
export type SecondFactorSetup = { uri: string; recoveryCodes: string[] };

type Refused<Code extends string> = { ok: false; code: Code };

/** Begins to set up an authenticator app; nothing changes until a code of it is entered. */
export async function beginSecondFactor(
  from: FromBrowser,
  password: string,
): Promise<{ ok: true; setup: SecondFactorSetup } | Refused<"wrong_password">> {
  const answer = await asked(() =>
    authFor(from.protocol).api.enableTwoFactor({
      body: { password, method: "totp" },
      headers: from.headers,
    }),
  );
  if (!answer || answer.method !== "totp") return { ok: false, code: "wrong_password" };
  return { ok: true, setup: { uri: answer.totpURI, recoveryCodes: answer.backupCodes } };
}

/** The first code of the app: from now on sign-in asks for one. Other sessions end. */
export async function finishSecondFactor(
  from: FromBrowser,
  userId: string,
  code: string,
): Promise<{ ok: true; cookies: string[] } | Refused<"wrong_code">> {
  const answer = await verifyAppCode(from, userId, code);
  if (!answer) return { ok: false, code: "wrong_code" };
  // Where a passkey turned it on before, the session goes on as it is, without new cookies.
  const cookie = answer.cookies.map((each) => each.split(";")[0]).join("; ");
  const headers = cookie ? new Headers({ cookie }) : from.headers;
  await keepOnlySession({ headers, protocol: from.protocol }, userId);
  await tell(userId, "second_factor_on");
  return { ok: true, cookies: answer.cookies };
}

/** Ends the other sessions; the one left is the one that has just proved the second factor. */
export async function keepOnlySession(from: FromBrowser, userId: string): Promise<void> {
  const sessionId = await sessionIdOf(from);
  await db().transaction(async (transaction) => {
    await endSessions(transaction, userId, sessionId);
    await transaction
      .update(sessionTable)
      .set({ secondFactorAt: now() })
      .where(eq(sessionTable.userId, userId));
  });
}

/** Sign-in's second step: a code of the app, or one of the recovery codes, which is used up. */
export async function passSecondFactor(
  from: FromBrowser,
  code: string,
): Promise<
  { ok: true; cookies: string[]; userId: string } | Refused<"wrong_code" | "step_expired">
> {
  const isRecovery = !/^\d{6}$/.test(code);
  const { api } = authFor(from.protocol);
  const given = { headers: from.headers, returnHeaders: true } as const;
  try {
    const answer = isRecovery
      ? await api.verifyBackupCode({ body: { code }, ...given })
      : await api.verifyTOTP({ body: { code }, ...given });
    const { token, user } = answer.response;
    if (!token) return { ok: false, code: "step_expired" };
    if (!isRecovery && !countAgainst(CODE_USES, `${user.id} ${code}`).ok) {
      await db().delete(sessionTable).where(eq(sessionTable.token, token));
      return { ok: false, code: "wrong_code" };
    }
    await db()
      .update(sessionTable)
      .set({ secondFactorAt: now() })
      .where(eq(sessionTable.token, token));
    return { ok: true, cookies: answer.headers.getSetCookie(), userId: user.id };
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
    const isWrong = /INVALID_CODE|INVALID_BACKUP_CODE|TOTP_NOT_ENABLED/.test(
      error.body?.code ?? "",
    );
    return { ok: false, code: isWrong ? "wrong_code" : "step_expired" };
  }
}

/** Takes the second factor away, app and passkeys alike. Answers the cookies of the session that goes on. */
export async function endSecondFactor(
  from: FromBrowser,
  userId: string,
  password: string,
): Promise<{ ok: true; cookies: string[] } | Refused<"wrong_password">> {
  const answer = await asked(() =>
    authFor(from.protocol).api.disableTwoFactor({
      body: { password },
      headers: from.headers,
      returnHeaders: true,
    }),
  );
  if (!answer) return { ok: false, code: "wrong_password" };
  await deletePasskeys(userId);
  await db()
    .update(sessionTable)
    .set({ secondFactorAt: null })
    .where(eq(sessionTable.userId, userId));
  await tell(userId, "second_factor_off");
  return { ok: true, cookies: answer.headers.getSetCookie() };
}

/** New recovery codes in place of the old ones. */
export async function renewRecoveryCodes(
  from: FromBrowser,
  password: string,
): Promise<{ ok: true; recoveryCodes: string[] } | Refused<"wrong_password">> {
  const answer = await asked(() =>
    authFor(from.protocol).api.generateBackupCodes({ body: { password }, headers: from.headers }),
  );
  return answer
    ? { ok: true, recoveryCodes: answer.backupCodes }
    : { ok: false, code: "wrong_password" };
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

async function verifyAppCode(from: FromBrowser, userId: string, code: string) {
  // better-auth counts wrong codes at sign-in only.
  if (!countAgainst(CODE_TRIES, userId).ok) return null;
  const answer = await asked(() =>
    authFor(from.protocol).api.verifyTOTP({
      body: { code },
      headers: from.headers,
      returnHeaders: true,
    }),
  );
  if (!answer) return null;
  countAgainst(CODE_USES, `${userId} ${code}`);
  return { cookies: answer.headers.getSetCookie() };
}

/** The answer, or null where the library refused; a fault of its own is thrown on. */
async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return null;
    throw error;
  }
}

async function sessionIdOf({ headers, protocol }: FromBrowser): Promise<string | null> {
  const found = await authFor(protocol).api.getSession({
    headers,
    query: { disableRefresh: true },
  });
  return found?.session.id ?? null;
}

/** Tells the account's holder by mail. */
export async function tell(userId: string, notice: AccountNotice): Promise<void> {
  const [user] = await db().select().from(userTable).where(eq(userTable.id, userId));
  if (!user) return;
  const { email, name, locale } = user;
  await db().transaction((transaction) =>
    askForMail(transaction, {
      kind: "notice",
      notice,
      email,
      name,
      locale: isLocale(locale) ? locale : "en",
    }),
  );
}
