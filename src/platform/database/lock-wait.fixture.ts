import { sql } from "drizzle-orm";
import { db, type Transaction } from "./database.server.ts";

/** Until another transaction waits for what one of ours has locked, or `isOver`. */
export async function untilOneWaits(isOver: () => boolean): Promise<void> {
  for (;;) {
    const { rows } = await db().execute<{ waits: boolean }>(sql`select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    ) as waits`);
    if (isOver() || rows[0]?.waits) return;
  }
}

/**
 * Two at once, in the worst order: `first` has done all of its work and not committed when `second`
 * comes to what both want. A `second` that does not wait there goes by what is no longer so.
 */
export async function crossing<First, Second>(
  first: (transaction: Transaction) => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  let other!: Promise<Second>;
  const done = await db().transaction(async (transaction) => {
    const result = await first(transaction);
    let isOver = false;
    other = second().finally(() => (isOver = true));
    // What it throws is the caller's to hear, once the first is through.
    other.catch(() => {});
    await untilOneWaits(() => isOver);
    return result;
  });
  return [done, await other];
}
