import { APIError } from "better-auth/api";
import { authFor, type BrowserRequest } from "./auth.server.ts";
import { toActor, recordRefusal } from "#domain/audit/record-audit.server.ts";
import { nameForBrowsers, recogniseBrowser, rememberBrowser } from "./known-browser.server.ts";
import { reportFlood } from "./account-flood.server.ts";
import { endSession, recordSignIn } from "./session.server.ts";
import { findUserByEmail } from "./user.server.ts";
import {
  forgiveNetwork,
  type NetworkShares,
  takeNetworkShare,
} from "#platform/limit/network-share.server.ts";
import { countAgainst, forgetTries, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { Locale } from "#values/locale.ts";
import { isRole, type Role } from "#values/role.ts";

/** reference/security.md "Web": generous by IP address, which an office shares. */
const ADDRESS_TRIES: RateLimit = { name: "sign-in address", most: 120, windowMs: 60_000 };
/** A browser that is known for an account has its own limit, which no stranger can use up. */
const KNOWN_BROWSER_TRIES: RateLimit = {
  name: "sign-in known browser",
  most: 5,
  windowMs: 5 * 60_000,
};
/**
 * Passwords that are checked for one account in an hour, from browsers it does not know. With a
 * limit by account alone, or for the first who come, anybody could lock its owner out. So each
 * network has its share, and the next one has to wait only if about a hundred networks guess at one
 * account.
 */
const UNKNOWN_BROWSER_TRIES: NetworkShares = {
  name: "sign-in passwords",
  windowMs: 60 * 60_000,
  most: 100,
  mostRepeats: 10,
  byNetwork: { most: 5, windowMs: 5 * 60_000 },
};

type SignInTry = {
  email: string;
  password: string;
  ipAddress: string;
  /** The session of its cookie, if any, ends when the new one begins. */
  request: BrowserRequest;
};

type SignInResult =
  | { ok: true; role: Role; cookies: string[] }
  /**
   * The password is right; the cookies keep this progress for the page that asks for the second
   * factor.
   */
  | { ok: true; role: null; cookies: string[] }
  | { ok: false; code: "wrong_credentials" }
  | { ok: false; code: "too_many_tries"; retryAfterSeconds: number };

/**
 * Signs a person in. The result and the work are the same for a wrong password and for an account
 * that does not exist. Each try is counted before it is checked, so that parallel guesses gain
 * nothing.
 */
export async function signIn(attempt: SignInTry): Promise<SignInResult> {
  const { password, ipAddress, request } = attempt;
  const email = attempt.email.toLowerCase();
  const user = await findUserByEmail(email);
  const browserId = user ? recogniseBrowser(request, nameForBrowsers(user)) : null;
  const from = { browserId, ipAddress, locale: user?.locale ?? "en" };
  const counted = await countTry(email, from);
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
  await forgetTry(email, from, counted);
  await endSession(request);
  const { userId, role, cookies } = signedIn;
  if (role === null || !user) return { ok: true, role, cookies };
  await recordSignIn({ id: userId, role }, ipAddress);
  return { ok: true, role, cookies: [...cookies, rememberBrowser(request, nameForBrowsers(user))] };
}

/**
 * Where a try comes from: a browser that is known for the account, or any other at this IP address;
 * and the language for messages to its owner.
 */
type Origin = { browserId: string | null; ipAddress: string; locale: Locale };
type Counted = { ok: true; isRepeat: boolean } | { ok: false; retryAfterSeconds: number };

/**
 * A known browser is limited only by counts that nobody else can use up: not by its IP address,
 * which others share.
 */
async function countTry(email: string, { browserId, ipAddress, locale }: Origin): Promise<Counted> {
  if (browserId !== null) {
    const own = await countAgainst(KNOWN_BROWSER_TRIES, `${browserId} ${email}`);
    return own.ok ? { ok: true, isRepeat: false } : own;
  }
  const byAddress = await countAgainst(ADDRESS_TRIES, ipAddress);
  if (!byAddress.ok) return byAddress;
  const share = await takeNetworkShare(UNKNOWN_BROWSER_TRIES, email, ipAddress);
  if (!share.ok && share.by === "everybody") await reportFlood(email, locale);
  return share;
}

/** Forgets the tries from here: the right person has signed in. */
async function forgetTry(
  email: string,
  { browserId, ipAddress }: Origin,
  counted: { isRepeat: boolean },
): Promise<void> {
  await (browserId === null
    ? forgiveNetwork(UNKNOWN_BROWSER_TRIES, email, ipAddress, counted)
    : forgetTries(KNOWN_BROWSER_TRIES, `${browserId} ${email}`));
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
    const response = await authFor(origin).api.signInEmail({ body, headers, returnHeaders: true });
    const cookies = response.headers.getSetCookie();
    if ("twoFactorRedirect" in response.response) return { userId: null, role: null, cookies };
    const { id, role } = response.response.user;
    return isRole(role) ? { userId: id, role, cookies } : null;
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return null;
    throw error;
  }
}
