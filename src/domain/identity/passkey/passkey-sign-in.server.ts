import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { authFor, passkeyAuthFor, protocolOf } from "#domain/identity/identity.server.ts";
import { sessionTable } from "#domain/identity/identity.table.ts";
import { readAuthenticatorAnswer } from "./authenticator-answer.ts";
import { notePasskeyUse, ownerOfCredential } from "./passkey.server.ts";
import { passkeyTable } from "./passkey.table.ts";

/** The request that carries the cookies, and the site's origin as the visitor sees it. */
export type FromPage = { headers: Headers; origin: string };

/** What the browser hands to the authenticator (WebAuthn §5.5), and the cookies that name it. */
export type Challenge = { options: object; cookies: string[] };

/**
 * A challenge for a passkey, good once and for five minutes. In a second step only that person's
 * passkeys will do; before any password each passkey names its own account.
 */
export async function challengePasskey(from: FromPage): Promise<Challenge> {
  const answer = await passkeyAuthFor(from.origin).api.generatePasskeyAuthenticationOptions({
    headers: from.headers,
    returnHeaders: true,
  });
  const { allowCredentials: _theirs, ...options } = answer.response;
  const userId = await pendingUserId(from);
  const own = userId === null ? [] : await credentialsOf(userId);
  return {
    options: {
      ...options,
      userVerification: "required",
      ...(own.length > 0 ? { allowCredentials: own } : {}),
    },
    cookies: answer.headers.getSetCookie(),
  };
}

export type PasskeyResult =
  | { ok: true; userId: string; cookies: string[] }
  | { ok: false; code: "refused" | "step_expired" };

/** Signs in by a passkey alone: it is a thing that one has, unlocked by what one knows or is. */
export async function signInWithPasskey(from: FromPage, response: string): Promise<PasskeyResult> {
  return verify(from, response);
}

/** Sign-in's second step: a passkey of the person whose password was right, and of nobody else. */
export async function passStepWithPasskey(
  from: FromPage,
  response: string,
): Promise<PasskeyResult> {
  const userId = await pendingUserId(from);
  if (userId === null) return { ok: false, code: "step_expired" };
  const read = readAuthenticatorAnswer(response);
  const owner = read && (await ownerOfCredential(read.id));
  if (owner !== userId) return { ok: false, code: "refused" };
  const verified = await verify(from, response);
  if (!verified.ok) return verified;
  const { api } = authFor(protocolOf(from.origin));
  const ended = await api.endPendingStep({ headers: from.headers, returnHeaders: true });
  return { ...verified, cookies: [...verified.cookies, ...ended.headers.getSetCookie()] };
}

/** Whose right password waits for its second step in this browser, or null. */
export async function pendingUserId(from: FromPage): Promise<string | null> {
  const { api } = authFor(protocolOf(from.origin));
  return (await api.readPendingStep({ headers: from.headers })).userId;
}

async function verify(from: FromPage, response: string): Promise<PasskeyResult> {
  const read = readAuthenticatorAnswer(response);
  if (!read) return { ok: false, code: "refused" };
  try {
    const answer = await passkeyAuthFor(from.origin).api.verifyPasskeyAuthentication({
      body: { response: read },
      headers: from.headers,
      returnHeaders: true,
    });
    const { session, user } = answer.response;
    await db()
      .update(sessionTable)
      .set({ secondFactorAt: now() })
      .where(eq(sessionTable.id, session.id));
    await notePasskeyUse(read.id);
    return { ok: true, userId: user.id, cookies: answer.headers.getSetCookie() };
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
    return { ok: false, code: "refused" };
  }
}

async function credentialsOf(userId: string) {
  const rows = await db().select().from(passkeyTable).where(eq(passkeyTable.userId, userId));
  return rows.map(({ credentialID, transports }) => ({
    id: credentialID,
    type: "public-key",
    transports: transports?.split(",").filter(Boolean) ?? [],
  }));
}
