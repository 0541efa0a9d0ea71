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

/** Who asks for a code, as far as asking is limited. */
export type CodeAsker = Spender & {
  visitorHash: string;
  /** The caller knows them by other means than an account or a draft, such as a mailed link. */
  isKnown?: boolean;
};

type Refusal = Extract<BudgetResult, { ok: false }>;

/**
 * What one asker may spend. A code that is entered gives it back, so a household, an office or a
 * carrier's shared address is not shut out by honest visitors.
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

/** Of the day's messages, for visitors with a filled draft or an account. */
const RESERVED_SHARE = 0.6;

/**
 * The site's messages of a day in two parts, each spread over the day: `reserved` is for known
 * visitors only, `open` for everybody. Strangers who spend all of `open` leave the reserve as it is.
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
 * Who holds a provider's /32 is 65,536 networks: no share by network binds them. So what one provider's
 * people asked for and never entered is no more than half of a minute, about a third of an hour and a
 * quarter of a day. A carrier's customers share a /16; they enter theirs (`forgiveAsker`).
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

/** The pools that this asker may spend from, in that order. */
async function choosePools(asker: CodeAsker): Promise<Budget[]> {
  const { reserved, open } = listPools();
  const isKnown =
    asker.isKnown === true || Boolean(asker.userId) || (await hasFilledDraft(asker.visitorHash));
  return isKnown ? [reserved, open] : [open];
}

/** What a code was paid from, to be given back if it never left. */
export type SpentCode = { ok: true; pool: Budget } | Refusal;

/** Prepares the spending of one message; to be called before the transaction that spends it. */
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

/** Why this asker would get no code now; null where they would. Nothing is spent. */
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

/** Whether the asker alone caused it: who asks for a dozen numbers is not let off their own. */
export function isOwnDoing({ scope }: Refusal): boolean {
  return scope === "visitor" || scope === "account";
}

/**
 * A code was entered: as many as were sent for it no longer count against the asker, nor against the
 * provider whose customers they are among. The site has spent them all the same.
 */
export async function forgiveAsker(asker: CodeAsker, messages: number): Promise<void> {
  const [pool] = await choosePools(asker);
  // The minute is over by the time that most are entered: the next one's share is not theirs.
  const { minute: _, ...longer } = pool?.most.provider ?? {};
  for (let message = 0; message < messages; message += 1) {
    await refundBudget(BY_ASKER, asker);
    if (pool) await refundBudget({ ...pool, most: { provider: longer } }, asker);
  }
}

/**
 * The provider took no message, so the site has spent none. Whoever asked has asked all the same, or
 * one address could have the provider refuse numbers without end.
 */
export async function refundPool(pool: Budget, asker: CodeAsker): Promise<void> {
  await refundBudget(pool, asker);
}

const MINUTE_SECONDS = 60;

/** Where the site's hour or day is spent, administrators hear of it. */
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
