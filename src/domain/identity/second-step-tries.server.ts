import {
  forgiveNetwork,
  type NetworkShares,
  takeNetworkShare,
} from "#platform/limit/network-share.server.ts";
import { countAgainst, forgetTries, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { reportFlood } from "./account-flood.server.ts";
import type { BrowserRequest } from "./auth.server.ts";
import { nameForBrowsers, recogniseBrowser } from "./known-browser.server.ts";
import { limitAddress } from "./rate-limits.server.ts";
import type { User } from "./user.server.ts";

/** A browser that is known for an account has its own limit, which no attacker can use up. */
const BY_KNOWN_BROWSER: RateLimit = {
  name: "second step known browser",
  most: 10,
  windowMs: 5 * 60_000,
};
/**
 * App codes and recovery codes that are checked at sign-in for one account in an hour, from
 * browsers it does not know. A person at this step had the password or the mailbox. A limit by
 * account alone would let them lock its owner out, so networks share it as they share passwords.
 * Three codes in a million are valid at a time, so a hundred guesses an hour hit one in 3,300
 * hours.
 */
const BY_UNKNOWN_BROWSERS: NetworkShares = {
  name: "second step codes",
  windowMs: 60 * 60_000,
  most: 100,
  mostRepeats: 10,
  byNetwork: { most: 10, windowMs: 5 * 60_000 },
};

type Counted =
  | { ok: true; forgive: () => Promise<unknown> }
  | { ok: false; retryAfterSeconds: number };

/** Counts one code of a second step before it is checked; call `forgive` if it was right. */
export async function countStepTry(
  request: BrowserRequest,
  user: User,
  ipAddress: string,
): Promise<Counted> {
  const browserId = recogniseBrowser(request, nameForBrowsers(user));
  if (browserId !== null) {
    const who = `${browserId} ${user.id}`;
    const own = await countAgainst(BY_KNOWN_BROWSER, who);
    return own.ok ? { ok: true, forgive: () => forgetTries(BY_KNOWN_BROWSER, who) } : own;
  }
  const byAddress = await limitAddress(ipAddress);
  if (!byAddress.ok) return byAddress;
  const share = await takeNetworkShare(BY_UNKNOWN_BROWSERS, user.id, ipAddress);
  if (share.ok)
    return {
      ok: true,
      forgive: () => forgiveNetwork(BY_UNKNOWN_BROWSERS, user.id, ipAddress, share),
    };
  if (share.by === "everybody") await reportFlood(user.email, user.locale);
  return share;
}
