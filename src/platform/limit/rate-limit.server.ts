import { createHash } from "node:crypto";
import { and, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { groupCommit } from "#platform/database/group-commit.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { rowsThatRunOut } from "#platform/database/run-out.server.ts";
import { type JsonRow, jsonRows, writeJsonRows } from "#platform/database/json-rows.server.ts";
import { prepareStatement } from "#platform/database/prepared-query.server.ts";
import { blockOfAddress } from "./address-block.server.ts";
import { rateLimitTable as windows } from "./rate-limit.table.ts";

/** So many tries in a window that begins with the first of them. */
export type RateLimit = { name: string; most: number; windowMs: number };

export type RateLimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };

/** One try as a row that `countTries` takes. */
export type Try = JsonRow<typeof windows, "key" | "count" | "endsAt">;
export const tryRows = jsonRows(windows, ["key", "count", "endsAt"]);

/** One try of `who`, to be counted with others in one statement. */
export function makeTry(limit: RateLimit, who: string): Try {
  const endsAt = new Date(now().getTime() + limit.windowMs);
  return { key: windowKey(limit, who), count: 1, endsAt };
}

/**
 * No try, but a hold: counted with others, it keeps the window of `who` until the transaction ends.
 * Who counts several in one transaction holds them all before, since `countTries` keeps an order.
 */
export function makeLock(limit: RateLimit, who: string): Try {
  return { ...makeTry(limit, who), count: 0 };
}

/** Holds windows for a transaction that will count tries in them. */
export async function lockWindows(
  limit: RateLimit,
  whose: readonly string[],
  transaction: Transaction,
): Promise<void> {
  await lockTries(
    whose.map((who) => ({ limit, who })),
    transaction,
  );
}

/** The same for windows of different limits. */
export async function lockTries(
  tries: readonly LimitedTry[],
  transaction: Transaction,
): Promise<void> {
  const locks = tries.map(({ limit, who }) => makeLock(limit, who));
  if (locks.length > 0) await writeTries(locks, transaction);
}

/**
 * Counts the tries that `rows` selects, of each key one, and returns how many each window has by then.
 * Always in the same order, so that no two who count the same keys wait for each other.
 */
export function countTries(rows: SQL, at: unknown): SQL {
  const isOver = sql`${windows.endsAt} <= ${at}::timestamptz`;
  return sql`insert into ${windows} (${tryRows.columns})
    select ${tryRows.values("tries")} from (${rows}) as tries order by tries.key
    on conflict (key) do update set
      count = case when ${isOver} then excluded.count else ${windows.count} + excluded.count end,
      ends_at = case when ${isOver} then excluded.ends_at else ${windows.endsAt} end
    returning key, count, ends_at`;
}

type CountedWindow = { key: Buffer; count: number; ends_at: string };

const countStatement = prepareStatement<CountedWindow, "tries" | "at">(
  "count_tries",
  ["tries", "at"],
  ({ tries, at }) =>
    countTries(
      sql`select tries.* from json_to_recordset(${tries}::json) as tries(${tryRows.types})`,
      at,
    ),
);

/** Tries of the same key are one row of the statement, and each of them has its own place in the count. */
async function writeTries(
  tries: readonly Try[],
  queryable: Queryable = db(),
): Promise<{ count: number; endsAt: Date }[]> {
  const keys = tries.map(({ key }) => key.toString("hex"));
  const rows = Map.groupBy(tries, ({ key }) => key.toString("hex"));
  const input = [...rows.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, count: same.reduce((sum, { count }) => sum + count, 0) }] : [];
  });
  const values = { tries: writeJsonRows(input), at: now() };
  const windowsByKey = new Map(
    (await countStatement(values, queryable)).map((row) => [row.key.toString("hex"), row]),
  );
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const window = windowsByKey.get(key);
    if (!window) throw new Error("A try was not counted.");
    const position = (seen.get(key) ?? 0) + 1;
    seen.set(key, position);
    const count = window.count - (rows.get(key)?.length ?? 0) + position;
    return { count, endsAt: new Date(window.ends_at) };
  });
}

const groupCommitTries = groupCommit(writeTries, { most: 200 });

/**
 * Counts one try of `who` against `limit` and says whether it may go on: one statement, so that of
 * any number at once, in any number of processes, no more pass than may. Within a transaction hand
 * it over: it counts then if the transaction commits, and needs no second connection meanwhile.
 */
export async function countAgainst(
  limit: RateLimit,
  who: string,
  queryable?: Queryable,
): Promise<RateLimitResult> {
  const at = now();
  const counted = makeTry(limit, who);
  const window = queryable
    ? (await writeTries([counted], queryable))[0]
    : await groupCommitTries(counted);
  return window ? judgeTry(limit, window, at) : { ok: true };
}

/** What a try that was counted at `at` means, by how many its window has with it. */
export function judgeTry(
  { most }: Pick<RateLimit, "most">,
  { count, endsAt }: { count: number; endsAt: Date },
  at: Date = now(),
): RateLimitResult {
  if (count <= most) return { ok: true };
  const remainingMs = endsAt.getTime() - at.getTime();
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)) };
}

/** One try of `who` against `limit`. */
export type LimitedTry = { limit: RateLimit; who: string };

/**
 * Counts these tries, of different limits, all of them or none: the first whose limit is reached is
 * returned, and then nothing is counted. Their windows are locked until the transaction ends.
 */
export async function tryUnlessOver<T extends LimitedTry>(
  tries: readonly T[],
  transaction: Transaction,
): Promise<{ of: T; retryAfterSeconds: number } | null> {
  if (tries.length === 0) return null;
  const at = now();
  const locked = await writeTries(
    tries.map(({ limit, who }) => makeLock(limit, who)),
    transaction,
  );
  for (const [index, of] of tries.entries()) {
    const { count, endsAt } = locked[index] ?? { count: 0, endsAt: at };
    const judged = judgeTry(of.limit, { count: count + 1, endsAt }, at);
    if (!judged.ok) return { of, retryAfterSeconds: judged.retryAfterSeconds };
  }
  await writeTries(
    tries.map(({ limit, who }) => makeTry(limit, who)),
    transaction,
  );
  return null;
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
    const judged = judgeTry(of.limit, { count: count + 1, endsAt }, at);
    if (!judged.ok) return { of, retryAfterSeconds: judged.retryAfterSeconds };
  }
  return null;
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
    // In the order in which they are counted, or two could wait for each other.
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

/** Windows that are over count for nothing. */
export const endedWindows = rowsThatRunOut(windows, (at) => lte(windows.endsAt, at));

function windowKey({ name }: RateLimit, who: string): Buffer {
  const counted = who.split(" ").map(blockOfAddress).join(" ");
  return createHash("sha256").update(`${name}\n${counted}`).digest();
}
