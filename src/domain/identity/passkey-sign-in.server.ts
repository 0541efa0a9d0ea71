import { authFor, type BrowserRequest } from "./auth.server.ts";
import { toActor, recordRefusal } from "#domain/audit/record-audit.server.ts";
import { recordFactor, recordFactorFault, renewFactorProof } from "./second-factor.server.ts";
import { startSession } from "./session.server.ts";
import { type Challenge, challengeToSignIn, findPasskeyOwner } from "./webauthn.server.ts";

/**
 * A challenge for a passkey, valid once and for five minutes. In a second step it accepts only that
 * person's passkeys; at the start of sign-in, each passkey names its own account.
 */
export async function challengePasskey(request: BrowserRequest): Promise<Challenge> {
  return challengeToSignIn(request, await findPendingUserId(request));
}

type PasskeyResult =
  | { ok: true; userId: string; cookies: string[] }
  | { ok: false; code: "refused" | "step_expired" };

/**
 * Signs in with a passkey alone: it counts as two factors, something one has, unlocked by something
 * one knows or is.
 */
export async function signInWithPasskey(
  request: BrowserRequest,
  response: string,
): Promise<PasskeyResult> {
  const userId = await findPasskeyOwner(request, response);
  if (userId === null) {
    await recordRefusal({ by: toActor(null), action: "sign_in", outcome: "failed" });
    return { ok: false, code: "refused" };
  }
  const cookies = await startSession(userId, request, { hasSecondFactor: true });
  return { ok: true, userId, cookies };
}

/** Sign-in's second step: accepts only a passkey of the person whose password was right. */
export async function passStepWithPasskey(
  request: BrowserRequest,
  response: string,
): Promise<PasskeyResult> {
  const pendingUserId = await findPendingUserId(request);
  if (pendingUserId === null) return { ok: false, code: "step_expired" };
  const userId = await findPasskeyOwner(request, response);
  if (userId !== pendingUserId) {
    await recordFactorFault(pendingUserId);
    return { ok: false, code: "refused" };
  }
  const ended = await authFor(request.origin).api.endPendingStep({
    headers: request.headers,
    returnHeaders: true,
  });
  if (ended.response.userId !== userId) return { ok: false, code: "step_expired" };
  await recordFactor(userId, "second_factor_used");
  const cookies = await startSession(userId, request, { hasSecondFactor: true });
  return { ok: true, userId, cookies: [...cookies, ...ended.headers.getSetCookie()] };
}

/** Proves the second factor again with a passkey of the same person. */
export async function proveFactorWithPasskey(
  request: BrowserRequest,
  session: { userId: string; sessionId: string },
  response: string,
): Promise<boolean> {
  if ((await findPasskeyOwner(request, response)) !== session.userId) {
    await recordFactorFault(session.userId);
    return false;
  }
  await recordFactor(session.userId, "second_factor_used");
  await renewFactorProof(session.sessionId);
  return true;
}

/**
 * The user whose right password waits for the second step in this browser; null if there is none.
 */
export async function findPendingUserId({
  headers,
  origin,
}: BrowserRequest): Promise<string | null> {
  return (await authFor(origin).api.readPendingStep({ headers })).userId;
}
