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

// Which process sends a message: one at a time claims it under a lease, and records the result.

/** An attempt takes at most this long (email.server.ts), with a margin. */
const LONGEST_SEND_SECONDS = 25;
/**
 * The longest that the messages of a process wait if nobody can tell that the process has ended.
 */
const LEASE_SECONDS = 50;

export type Claimed = Message & { lease: string };

/**
 * The messages that this process has not settled yet. It alone knows what the provider answered, so
 * its own consumers must not claim such a message again when the lease ends, however long the
 * database is unavailable.
 */
const inHand = new Set<string>();

export function letGo({ id }: Claimed): void {
  inHand.delete(id);
}

/**
 * Called at boot, if no other process can use the database: nobody is working on the leased
 * messages.
 */
export async function takeUpInterrupted(): Promise<void> {
  await endLeases();
}

/** Called at boot by a process that replaces an ended one of the same name. */
export async function takeUpFromPredecessor(): Promise<void> {
  await endLeases(eq(messageTable.leaseHolder, getProcessName()));
}

/**
 * A live process reconnects sooner: it waits two seconds for a host that hangs, looks for another
 * one for two, and connects.
 */
const GONE_AFTER_MS = 10_000;
/** The processes that hold a message but were not found connected, and since when. */
let missingSince: ReadonlyMap<string, number> = new Map();

/**
 * Releases the messages of other processes that have ended. `at` is this process's own clock, in
 * milliseconds. If a machine lost its power, the database still counts its connections as alive, so
 * its messages wait for the end of their lease. Returns true if anything was released.
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

/** Claims the next due message. If several processes ask at once, only one gets it. */
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
        // One value for the whole statement, so that the index scan ends at the first row that is
        // not due.
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

/** Stores a message that this process has claimed from the start. */
export async function storeClaimed(
  input: Pick<Message, "event" | "channel" | "recipient" | "locale" | "userId">,
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
 * Called right before the provider gets the message. Returns false if the lease is nearly over,
 * because the process was held up, or if the message was withdrawn meanwhile: then it must not be
 * sent.
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
 * Records the result of an attempt, before anything else is done with the message. Only this
 * process knows what the provider answered, so it retries until the result is stored.
 */
export async function settle(message: Claimed, tried: Attempt, after: After): Promise<void> {
  for (;;) {
    try {
      return await setOutcome(message, tried, after);
    } catch (error) {
      if (!findStoreFault(error)) throw error;
      await pause(RECORD_AGAIN_MS, undefined, { ref: false });
    }
  }
}

async function setOutcome(message: Claimed, tried: Attempt, after: After): Promise<void> {
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
          // A sent message is recorded as sent, even if it was claimed again or withdrawn
          // meanwhile.
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

/** Lets a claimed message wait until then. It was not tried, so the attempt does not count. */
export async function postpone({ id, lease }: Claimed, until: Date): Promise<void> {
  await db()
    .update(messageTable)
    .set({
      lease: null,
      attempts: sql`${messageTable.attempts} - 1`,
      nextAttemptAt: until,
    })
    .where(and(eq(messageTable.id, id), eq(messageTable.lease, lease)));
}

/**
 * The message was withdrawn while this process had it: if it is owed again, the lease must not
 * delay it.
 */
async function release(transaction: Transaction, { id, lease }: Claimed): Promise<void> {
  await transaction
    .update(messageTable)
    .set({ lease: null, handedOverAt: null })
    .where(and(eq(messageTable.id, id), eq(messageTable.lease, lease)));
}

export async function notifyOwner(
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
