import { hasFilledDraft } from "#domain/draft/draft.server.ts";
import { notifyAdministrators } from "#domain/identity/administrators.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import {
  type Budget,
  type BudgetResult,
  previewBudget,
  refundBudget,
  type Spender,
  spendBudget,
} from "#platform/limit/spend-budget.server.ts";
import { log } from "#platform/log/log.server.ts";

/** The person who asks for a code, as the limits identify them. */
export type CodeAsker = Spender & {
  visitorHash: string;
  /**
   * Whether the caller knows them in another way than by an account or a draft, such as by a mailed
   * link.
   */
  isKnown?: boolean;
};

type Refusal = Extract<BudgetResult, { ok: false }>;

/**
 * What one asker may spend. Entering a code gives it back, so honest visitors do not use up the
 * limit of a household, an office or a carrier's shared address.
 */
const BY_ASKER: Budget = {
  name: "sms asker",
  most: {
    visitor: { hour: 10, day: 20 },
    account: { hour: 10, day: 20 },
    address: { hour: 10, day: 40 },
    block: { hour: 20, day: 60 },
    network: { hour: 30, day: 100 },
  },
};

/** The share of the day's messages for visitors with a filled-in draft or an account. */
const RESERVED_SHARE = 0.6;

/**
 * The site's messages of a day in two parts, each spread over the day: `reserved` is only for known
 * visitors, `open` for everybody. If strangers spend all of `open`, the reserve is not affected.
 */
function listPools(): { reserved: Budget; open: Budget } {
  const most = env().SMS_DAILY_BUDGET;
  const reserved = Math.ceil(most * RESERVED_SHARE);
  return {
    reserved: makePool("sms reserved", reserved),
    open: makePool("sms open", most - reserved),
  };
}

/**
 * A holder of a provider's /32 has 65,536 networks, so a limit by network does not stop them.
 * Therefore the codes that the customers of one provider requested and never entered may be at most
 * half of a minute's, about a third of an hour's and a quarter of a day's messages. A carrier's
 * customers share a /16; they enter their codes (`forgiveAsker`).
 */
function makePool(name: string, day: number): Budget {
  const share = (part: number) => Math.ceil(day / part);
  return {
    name,
    most: {
      provider: { minute: share(60), hour: share(16), day: share(4) },
      site: { minute: share(30), hour: share(6), day },
    },
  };
}

/** The pools that this asker may spend from, in the order of use. */
async function choosePools(asker: CodeAsker): Promise<Budget[]> {
  const { reserved, open } = listPools();
  const isKnown =
    asker.isKnown === true || Boolean(asker.userId) || (await hasFilledDraft(asker.visitorHash));
  return isKnown ? [reserved, open] : [open];
}

/** The pool that a code was paid from, so that it can be given back if the code was not sent. */
export type SpentCode = { ok: true; pool: Budget } | Refusal;

/** Prepares the spending of one message; call it before the transaction that spends it. */
export async function prepareSpending(asker: CodeAsker) {
  const pools = await choosePools(asker);
  return async (transaction: Transaction): Promise<SpentCode> => {
    const own = await spendBudget(BY_ASKER, asker, transaction);
    if (!own.ok) return own;
    let refused: Refusal | undefined;
    for (const pool of pools) {
      const spent = await spendBudget(pool, asker, transaction);
      if (spent.ok) return { ok: true, pool };
      refused = spent;
    }
    if (!refused) throw new Error("Everybody has a pool.");
    await refundBudget(BY_ASKER, asker, transaction);
    return refused;
  };
}

/** Why this asker would get no code now; null if they would. Nothing is spent. */
export async function findRefusal(asker: CodeAsker): Promise<Refusal | null> {
  const own = await previewBudget(BY_ASKER, asker);
  if (!own.ok) return own;
  let refused: Refusal | null = null;
  for (const pool of await choosePools(asker)) {
    const seen = await previewBudget(pool, asker);
    if (seen.ok) return null;
    refused = seen;
  }
  return refused;
}

/**
 * Whether the asker alone caused it: a person who requests codes for a dozen numbers must still
 * verify their own.
 */
export function isOwnDoing({ scope }: Refusal): boolean {
  return scope === "visitor" || scope === "account";
}

/**
 * A code was entered: all messages that were sent for it no longer count against the asker, nor
 * against their provider. The site's budget stays spent.
 */
export async function forgiveAsker(asker: CodeAsker, messages: number): Promise<void> {
  const [pool] = await choosePools(asker);
  // Most codes are entered after their minute is over, so they are not given back to the next
  // minute.
  const { minute: _, ...longer } = pool?.most.provider ?? {};
  for (let message = 0; message < messages; message += 1) {
    await refundBudget(BY_ASKER, asker);
    if (pool) await refundBudget({ ...pool, most: { provider: longer } }, asker);
  }
}

/**
 * The provider accepted no message, so the site has spent none. It still counts for the asker,
 * because otherwise one IP address could make the provider refuse numbers without end.
 */
export async function refundPool(pool: Budget, asker: CodeAsker): Promise<void> {
  await refundBudget(pool, asker);
}

const MINUTE_SECONDS = 60;

/** If the site's hour or day is spent, notifies the administrators. */
export async function warnOfRefusal({ scope, retryAfterSeconds }: Refusal): Promise<void> {
  if (scope !== "site" && scope !== "provider") return;
  log.warn(scope === "site" ? "the share of SMS is spent" : "a provider's share of SMS is spent", {
    count: env().SMS_DAILY_BUDGET,
  });
  if (scope === "site" && retryAfterSeconds > MINUTE_SECONDS) {
    const params = { most: env().SMS_DAILY_BUDGET };
    await notifyAdministrators("sms_budget_spent", (addressee) => ({
      ...addressee,
      event: "sms_budget_spent",
      params,
    }));
  }
}
