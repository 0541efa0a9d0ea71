import { sql } from "drizzle-orm";
import { db, type Transaction } from "./database.server.ts";

/** Resolves once another transaction waits for what one of ours has locked, or `isOver`. */
export async function untilOneWaits(isOver: () => boolean): Promise<void> {
  for (;;) {
    const { rows } = await db().execute<{ waits: boolean }>(sql`select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    ) as waits`);
    if (isOver() || rows[0]?.waits) return;
  }
}

/**
 * Runs two changes at once, in the worst order: `first` has done all of its work but not committed
 * when `second` reaches what both need. A `second` that does not wait there acts on a state that is
 * no longer true.
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
    // The caller gets what it throws, once the first is done.
    other.catch(() => {});
    await untilOneWaits(() => isOver);
    return result;
  });
  return [done, await other];
}
