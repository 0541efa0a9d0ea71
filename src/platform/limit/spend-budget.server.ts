import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { findProviderBlock, widerBlocks } from "./address-block.server.ts";
import { findOver, giveTriesBack, type LimitedTry, tryUnlessOver } from "./rate-limit.server.ts";

/** The person whose action costs money or reaches other people. What is unknown is not counted. */
export type Spender = {
  visitorHash?: string | null;
  userId?: string | null;
  ipAddress?: string | null;
};

/**
 * By whom a budget counts. `address`: an IPv4 address or the /64 of IPv6; `block`: the /24 of IPv4
 * or the /56 of IPv6; `network`: the /48 of IPv6; `provider`: the /16 of IPv4 or the /32 of IPv6,
 * which strangers share, so that its share is a part of the site's; `site`: everybody together.
 */
const SCOPES = ["visitor", "account", "address", "block", "network", "provider", "site"] as const;
export type BudgetScope = (typeof SCOPES)[number];

const WINDOWS_MS = { minute: 60_000, hour: 60 * 60_000, day: 24 * 60 * 60_000 };
type WindowName = keyof typeof WINDOWS_MS;

/** How much each spender of a scope may spend in a minute, an hour or a day. */
export type Budget = {
  name: string;
  most: { readonly [S in BudgetScope]?: { readonly [W in WindowName]?: number } };
};

export type BudgetResult =
  | { ok: true }
  /** The narrowest scope whose share is used up. */
  | { ok: false; scope: BudgetScope; retryAfterSeconds: number };

/**
 * Spends one of `budget` for `spender`, in every scope and window or in none: a refused spender
 * takes nothing from anybody else's share. However many spend at the same moment, at most `most`
 * pass. It locks what it counts until its transaction ends, including the site's share. Without
 * `transaction` it uses a short one of its own, which is right unless the spending must be undone
 * together with its action.
 */
export async function spendBudget(
  budget: Budget,
  spender: Spender,
  transaction?: Transaction,
): Promise<BudgetResult> {
  const shares = listShares(budget, spender);
  const spend = (within: Transaction) => tryUnlessOver(shares, within);
  const refused = transaction ? await spend(transaction) : await db().transaction(spend);
  return describeResult(refused);
}

function describeResult(refused: { of: Share; retryAfterSeconds: number } | null): BudgetResult {
  return refused
    ? { ok: false, scope: refused.of.scope, retryAfterSeconds: refused.retryAfterSeconds }
    : { ok: true };
}

/** What `spendBudget` would return now; nothing is counted. */
export async function previewBudget(budget: Budget, spender: Spender): Promise<BudgetResult> {
  return describeResult(await findOver(listShares(budget, spender)));
}

/** Gives back what was spent and turned out not to be needed. */
export async function refundBudget(
  budget: Budget,
  spender: Spender,
  queryable: Queryable = db(),
): Promise<void> {
  await giveTriesBack(listShares(budget, spender), queryable);
}

type Share = LimitedTry & { scope: BudgetScope };

/**
 * The narrowest scope first, and within a scope the longest window: a refusal names the first that
 * is used up.
 */
function listShares({ name, most }: Budget, spender: Spender): Share[] {
  return SCOPES.flatMap((scope) => {
    const who = nameSpender(scope, spender);
    const windows = Object.entries(WINDOWS_MS).toReversed();
    return who === null
      ? []
      : windows.flatMap(([window, windowMs]) => {
          const limit = most[scope]?.[window as WindowName];
          return limit === undefined
            ? []
            : [
                {
                  scope,
                  who,
                  limit: { name: `${name} ${scope} ${window}`, most: limit, windowMs },
                },
              ];
        });
  });
}

function nameSpender(scope: BudgetScope, spender: Spender): string | null {
  const { visitorHash = null, userId = null, ipAddress = null } = spender;
  const [block = null, network = null] = ipAddress === null ? [] : widerBlocks(ipAddress);
  const provider = ipAddress === null ? null : findProviderBlock(ipAddress);
  const names = {
    visitor: visitorHash,
    account: userId,
    address: ipAddress,
    block,
    network,
    provider,
  };
  return scope === "site" ? "site" : names[scope];
}
