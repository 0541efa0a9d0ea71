import { db, type Transaction } from "#platform/database/database.server.ts";
import { widerBlocks } from "./address-block.server.ts";
import {
  forgetTries,
  giveTriesBack,
  type LimitedTry,
  type RateLimit,
  tryUnlessOver,
} from "./rate-limit.server.ts";

/**
 * How often everybody together may do one thing, such as guess at one account, and how that is
 * shared among the networks that try: each network's first try comes before anybody's second one.
 */
export type NetworkShares = {
  name: string;
  windowMs: number;
  /** The most tries by all networks together. */
  most: number;
  /**
   * Of these, the most by networks that tried before. So `most - mostRepeats` networks always have
   * a first try.
   */
  mostRepeats: number;
  /** The most tries by one network, in a window of its own. */
  byNetwork: { most: number; windowMs: number };
};

export type ShareResult =
  /** `isRepeat`: the network had its first try before. */
  | { ok: true; isRepeat: boolean }
  /**
   * `by` says whose limit is reached: that of the caller's own network, or that of all networks.
   */
  | { ok: false; by: "network" | "everybody"; retryAfterSeconds: number };

/**
 * Counts one try at `what` from an address, or refuses it and then counts nothing. A flood from ten
 * networks takes nothing from the eleventh, and of any number of simultaneous tries at most `most`
 * pass.
 */
export async function takeNetworkShare(
  shares: NetworkShares,
  what: string,
  ipAddress: string,
  transaction?: Transaction,
): Promise<ShareResult> {
  const { own, all, first, repeat } = listLimits(shares, what, ipAddress);
  const take = async (within: Transaction): Promise<ShareResult> => {
    const asFirst = await tryUnlessOver([own, all, first], within);
    if (!asFirst) return { ok: true, isRepeat: false };
    const isRepeat = asFirst.of === first;
    const refused = isRepeat ? await tryUnlessOver([own, all, repeat], within) : asFirst;
    if (!refused) return { ok: true, isRepeat };
    const { of, retryAfterSeconds } = refused;
    return { ok: false, by: of === all ? "everybody" : "network", retryAfterSeconds };
  };
  return transaction ? take(transaction) : db().transaction(take);
}

/**
 * Called after a try by the right person: gives that try back, and forgets the earlier tries of
 * their network. The count of all networks stays, or each sign-in of the owner would give strangers
 * another round.
 */
export async function forgiveNetwork(
  shares: NetworkShares,
  what: string,
  ipAddress: string,
  taken: { isRepeat: boolean },
): Promise<void> {
  const { own, all, first, repeat } = listLimits(shares, what, ipAddress);
  await giveTriesBack(taken.isRepeat ? [all, repeat] : [all], db());
  await forgetTries(own.limit, own.who);
  await forgetTries(first.limit, first.who);
}

/** The widest block whose addresses one customer may hold: the /24 of IPv4, the /48 of IPv6. */
function nameNetwork(ipAddress: string): string {
  return widerBlocks(ipAddress).at(-1) ?? ipAddress;
}

function listLimits(shares: NetworkShares, what: string, ipAddress: string) {
  const { name, windowMs, most, mostRepeats, byNetwork } = shares;
  const network = `${nameNetwork(ipAddress)} ${what}`;
  const limit = (kind: string, who: string, its: Omit<RateLimit, "name">): LimitedTry => ({
    limit: { name: `${name} ${kind}`, ...its },
    who,
  });
  return {
    own: limit("by network", network, byNetwork),
    all: limit("by all", what, { most, windowMs }),
    first: limit("first", network, { most: 1, windowMs }),
    repeat: limit("repeated", what, { most: mostRepeats, windowMs }),
  };
}
