import { randomUUID } from "node:crypto";
import { and, eq, inArray, lte, ne, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { sendFailure, type SendResult } from "#platform/outgoing/send-result.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import type { Channel, Prepare, Rendering } from "./events/event.ts";
import {
  type EventName,
  EVENTS,
  isEventName,
  type Kept,
  type LateEventName,
  type Params,
} from "./events/events.ts";
import {
  type AttemptOutcome,
  type Message,
  messageAttemptTable,
  messageTable,
} from "./message.table.ts";
import { isStillUseful, readParams } from "./notify.server.ts";
import { type AfterFailure, decideAfterFailure } from "./retry-rule.ts";
import { handOver } from "./senders.server.ts";

/** What the concept that a message comes from has to do with it while it goes out. */
export type MessageOwner<E extends EventName> = {
  /**
   * Its params as they are now. Null withdraws it: asked again, it is owed no longer, as where a
   * consent was taken back in the same instant.
   */
  prepare?: (message: Message, kept: Kept<E>) => ReturnType<Prepare<Kept<E>, Params<E>>>;
  /** Where it goes by now; null leaves it. */
  readdress?: (message: Message) => Promise<string | null>;
  /** Takes part in the transaction that settles it. */
  settled?: (
    transaction: Transaction,
    message: Message,
    state: "sent" | "dead" | "withdrawn",
  ) => Promise<void>;
};

type AnyOwners = { readonly [E in EventName]?: MessageOwner<E> };

/** The owners of all late events, and of those others that want to be asked. */
export type MessageOwners = AnyOwners & {
  readonly [E in LateEventName]: Required<Pick<MessageOwner<E>, "prepare">>;
};

let settings: { siteOrigin: string; owners: AnyOwners } | undefined;

/** Boot: `siteOrigin` is what links begin with; `owners` is written down once, at the top. */
export function configureMessages(siteOrigin: string, owners: MessageOwners): void {
  settings = { siteOrigin, owners };
}

function configured() {
  if (!settings) throw new Error("A message was sent before boot.");
  return settings;
}

/** An attempt takes at most this long (email.server.ts), with some air. */
const LONGEST_SEND_SECONDS = 25;
/** A process that was killed has its messages taken up by another when its lease is over. */
const LEASE_SECONDS = 50;

/**
 * Tells something within the request that asks for it, and answers whether the provider took it: of
 * a code by SMS the person must hear at once. It stands among the other messages, but its params are
 * stored nowhere, so it is tried once and never again.
 */
export async function notifyNow<E extends Exclude<EventName, LateEventName>>(given: {
  event: E;
  to: string;
  locale: Locale;
  params: Kept<E>;
}): Promise<SendResult> {
  const { siteOrigin } = configured();
  const { event, to, locale, params } = given;
  const { channel, compose } = EVENTS[event];
  const composed = await compose(params, createRendering(locale, siteOrigin), undefined);
  if (!composed.ok) throw new Error(`The params of ${event} are not its own.`);
  const [id, lease] = [randomUUID(), randomUUID()];
  const [message] = await db()
    .insert(messageTable)
    .values({
      id,
      key: id,
      event,
      channel,
      recipient: to,
      locale,
      attempts: 1,
      lease,
      nextAttemptAt: inSeconds(LEASE_SECONDS),
      handedOverAt: now(),
    })
    .returning();
  if (!message) throw new Error("A message was not stored.");
  const startedAt = performance.now();
  const result = await handOver(message, channel, composed.content, siteOrigin);
  const tried = { ...describeAttempt(result), durationMs: durationSince(startedAt) };
  await settle({ ...message, lease }, tried, result.ok ? SENT : { state: "dead" });
  return result;
}

/** Sends the message that is due the longest. False where none is due. */
export async function sendNextMessage(channels: readonly Channel[]): Promise<boolean> {
  const message = await claimMessage(channels);
  if (!message) return false;
  await attempt(message);
  return true;
}

type Claimed = Message & { lease: string };

/** However many processes ask at once, one of them gets it. */
async function claimMessage(channels: readonly Channel[]): Promise<Claimed | null> {
  const lease = randomUUID();
  const due = db()
    .select({ id: messageTable.id })
    .from(messageTable)
    .where(
      and(
        inArray(messageTable.state, ["waiting", "failed"]),
        inArray(messageTable.channel, [...channels]),
        lte(messageTable.nextAttemptAt, sql`clock_timestamp()`),
      ),
    )
    .orderBy(messageTable.nextAttemptAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [claimed] = await db()
    .update(messageTable)
    .set({
      lease,
      attempts: sql`${messageTable.attempts} + 1`,
      nextAttemptAt: inSeconds(LEASE_SECONDS),
    })
    // `any(array(…))`: the planner may run a plain subquery more than once, and claim more than one.
    .where(sql`${messageTable.id} = any(array(${due}))`)
    .returning();
  return claimed ? { ...claimed, lease } : null;
}

async function attempt(message: Claimed): Promise<void> {
  if (message.handedOverAt !== null) {
    if (message.channel === "sms")
      return settle(message, interrupted, decideAfterFailure("permanent", 1));
    await writeDown(db(), message, interrupted);
  }
  const startedAt = performance.now();
  const result = await tryToSend(message);
  if (result === "not_owed") return withdraw(message);
  if (result === "not_ours") return;
  const durationMs = durationSince(startedAt);
  const after = result.ok ? SENT : decideAfterFailure(result.code, message.attempts);
  await settle(message, { ...describeAttempt(result), durationMs }, after);
}

type Attempt = { outcome: AttemptOutcome; detail: string; durationMs: number };
type After = AfterFailure | { state: "sent" };

const SENT = { state: "sent" } as const;

function describeAttempt(result: SendResult) {
  return result.ok
    ? ({ outcome: "sent", detail: result.providerId } as const)
    : { outcome: result.code, detail: result.detail };
}

/**
 * The process that had it ended while the provider was answering: it went out, or it did not. An
 * e-mail goes again under the same Message-ID, by which a receiver knows the second copy. An SMS
 * has no such mark, so a person decides.
 */
const interrupted: Attempt = {
  outcome: "interrupted",
  detail: "The server stopped while it was being sent: it may have arrived.",
  durationMs: 0,
};

async function tryToSend(message: Claimed): Promise<SendResult | "not_owed" | "not_ours"> {
  try {
    if (!isEventName(message.event)) {
      return sendFailure("permanent", "This version of the site no longer knows this message.");
    }
    return await composeAndSend(message, message.event);
  } catch (thrown) {
    log.error("message failed", { channel: message.event, error: loggableError(thrown) });
    return sendFailure("temporary", "The site could not write this message: see its log.");
  }
}

async function composeAndSend<E extends EventName>(
  message: Claimed,
  event: E,
): Promise<SendResult | "not_owed" | "not_ours"> {
  if (!isStillUseful({ event, createdAt: message.createdAt })) {
    return sendFailure("permanent", "It came too late to be of use.");
  }
  const { siteOrigin, owners } = configured();
  const owner = owners[event];
  const prepare = owner?.prepare;
  const recipient = (await owner?.readdress?.(message)) ?? message.recipient;
  const composed = await EVENTS[event].compose(
    await readParams(message),
    createRendering(message.locale, siteOrigin),
    prepare && ((kept) => prepare(message, kept)),
  );
  if (!composed.ok) {
    return composed.code === "not_owed" ? "not_owed" : sendFailure("permanent", composed.detail);
  }
  if (!(await markHandedOver(message, recipient))) return "not_ours";
  return handOver({ ...message, recipient }, EVENTS[event].channel, composed.content, siteOrigin);
}

export function createRendering(locale: Locale, siteOrigin: string): Rendering {
  return { locale, link: (path) => new URL(hrefIn(path, locale), siteOrigin).href };
}

/**
 * Asked right before the provider gets it. Whoever was held up until its lease is nearly over, or
 * whose message was withdrawn meanwhile, sends nothing.
 */
async function markHandedOver({ id, lease }: Claimed, recipient: string): Promise<boolean> {
  const marked = await db()
    .update(messageTable)
    .set({ handedOverAt: now(), recipient })
    .where(
      and(
        eq(messageTable.id, id),
        eq(messageTable.lease, lease),
        inArray(messageTable.state, ["waiting", "failed"]),
        sql`${messageTable.nextAttemptAt} > ${inSeconds(LONGEST_SEND_SECONDS)}`,
      ),
    )
    .returning({ id: messageTable.id });
  return marked.length > 0;
}

/** Writes down what came of an attempt, before anything else is done with the message. */
async function settle(message: Claimed, tried: Attempt, after: After): Promise<void> {
  const isSent = after.state === "sent";
  const isOver = after.state !== "failed";
  await db().transaction(async (transaction) => {
    await writeDown(transaction, message, tried);
    const [settled] = await transaction
      .update(messageTable)
      .set({
        state: after.state,
        lease: null,
        handedOverAt: null,
        settledAt: isOver ? now() : null,
        ...(after.state === "failed" ? { nextAttemptAt: inSeconds(after.waitSeconds) } : {}),
        ...(isSent
          ? { providerId: tried.detail, sealedParams: null, lastError: null }
          : { lastError: tried.detail }),
      })
      .where(
        and(
          eq(messageTable.id, message.id),
          // What went out went out, whoever had it or took it back meanwhile.
          isSent
            ? undefined
            : and(eq(messageTable.lease, message.lease), ne(messageTable.state, "withdrawn")),
        ),
      )
      .returning({ id: messageTable.id });
    if (!settled) await release(transaction, message);
    else if (after.state !== "failed") await tellOwner(transaction, message, after.state);
  });
  const { outcome, durationMs } = tried;
  log.info("message tried", { messageId: message.id, channel: message.event, outcome, durationMs });
}

async function writeDown(queryable: Queryable, { id }: Message, tried: Attempt): Promise<void> {
  await queryable.insert(messageAttemptTable).values({ messageId: id, ...tried, at: now() });
}

async function withdraw(message: Claimed): Promise<void> {
  await db().transaction(async (transaction) => {
    const [withdrawn] = await transaction
      .update(messageTable)
      .set({ state: "withdrawn", lease: null, settledAt: now(), sealedParams: null })
      .where(
        and(
          eq(messageTable.id, message.id),
          eq(messageTable.lease, message.lease),
          ne(messageTable.state, "withdrawn"),
        ),
      )
      .returning({ id: messageTable.id });
    if (withdrawn) await tellOwner(transaction, message, "withdrawn");
    else await release(transaction, message);
  });
}

/** It was taken back while this process had it: whoever owes it again need not wait for the lease. */
async function release(transaction: Transaction, { id, lease }: Claimed): Promise<void> {
  await transaction
    .update(messageTable)
    .set({ lease: null, handedOverAt: null })
    .where(and(eq(messageTable.id, id), eq(messageTable.lease, lease)));
}

async function tellOwner(
  transaction: Transaction,
  message: Message,
  state: "sent" | "dead" | "withdrawn",
): Promise<void> {
  if (!isEventName(message.event)) return;
  await configured().owners[message.event]?.settled?.(transaction, message, state);
}

function inSeconds(seconds: number) {
  return sql`clock_timestamp() + make_interval(secs => ${seconds})`;
}

function durationSince(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
