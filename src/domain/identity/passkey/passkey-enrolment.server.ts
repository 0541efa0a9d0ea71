import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { passkeyAuthFor, protocolOf } from "#domain/identity/identity.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { isRightPassword } from "#domain/identity/password/password.server.ts";
import {
  beginSecondFactor,
  endSecondFactor,
  type FromBrowser,
  hasAuthenticatorApp,
  hasSecondFactor,
  keepOnlySession,
  tell,
} from "#domain/identity/second-factor.server.ts";
import { readAuthenticatorAnswer } from "./authenticator-answer.ts";
import { countPasskeys, deletePasskey } from "./passkey.server.ts";
import type { FromPage } from "./passkey-sign-in.server.ts";

/** More would be a sign of a mistake, and a long list to look through for a stranger's. */
export const MOST_PASSKEYS = 10;

export type EnrolmentBegun =
  | {
      ok: true;
      /** For the authenticator (WebAuthn §5.4). */
      options: object;
      /** Codes that open the account without the passkey; null where it has some already. */
      recoveryCodes: string[] | null;
      cookies: string[];
    }
  | { ok: false; code: "wrong_password" | "too_many_passkeys" };

/** Begins to add a passkey; nothing changes for sign-in until the authenticator has answered. */
export async function beginPasskey(
  from: FromPage,
  userId: string,
  password: string,
): Promise<EnrolmentBegun> {
  if (!(await isRightPassword(userId, password))) return { ok: false, code: "wrong_password" };
  if ((await countPasskeys(userId)) >= MOST_PASSKEYS) {
    return { ok: false, code: "too_many_passkeys" };
  }
  let recoveryCodes: string[] | null = null;
  if (!(await hasSecondFactor(userId))) {
    // The codes come with an app's key, which nobody is shown and which opens nothing.
    const begun = await beginSecondFactor(browserOf(from), password);
    if (!begun.ok) return begun;
    recoveryCodes = begun.setup.recoveryCodes;
  }
  const answer = await passkeyAuthFor(from.origin).api.generatePasskeyRegistrationOptions({
    headers: from.headers,
    returnHeaders: true,
  });
  const cookies = answer.headers.getSetCookie();
  return { ok: true, options: answer.response, recoveryCodes, cookies };
}

/** Keeps the passkey that the authenticator made. The first factor of an account turns it on. */
export async function finishPasskey(
  from: FromPage,
  userId: string,
  given: { response: string; name: string },
): Promise<{ ok: true; isFirstFactor: boolean } | { ok: false; code: "refused" }> {
  const read = readAuthenticatorAnswer(given.response);
  if (!read) return { ok: false, code: "refused" };
  const wasOn = await hasSecondFactor(userId);
  try {
    await passkeyAuthFor(from.origin).api.verifyPasskeyRegistration({
      body: { response: read, name: given.name },
      headers: from.headers,
    });
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    // The library calls every answer that it cannot verify a fault of its own.
    const isRefusal = error.body?.code === "FAILED_TO_VERIFY_REGISTRATION";
    if (error.statusCode >= 500 && !isRefusal) throw error;
    return { ok: false, code: "refused" };
  }
  if (wasOn) {
    await tell(userId, "passkey_added");
    return { ok: true, isFirstFactor: false };
  }
  await db().update(userTable).set({ twoFactorEnabled: true }).where(eq(userTable.id, userId));
  await keepOnlySession(browserOf(from), userId);
  await tell(userId, "second_factor_on");
  return { ok: true, isFirstFactor: true };
}

export type RemovePasskeyResult =
  | { ok: true; isLastFactor: boolean; cookies: string[] }
  | { ok: false; code: "wrong_password" | "no_such_passkey" };

/** Whether the second factor would go with one passkey: it is the only one, and there is no app. */
export async function isLastFactor(userId: string): Promise<boolean> {
  return !(await hasAuthenticatorApp(userId)) && (await countPasskeys(userId)) <= 1;
}

/** Takes a passkey away. With the last one, where no app is set up, the second factor is off. */
export async function removePasskey(
  from: FromPage,
  userId: string,
  given: { id: string; password: string },
): Promise<RemovePasskeyResult> {
  if (!(await isRightPassword(userId, given.password))) {
    return { ok: false, code: "wrong_password" };
  }
  if (!(await deletePasskey(userId, given.id))) return { ok: false, code: "no_such_passkey" };
  const isOneLeft = (await hasAuthenticatorApp(userId)) || (await countPasskeys(userId)) > 0;
  if (isOneLeft) {
    await tell(userId, "passkey_removed");
    return { ok: true, isLastFactor: false, cookies: [] };
  }
  const ended = await endSecondFactor(browserOf(from), userId, given.password);
  return ended.ok ? { ...ended, isLastFactor: true } : ended;
}

function browserOf({ headers, origin }: FromPage): FromBrowser {
  return { headers, protocol: protocolOf(origin) };
}
