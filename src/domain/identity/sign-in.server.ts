import { APIError } from "better-auth/api";
import { authFor, type BrowserRequest } from "./auth.server.ts";
import { toActor, recordRefusal } from "#domain/audit/record-audit.server.ts";
import { recogniseBrowser, rememberBrowser } from "./known-browser.server.ts";
import { endSession, recordSignIn } from "./session.server.ts";
import { findUserByEmail } from "./user.server.ts";
import {
  countAgainst,
  forgetTries,
  type RateLimit,
  type RateLimitAnswer,
} from "#platform/limit/rate-limit.server.ts";
import { isRole, type Role } from "#values/role.ts";

/** reference/security.md "Web": generous by address, which an office shares. */
const ADDRESS_TRIES: RateLimit = { name: "sign-in address", most: 120, windowMs: 60_000 };
/** Strict by account and address together, or by account and a browser that is known for it. */
const WRONG_TRIES: RateLimit = { name: "sign-in account", most: 5, windowMs: 5 * 60_000 };

const HOUR_MS = 60 * 60_000;
/**
 * By account alone, anybody could lock somebody out. So wrong tries from all over only make unknown
 * browsers wait longer between one try and the next: never more than a minute.
 */
const DELAYS: readonly { after: RateLimit; gap: RateLimit }[] = [
  { most: 160, waitMs: 60_000 },
  { most: 80, waitMs: 20_000 },
  { most: 40, waitMs: 5_000 },
  { most: 20, waitMs: 1_000 },
].map(({ most, waitMs }) => ({
  after: { name: `sign-in account over ${most}`, most, windowMs: HOUR_MS },
  gap: { name: `sign-in account every ${waitMs} ms`, most: 1, windowMs: waitMs },
}));

type SignInTry = {
  email: string;
  password: string;
  ipAddress: string;
  /** An older session in its cookie ends with the new one's beginning. */
  request: BrowserRequest;
};

type SignInResult =
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
  const { password, ipAddress, request } = attempt;
  const email = attempt.email.toLowerCase();
  const byAddress = await countAgainst(ADDRESS_TRIES, ipAddress);
  if (!byAddress.ok) return { ...byAddress, code: "too_many_tries" };
  const user = await findUserByEmail(email);
  const browserId = user && recogniseBrowser(request, user.id);
  const tries = { who: `${browserId ?? ipAddress} ${email}`, email, isKnown: browserId !== null };
  const counted = await countTry(tries);
  if (!counted.ok) return { ...counted, code: "too_many_tries" };

  const signedIn = await checkPassword(request, { email, password });
  if (!signedIn) {
    await recordRefusal({
      by: toActor(null),
      action: "sign_in",
      on: user && { kind: "account", id: user.id },
      ipAddress,
      outcome: "failed",
    });
    return { ok: false, code: "wrong_credentials" };
  }
  await forgetTry(tries);
  await endSession(request);
  const { userId, role, cookies } = signedIn;
  if (role === null) return { ok: true, role, cookies };
  await recordSignIn({ id: userId, role }, ipAddress);
  return { ok: true, role, cookies: [...cookies, rememberBrowser(request, userId)] };
}

type Tries = {
  /** The account with the address or the known browser that it is tried from. */
  who: string;
  email: string;
  isKnown: boolean;
};

async function countTry({ who, email, isKnown }: Tries): Promise<RateLimitAnswer> {
  const own = await countAgainst(WRONG_TRIES, who);
  if (!own.ok || isKnown) return own;
  const counted = await Promise.all(DELAYS.map(({ after }) => countAgainst(after, email)));
  const longest = DELAYS.find((_delay, at) => !counted[at]?.ok);
  return longest ? countAgainst(longest.gap, email) : { ok: true };
}

/** The right person was there: what was tried before them is no longer held against the account. */
async function forgetTry({ who, email, isKnown }: Tries): Promise<void> {
  await forgetTries(WRONG_TRIES, who);
  if (isKnown) return;
  await Promise.all(DELAYS.map(({ after }) => forgetTries(after, email)));
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
