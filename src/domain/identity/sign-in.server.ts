import { APIError } from "better-auth/api";
import { authFor, type BrowserRequest } from "./auth.server.ts";
import { actorOf, recordRefusal } from "#domain/audit/record-audit.server.ts";
import { endSession, recordSignIn } from "./session.server.ts";
import { findUserByEmail } from "./user.server.ts";
import { countAgainst, forgetTries, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { isRole, type Role } from "#values/role.ts";

/** reference/security.md "Web": strict by account, generous by address, which an office shares. */
const WRONG_TRIES: RateLimit = { name: "sign-in account", most: 5, windowMs: 5 * 60_000 };
const ADDRESS_TRIES: RateLimit = { name: "sign-in address", most: 120, windowMs: 60_000 };

export type SignInTry = {
  email: string;
  password: string;
  ipAddress: string;
  /** An older session in its cookie ends with the new one's beginning. */
  request: BrowserRequest;
};

export type SignInResult =
  | { ok: true; role: Role; cookies: string[] }
  /** The password is right; the cookies carry this much to the page that asks for the second factor. */
  | { ok: true; role: null; cookies: string[] }
  | { ok: false; code: "wrong_credentials" }
  | { ok: false; code: "too_many_tries"; retryAfterSeconds: number };

/**
 * Signs a person in. The same answer, after the same work, for a wrong password and for an account
 * that does not exist. Each try counts before it is judged, so that parallel guesses gain nothing.
 */
export async function signIn(attempt: SignInTry): Promise<SignInResult> {
  const account = attempt.email.toLowerCase();
  const byAddress = countAgainst(ADDRESS_TRIES, attempt.ipAddress);
  if (!byAddress.ok) return { ...byAddress, code: "too_many_tries" };
  const byAccount = countAgainst(WRONG_TRIES, account);
  if (!byAccount.ok) return { ...byAccount, code: "too_many_tries" };

  const { email, password, request } = attempt;
  const signedIn = await checkPassword(request, { email, password });
  if (!signedIn) {
    const known = await findUserByEmail(email);
    await recordRefusal({
      by: actorOf(null),
      action: "sign_in",
      on: known && { kind: "account", id: known.id },
      ipAddress: attempt.ipAddress,
      outcome: "failed",
    });
    return { ok: false, code: "wrong_credentials" };
  }
  forgetTries(WRONG_TRIES, account);
  await endSession(request);
  const { userId, role, cookies } = signedIn;
  if (role === null) return { ok: true, role, cookies };
  await recordSignIn({ id: userId, role }, attempt.ipAddress);
  return { ok: true, role, cookies };
}

async function checkPassword(
  { headers, origin }: BrowserRequest,
  body: { email: string; password: string },
): Promise<
  | { userId: string; role: Role; cookies: string[] }
  | { userId: null; role: null; cookies: string[] }
  | null
> {
  try {
    const answer = await authFor(origin).api.signInEmail({ body, headers, returnHeaders: true });
    const cookies = answer.headers.getSetCookie();
    if ("twoFactorRedirect" in answer.response) return { userId: null, role: null, cookies };
    const { id, role } = answer.response.user;
    return isRole(role) ? { userId: id, role, cookies } : null;
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return null;
    throw error;
  }
}
