import { randomBytes } from "node:crypto";
import { hashToken } from "#platform/vault/token.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import type { BrowserRequest } from "./auth.server.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { readCookie, writeCookie } from "./browser-cookie.server.ts";
import { findUserByEmail } from "./user.server.ts";

/**
 * A browser that signed in to an account before may still try while strangers guess at it (OWASP,
 * "Slow Down Online Guessing Attacks with Device Cookies"). The cookie opens nothing: it identifies
 * a browser, and proves for which accounts that browser once signed in.
 */
const COOKIE = "device";
const MAC_PURPOSE = "known browsers";
/** How many accounts one browser is known for; a new one replaces the oldest. */
const MOST_ACCOUNTS = 5;

/**
 * The account's name in the cookies of known browsers. A password reset changes it, so that no
 * browser is known any more.
 */
export function nameForBrowsers({
  id,
  browserRound,
}: {
  id: string;
  browserRound: number;
}): string {
  return browserRound === 0 ? id : `${id} ${browserRound}`;
}

/** The id of a browser that signed in to this account before; null for any other browser. */
export function recogniseBrowser(request: BrowserRequest, account: string): string | null {
  const { browserId, proofs } = readKnown(request) ?? { browserId: "", proofs: [] };
  const isKnown = proofs.some((proof) =>
    mac().hmacMatches(MAC_PURPOSE, `${browserId} ${account}`, proof),
  );
  return isKnown ? browserId : null;
}

/** The same by the account's address; also null if the address has no account. */
export async function recogniseBrowserFor(
  request: BrowserRequest,
  email: string,
): Promise<string | null> {
  const accountOwner = await findUserByEmail(email);
  return accountOwner && recogniseBrowser(request, nameForBrowsers(accountOwner));
}

/** The cookie that makes the browser known for this account from now on. */
export function rememberBrowser(request: BrowserRequest, account: string): string {
  const known = readKnown(request);
  const browserId = known?.browserId ?? randomBytes(16).toString("base64url");
  const proof = mac().hmac(MAC_PURPOSE, `${browserId} ${account}`);
  const others = (known?.proofs ?? []).filter((each) => each !== proof);
  const value = [browserId, proof, ...others.slice(0, MOST_ACCOUNTS - 1)].join(".");
  return writeCookie(request.origin, COOKIE, value, COOKIE_SECONDS[COOKIE]);
}

/** The stored name of a request's browser; null if nobody ever signed in there. */
export function findBrowserHash(request: BrowserRequest): string | null {
  const known = readKnown(request);
  return known && hashToken(known.browserId);
}

function readKnown(request: BrowserRequest): { browserId: string; proofs: string[] } | null {
  const [browserId = "", ...proofs] = readCookie(request, COOKIE)?.split(".") ?? [];
  return /^[\w-]{22}$/.test(browserId)
    ? { browserId, proofs: proofs.slice(0, MOST_ACCOUNTS) }
    : null;
}
