import {
  type NetworkShares,
  type ShareResult,
  takeNetworkShare,
} from "#platform/limit/network-share.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";

const HOUR_MS = 60 * 60_000;

/**
 * How many e-mails one mailbox may get because somebody typed its address, shared among the
 * networks that ask. So a stranger can neither flood it nor use up what its holder may ask for.
 * E-mails that open an account and e-mails of forms are counted separately.
 */
const SHARES = {
  account: describeShares("account mails by mailbox"),
  form: describeShares("form mails by mailbox"),
};

function describeShares(name: string): NetworkShares {
  const byNetwork = { most: 5, windowMs: HOUR_MS };
  return { name, windowMs: HOUR_MS, most: 40, mostRepeats: 10, byNetwork };
}

/** Counts one e-mail to a mailbox, requested from this IP address. */
export function takeMailShare(
  of: keyof typeof SHARES,
  email: string,
  ipAddress: string,
  transaction?: Transaction,
): Promise<ShareResult> {
  return takeNetworkShare(SHARES[of], email.trim().toLowerCase(), ipAddress, transaction);
}
