import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, gt, inArray, isNotNull, lte, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { getProcessName, isProcessMissing } from "#platform/database/database-watch.server.ts";
import { findStoreFault } from "#platform/outage/store-fault.ts";
import { log } from "#platform/log/log.server.ts";
import type { Channel } from "./events/event.ts";
import { isEventName } from "./events/events.ts";
import { findOwner } from "./message-owners.server.ts";
import {
  type AttemptOutcome,
  type Message,
  messageAttemptTable,
  messageTable,
} from "./message.table.ts";
import type { AfterFailure } from "./retry-rule.ts";

// Who has a message: one process at a time claims it under a lease, and writes down what came of it.

/** An attempt takes at most this long (email.server.ts), with some air. */
const LONGEST_SEND_SECONDS = 25;
/** The longest that what a process had waits where nobody can tell that the process has ended. */
const LEASE_SECONDS = 50;

export type Claimed = Message & { lease: string };

/**
 * What this process has not settled yet, however long the database is away meanwhile: it knows what
 * the provider answered, so no consumer of its own takes such a message up when the lease is over.
 */
const inHand = new Set<string>();

export function letGo({ id }: Claimed): void {
  inHand.delete(id);
}

/** Boot, where no other process can be at work on the database: nobody has in hand what is leased. */
export async function takeUpInterrupted(): Promise<void> {
  await endLeases();
}

/** Boot of a process that was started because the one that had its name has ended. */
export async function takeUpFromPredecessor(): Promise<void> {
  await endLeases(eq(messageTable.leaseHolder, getProcessName()));
}

/**
 * Who lives is connected again sooner: it gives a host that hangs two seconds, looks for another one
 * for two, and connects.
 */
const GONE_AFTER_MS = 10_000;
/** Those who have a message and were not at work when they were looked for, and since when. */
let missingSince: ReadonlyMap<string, number> = new Map();

/**
 * Takes up what processes elsewhere had in hand that have ended. `at` is this process's own clock, in
 * milliseconds. A machine that lost its power keeps its connections for the database: what it had waits
 * for the end of its lease. True where there was something.
 */
export async function takeUpFromGone(at: number = performance.now()): Promise<boolean> {
  const holders = db()
    .selectDistinct({ name: messageTable.leaseHolder })
    .from(messageTable)
    .where(and(isLeased, ne(messageTable.leaseHolder, getProcessName())))
    .as("holders");
  const missing = await db().select().from(holders).where(isProcessMissing(holders.name));
  const names = missing.flatMap(({ name }) => name ?? []);
  missingSince = new Map(names.map((name) => [name, missingSince.get(name) ?? at]));
  const gone = names.filter((name) => at - (missingSince.get(name) ?? at) >= GONE_AFTER_MS);
  if (gone.length === 0) return false;
  await endLeases(inArray(messageTable.leaseHolder, gone));
  log.warn("took up the messages of processes that have ended", { count: gone.length });
  return true;
}

const isLeased = and(
  inArray(messageTable.state, ["waiting", "failed"]),
  isNotNull(messageTable.lease),
  gt(messageTable.nextAttemptAt, sql`clock_timestamp()`),
);

async function endLeases(whose?: SQL): Promise<void> {
  await db()
    .update(messageTable)
    .set({ nextAttemptAt: sql`clock_timestamp()` })
    .where(and(isLeased, whose));
}

/** However many processes ask at once, one of them gets it. */
export async function claimMessage(channels: readonly Channel[]): Promise<Claimed | null> {
  const lease = randomUUID();
  const due = db()
    .select({ id: messageTable.id })
    .from(messageTable)
    .where(
      and(
        inArray(messageTable.state, ["waiting", "failed"]),
        inArray(messageTable.channel, [...channels]),
        notInArray(messageTable.id, [...inHand]),
        // One value for the whole statement, so that the index ends where nothing more is due.
        lte(messageTable.nextAttemptAt, sql`statement_timestamp()`),
      ),
    )
    .orderBy(messageTable.nextAttemptAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [claimed] = await db()
    .update(messageTable)
    .set({
      lease,
      leaseHolder: getProcessName(),
      attempts: sql`${messageTable.attempts} + 1`,
      nextAttemptAt: inSeconds(LEASE_SECONDS),
    })
    // `any(array(…))`: the planner may run a plain subquery more than once, and claim more than one.
    .where(sql`${messageTable.id} = any(array(${due}))`)
    .returning();
  if (!claimed) return null;
  inHand.add(claimed.id);
  return { ...claimed, lease };
}

/** Stores a message that this process has from the start. */
export async function storeClaimed(
  input: Pick<Message, "event" | "channel" | "recipient" | "locale">,
): Promise<Claimed> {
  const [id, lease] = [randomUUID(), randomUUID()];
  const [stored] = await db()
    .insert(messageTable)
    .values({
      ...input,
      id,
      key: id,
      attempts: 1,
      lease,
      leaseHolder: getProcessName(),
      nextAttemptAt: inSeconds(LEASE_SECONDS),
      handedOverAt: now(),
    })
    .returning();
  if (!stored) throw new Error("A message was not stored.");
  return { ...stored, lease };
}

export type Attempt = { outcome: AttemptOutcome; detail: string; durationMs: number };
type After = AfterFailure | { state: "sent" };

export const SENT = { state: "sent" } as const;

/**
 * Asked right before the provider gets it. Whoever was held up until its lease is nearly over, or
 * whose message was withdrawn meanwhile, sends nothing.
 */
export async function markHandedOver({ id, lease }: Claimed, recipient: string): Promise<boolean> {
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

const RECORD_AGAIN_MS = 1_000;

/**
 * Writes down what came of an attempt, before anything else is done with the message. What the
 * provider answered is known here alone: while nothing can be stored, it is tried again.
 */
export async function settle(message: Claimed, tried: Attempt, after: After): Promise<void> {
  for (;;) {
    try {
      return await recordOutcome(message, tried, after);
    } catch (error) {
      if (!findStoreFault(error)) throw error;
      await pause(RECORD_AGAIN_MS, undefined, { ref: false });
    }
  }
}

async function recordOutcome(message: Claimed, tried: Attempt, after: After): Promise<void> {
  const isSent = after.state === "sent";
  const isOver = after.state !== "failed";
  await db().transaction(async (transaction) => {
    await appendAttempt(transaction, message, tried);
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
    else if (after.state !== "failed") await notifyOwner(transaction, message, after.state);
  });
  const { outcome, durationMs } = tried;
  log.info("message tried", { messageId: message.id, event: message.event, outcome, durationMs });
}

export async function appendAttempt(
  queryable: Queryable,
  { id }: Message,
  tried: Attempt,
): Promise<void> {
  await queryable.insert(messageAttemptTable).values({ messageId: id, ...tried, at: now() });
}

export async function withdraw(message: Claimed): Promise<void> {
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
    if (withdrawn) await notifyOwner(transaction, message, "withdrawn");
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

async function notifyOwner(
  transaction: Transaction,
  message: Message,
  state: "sent" | "dead" | "withdrawn",
): Promise<void> {
  if (!isEventName(message.event)) return;
  await findOwner(message.event)?.settled?.(transaction, message, state);
}

function inSeconds(seconds: number) {
  return sql`clock_timestamp() + make_interval(secs => ${seconds})`;
}
