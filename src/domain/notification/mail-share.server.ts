import {
  type NetworkShares,
  type ShareResult,
  takeNetworkShare,
} from "#platform/limit/network-share.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";

const HOUR_MS = 60 * 60_000;

/**
 * Mails that one mailbox may be sent at the word of whoever types it, shared among the networks that
 * ask: a stranger can neither flood it nor use up what its holder may ask for. What opens an account
 * and what belongs to a form are counted apart.
 */
const SHARES = {
  account: describeShares("account mails by mailbox"),
  form: describeShares("form mails by mailbox"),
};

function describeShares(name: string): NetworkShares {
  const byNetwork = { most: 5, windowMs: HOUR_MS };
  return { name, windowMs: HOUR_MS, most: 40, mostRepeats: 10, byNetwork };
}

/** Counts one mail to a mailbox, asked for from this address. */
export function takeMailShare(
  of: keyof typeof SHARES,
  email: string,
  ipAddress: string,
  transaction?: Transaction,
): Promise<ShareResult> {
  return takeNetworkShare(SHARES[of], email.trim().toLowerCase(), ipAddress, transaction);
}
