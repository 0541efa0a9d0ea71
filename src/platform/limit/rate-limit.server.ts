import { createHash } from "node:crypto";
import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import type { ExpiredData } from "#platform/database/expired-rows.server.ts";
import { blockOfAddress } from "./address-block.server.ts";
import { rateLimitTable as windows } from "./rate-limit.table.ts";

/** At most `most` tries in a window that begins with the first of them. */
export type RateLimit = { name: string; most: number; windowMs: number };

export type RateLimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };

/** One try of `who`, to be counted against `limit`. */
export type LimitedTry = { limit: RateLimit; who: string };

type Window = { count: number; endsAt: Date };

/**
 * Counts one try of `who` against `limit` and returns whether it may go on. It is one statement, so
 * that of any number of simultaneous tries, in any number of processes, no more pass than allowed.
 * Within a transaction pass it as a parameter: the try then counts only if the transaction commits,
 * and needs no second connection meanwhile.
 */
export async function countAgainst(
  limit: RateLimit,
  who: string,
  queryable: Queryable = db(),
): Promise<RateLimitResult> {
  const [window] = await addTries([{ limit, who }], 1, queryable);
  return window ? judgeTry(limit, window) : { ok: true };
}

/**
 * Locks windows for a transaction that will count tries in them. A transaction that counts several
 * tries, one after the other, must lock all of their windows first, since only a single statement
 * locks them in a fixed order.
 */
export async function lockTries(
  tries: readonly LimitedTry[],
  transaction: Transaction,
): Promise<void> {
  await addTries(tries, 0, transaction);
}

/**
 * Counts these tries, of different limits: all or none. If a limit is reached, returns the first
 * such try, and nothing is counted. Their windows stay locked until the transaction ends.
 */
export async function tryUnlessOver<T extends LimitedTry>(
  tries: readonly T[],
  transaction: Transaction,
): Promise<{ of: T; retryAfterSeconds: number } | null> {
  const at = now();
  const counted = await addTries(tries, 1, transaction, at);
  for (const [index, window] of counted.entries()) {
    const of = tries[index]!;
    const judged = judgeTry(of.limit, window);
    if (judged.ok) continue;
    // Their windows are still locked, so no other transaction saw the counts.
    // The same moment: a window that ended meanwhile would begin anew with one try less than none.
    await addTries(tries, -1, transaction, at);
    return { of, retryAfterSeconds: judged.retryAfterSeconds };
  }
  return null;
}

/**
 * Adds `count` to the window of each try, and returns the resulting windows. A window is one row,
 * however many of these tries are in it. Always in the same order, so that two transactions that
 * count the same windows cannot deadlock.
 */
async function addTries(
  tries: readonly LimitedTry[],
  count: number,
  queryable: Queryable,
  at = now(),
): Promise<Window[]> {
  if (tries.length === 0) return [];
  const rows = new Map(
    tries.map(({ limit, who }) => {
      const key = windowKey(limit, who);
      const endsAt = new Date(at.getTime() + limit.windowMs);
      return [key.toString("hex"), { key, endsAt }];
    }),
  );
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const isOver = lte(windows.endsAt, at);
  // Passed as arrays: with single values, the query builder would take longer than the database.
  const { rows: stored } = await queryable.execute<{ key: Buffer; count: number; ends_at: string }>(
    sql`insert into ${windows} (key, count, ends_at)
      select key, ${count}::integer, ends_at from unnest(
        ${sql.param(sorted.map(({ key }) => key))}::bytea[],
        ${sql.param(sorted.map(({ endsAt }) => endsAt))}::timestamptz[]
      ) as tries (key, ends_at)
      on conflict (key) do update set
        count = case when ${isOver} then excluded.count else ${windows.count} + excluded.count end,
        ends_at = case when ${isOver} then excluded.ends_at else ${windows.endsAt} end
      returning key, count, ends_at`,
  );
  const byKey = new Map(stored.map((window) => [window.key.toString("hex"), window]));
  return tries.map(({ limit, who }) => {
    const window = byKey.get(windowKey(limit, who).toString("hex"));
    if (!window) throw new Error("A try was not counted.");
    return { count: window.count, endsAt: new Date(window.ends_at) };
  });
}

/** Whether a try passes, by its window's count with it. */
function judgeTry({ most }: RateLimit, { count, endsAt }: Window): RateLimitResult {
  if (count <= most) return { ok: true };
  const remainingMs = endsAt.getTime() - now().getTime();
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)) };
}

/** The first of these tries that would be refused now; nothing is counted. */
export async function findOver<T extends LimitedTry>(
  tries: readonly T[],
): Promise<{ of: T; retryAfterSeconds: number } | null> {
  const at = now();
  const keys = tries.map(({ limit, who }) => windowKey(limit, who));
  const rows = await db()
    .select()
    .from(windows)
    .where(and(inArray(windows.key, keys), gt(windows.endsAt, at)));
  for (const [index, of] of tries.entries()) {
    const window = rows.find(({ key }) => keys[index]?.equals(key));
    const { count, endsAt } = window ?? { count: 0, endsAt: at };
    const judged = judgeTry(of.limit, { count: count + 1, endsAt });
    if (!judged.ok) return { of, retryAfterSeconds: judged.retryAfterSeconds };
  }
  return null;
}

/** Deletes the tries of `who`, who has proved to be the right person. False if there were none. */
export async function forgetTries(limit: RateLimit, who: string): Promise<boolean> {
  const forgotten = await db()
    .delete(windows)
    .where(and(eq(windows.key, windowKey(limit, who)), gt(windows.endsAt, now())))
    .returning({ count: windows.count });
  return forgotten.length > 0;
}

/** Takes back one try of `who` that turned out not to count. */
export async function giveTryBack(limit: RateLimit, who: string): Promise<void> {
  await giveTriesBack([{ limit, who }], db());
}

/** The same for several tries of different limits. */
export async function giveTriesBack(
  tries: readonly LimitedTry[],
  queryable: Queryable,
): Promise<void> {
  const keys = tries.map(({ limit, who }) => windowKey(limit, who));
  await queryable
    .update(windows)
    .set({ count: sql`greatest(${windows.count} - 1, 0)` })
    // In the order in which they are counted, so that two transactions cannot deadlock.
    .where(
      inArray(
        windows.key,
        queryable
          .select({ key: windows.key })
          .from(windows)
          .where(inArray(windows.key, keys))
          .orderBy(windows.key)
          .for("update"),
      ),
    );
}

/**
 * Windows that have ended have no effect. Those that somebody counts in at this moment stay until the
 * next time, so that no post waits for the deletion, nor the deletion for a post.
 */
export const endedWindows: ExpiredData = {
  count: (at) => db().$count(windows, lte(windows.endsAt, at)),
  end: async (at) => {
    const free = db()
      .select({ key: windows.key })
      .from(windows)
      .where(lte(windows.endsAt, at))
      .for("update", { skipLocked: true });
    return (await db().delete(windows).where(inArray(windows.key, free))).rowCount ?? 0;
  },
};

function windowKey({ name }: RateLimit, who: string): Buffer {
  const counted = who.split(" ").map(blockOfAddress).join(" ");
  return createHash("sha256").update(`${name}\n${counted}`).digest();
}
