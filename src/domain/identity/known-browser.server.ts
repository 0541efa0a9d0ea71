import { randomBytes } from "node:crypto";
import { mac } from "#platform/vault/vault.server.ts";
import type { BrowserRequest } from "./auth.server.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { readCookie, writeCookie } from "./browser-cookie.server.ts";
import { findUserByEmail } from "./user.server.ts";

/**
 * A browser that signed in to an account before is let through while strangers guess at it (OWASP,
 * "Slow Down Online Guessing Attacks with Device Cookies"). The cookie opens nothing: it names a
 * browser, and proves for which accounts that browser once gave the right answer.
 */
const COOKIE = "device";
const MAC_PURPOSE = "known browsers";
/** Accounts that one browser is known for; the oldest make room. */
const MOST_ACCOUNTS = 5;

/** An account as known browsers know it; after a reset of its password none of them does any more. */
export function nameForBrowsers({
  id,
  browserRound,
}: {
  id: string;
  browserRound: number;
}): string {
  return browserRound === 0 ? id : `${id} ${browserRound}`;
}

/** The name of a browser that signed in to this account before; null for every other one. */
export function recogniseBrowser(request: BrowserRequest, account: string): string | null {
  const { browserId, proofs } = readKnown(request) ?? { browserId: "", proofs: [] };
  const isKnown = proofs.some((proof) =>
    mac().hmacMatches(MAC_PURPOSE, `${browserId} ${account}`, proof),
  );
  return isKnown ? browserId : null;
}

/** The same by the account's address; null too where it has no account. */
export async function recogniseBrowserFor(
  request: BrowserRequest,
  email: string,
): Promise<string | null> {
  const accountOwner = await findUserByEmail(email);
  return accountOwner && recogniseBrowser(request, nameForBrowsers(accountOwner));
}

/** The cookie by which the browser is known for this account from now on. */
export function rememberBrowser(request: BrowserRequest, account: string): string {
  const known = readKnown(request);
  const browserId = known?.browserId ?? randomBytes(16).toString("base64url");
  const proof = mac().hmac(MAC_PURPOSE, `${browserId} ${account}`);
  const others = (known?.proofs ?? []).filter((each) => each !== proof);
  const value = [browserId, proof, ...others.slice(0, MOST_ACCOUNTS - 1)].join(".");
  return writeCookie(request.origin, COOKIE, value, COOKIE_SECONDS[COOKIE]);
}

function readKnown(request: BrowserRequest): { browserId: string; proofs: string[] } | null {
  const [browserId = "", ...proofs] = readCookie(request, COOKIE)?.split(".") ?? [];
  return /^[\w-]{22}$/.test(browserId)
    ? { browserId, proofs: proofs.slice(0, MOST_ACCOUNTS) }
    : null;
}
