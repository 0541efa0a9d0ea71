import { createHash } from "node:crypto";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { blockOfAddress } from "./address-block.server.ts";
import { rateLimitTable as windows } from "./rate-limit.table.ts";

/** So many tries in a window that begins with the first of them. */
export type RateLimit = { name: string; most: number; windowMs: number };

export type RateLimitAnswer = { ok: true } | { ok: false; retryAfterSeconds: number };

/**
 * Counts one try of `who` against `limit` and says whether it may go on: one statement, so that of
 * any number at once, in any number of processes, no more pass than may. Within a transaction hand
 * it over: it counts then if the transaction commits, and needs no second connection meanwhile.
 */
export async function countAgainst(
  limit: RateLimit,
  who: string,
  queryable: Queryable = db(),
): Promise<RateLimitAnswer> {
  const at = now();
  const isOver = sql`${windows.endsAt} <= ${at}`;
  const [window] = await queryable
    .insert(windows)
    .values({
      key: windowKey(limit, who),
      count: 1,
      endsAt: new Date(at.getTime() + limit.windowMs),
    })
    .onConflictDoUpdate({
      target: windows.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${windows.count} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${windows.endsAt} end`,
      },
    })
    .returning({ count: windows.count, endsAt: windows.endsAt });
  if (!window || window.count <= limit.most) return { ok: true };
  const remainingMs = window.endsAt.getTime() - at.getTime();
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)) };
}

/** Forgets the tries of `who`, who has proved to be the right person. False where there were none. */
export async function forgetTries(limit: RateLimit, who: string): Promise<boolean> {
  const forgotten = await db()
    .delete(windows)
    .where(and(eq(windows.key, windowKey(limit, who)), gt(windows.endsAt, now())))
    .returning({ count: windows.count });
  return forgotten.length > 0;
}

/** Takes one try of `who` back, which turned out not to count. */
export async function giveTryBack(limit: RateLimit, who: string): Promise<void> {
  await db()
    .update(windows)
    .set({ count: sql`greatest(${windows.count} - 1, 0)` })
    .where(eq(windows.key, windowKey(limit, who)));
}

/** Windows that are over count for nothing. */
export async function deleteEndedWindows(): Promise<void> {
  await db().delete(windows).where(lte(windows.endsAt, now()));
}

function windowKey({ name }: RateLimit, who: string): Buffer {
  const counted = who.split(" ").map(blockOfAddress).join(" ");
  return createHash("sha256").update(`${name}\n${counted}`).digest();
}
