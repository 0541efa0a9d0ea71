import { besideDb } from "#platform/database/database.server.ts";
import {
  type Budget,
  type BudgetResult,
  type Spender,
  spendBudget,
} from "#platform/limit/spend-budget.server.ts";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { findRequestScope } from "#platform/request/request-scope.server.ts";
import type { Recipient } from "./events/event.ts";
import { isMemberRole } from "#values/role.ts";
import { findOwner } from "./message-owners.server.ts";

/** The kinds of e-mail that a stranger can cause. */
export type CountedRecipient = Exclude<Recipient, "uncounted" | "no_mail">;

/**
 * How many e-mails of a kind one sender may cause, and the whole site. If a sender shares a block
 * of IP addresses with a flood and is over its share, they lose an e-mail, never what they sent. So
 * the shares of a school, an office and a carrier's shared address are enough for about twenty
 * people.
 */
const BUDGETS: Readonly<Record<CountedRecipient, Budget["most"]>> = {
  // No limit for the whole site: a flood must not keep everybody from signing in.
  sign_in: {
    visitor: { hour: 30, day: 100 },
    account: { hour: 30, day: 100 },
    address: { hour: 200, day: 1_000 },
    block: { hour: 600, day: 3_000 },
    network: { hour: 1_200, day: 6_000 },
  },
  asker: {
    visitor: { hour: 10, day: 30 },
    account: { hour: 10, day: 30 },
    address: { hour: 60, day: 200 },
    block: { hour: 120, day: 400 },
    network: { hour: 240, day: 800 },
    site: { hour: 1_500, day: 10_000 },
  },
  unconfirmed: {
    visitor: { hour: 10, day: 30 },
    account: { hour: 10, day: 30 },
    address: { hour: 20, day: 60 },
    block: { hour: 40, day: 120 },
    network: { hour: 80, day: 240 },
    site: { hour: 600, day: 4_000 },
  },
  member: {
    visitor: { hour: 120, day: 500 },
    account: { hour: 120, day: 500 },
    address: { hour: 300, day: 1_500 },
    block: { hour: 600, day: 3_000 },
    network: { hour: 1_200, day: 6_000 },
    site: { hour: 6_000, day: 50_000 },
  },
  dealership: {
    visitor: { hour: 30, day: 100 },
    account: { hour: 60, day: 200 },
    address: { hour: 60, day: 240 },
    block: { hour: 120, day: 480 },
    network: { hour: 240, day: 960 },
    site: { hour: 2_000, day: 15_000 },
  },
  staff: {
    visitor: { hour: 10, day: 30 },
    account: { hour: 10, day: 30 },
    address: { hour: 20, day: 60 },
    block: { hour: 40, day: 120 },
    network: { hour: 80, day: 240 },
    site: { hour: 200, day: 1_000 },
  },
};

/**
 * What happens to an e-mail whose sender has caused too many: the request is refused, or the e-mail
 * is left out or held.
 */
const WHEN_SPENT: Readonly<Record<CountedRecipient, "refuse" | "leave_out" | "hold">> = {
  sign_in: "refuse",
  asker: "refuse",
  unconfirmed: "leave_out",
  member: "hold",
  dealership: "hold",
  staff: "hold",
};

/**
 * No e-mail is sent, and the person who asked for it is told so. The error rolls back the
 * transaction that would store the e-mail.
 */
export class MailRefused extends Error {
  override name = "MailRefused";
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("Too many mails were asked for.");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Counted on a separate connection: otherwise the transaction that stores the e-mail would lock the
 * site's share until it commits, and all others would wait for it. There are few such connections,
 * and in a rush the wait for one is longer than the pool's timeout, so this limits the concurrency.
 */
const inTurn = limitConcurrency(2);

export type MailDecision = "send" | "leave_out" | "hold";

/**
 * Counts e-mails against the budgets of the sender that causes them, which is the current request.
 * Staff have no budget, because they are known by name; neither has code without a request, such as
 * a scheduled job.
 * @throws MailRefused if somebody asked for the e-mail and it must not be sent
 */
export async function decideMails(recipients: readonly Recipient[]): Promise<MailDecision[]> {
  const spender = findSpender();
  const decisions: MailDecision[] = [];
  for (const recipient of recipients) {
    if (!spender || recipient === "uncounted" || recipient === "no_mail") {
      decisions.push("send");
      continue;
    }
    const budget = { name: `mail ${recipient}`, most: BUDGETS[recipient] };
    const spent = await inTurn(() =>
      besideDb().transaction((transaction) => spendBudget(budget, spender, transaction)),
    );
    decisions.push(spent.ok ? "send" : await decideSpent(recipient, spent));
  }
  return decisions;
}

function findSpender(): Spender | null {
  const scope = findRequestScope();
  if (!scope || (scope.user && !isMemberRole(scope.user.role))) return null;
  const { ipAddress, visitorHash, user } = scope;
  return { ipAddress, visitorHash: visitorHash ?? null, userId: user?.id ?? null };
}

async function decideSpent(
  recipient: CountedRecipient,
  { scope, retryAfterSeconds }: Extract<BudgetResult, { ok: false }>,
): Promise<MailDecision> {
  const whose = scope === "site" ? "site" : "sender";
  if ((await countAgainst(ALARM, whose, besideDb())).ok) {
    log.warn("a budget of mail is spent", { budget: `${recipient} ${scope}` });
    // Even if the alarm fails, the e-mail is not sent.
    await findOwner("mail_budget_spent")
      ?.raise?.({ whose })
      .catch((error: unknown) =>
        log.error("the alarm of a mail budget failed", { error: loggableError(error) }),
      );
  }
  const decision = WHEN_SPENT[recipient];
  if (decision === "refuse") throw new MailRefused(retryAfterSeconds);
  return decision;
}

/** Administrators are notified once a day. */
const ALARM = { name: "mail alarm", most: 1, windowMs: 24 * 60 * 60_000 };
