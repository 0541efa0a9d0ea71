import { inArray, lt } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import type { ExpiredData } from "#platform/database/expired-rows.server.ts";
import { storage } from "./storage.server.ts";
import { unclaimedFileTable } from "./unclaimed-file.table.ts";

/** No upload takes this long. A file that is not claimed by then was left behind. */
const LEFT_BEHIND_AFTER_MS = 24 * 60 * 60_000;
const MOST_AT_ONCE = 1_000;

/**
 * Records that no row refers to these files: before they are stored, or in the transaction that
 * deletes their row. They are deleted later unless a row claims them, whatever happens in between.
 */
export async function noteUnclaimed(queryable: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const notedAt = now();
  await queryable
    .insert(unclaimedFileTable)
    .values(keys.map((key) => ({ key, notedAt })))
    .onConflictDoNothing();
}

/**
 * Claims files, in the transaction that writes the row that refers to them.
 * @throws if a file was not recorded as unclaimed, or is being deleted
 */
export async function claimFiles(transaction: Transaction, keys: readonly string[]): Promise<void> {
  const claimed = await transaction
    .delete(unclaimedFileTable)
    .where(inArray(unclaimedFileTable.key, [...keys]))
    .returning({ key: unclaimedFileTable.key });
  if (claimed.length !== keys.length) throw new Error("A file was claimed that is not there.");
}

/** Deletes files that were left behind, `MOST_AT_ONCE` at a time. */
export const unclaimedFiles: ExpiredData = {
  count: async (at) => (await findLeftBehind(at)).length,
  end: (at) =>
    db().transaction(async (transaction) => {
      // The rows are locked until the files are deleted, so nobody can claim a file meanwhile.
      const gone = await transaction
        .delete(unclaimedFileTable)
        .where(inArray(unclaimedFileTable.key, findLeftBehind(at)))
        .returning({ key: unclaimedFileTable.key });
      for (const { key } of gone) await storage().delete(key);
      return gone.length;
    }),
};

function findLeftBehind(at: Date) {
  return db()
    .select({ key: unclaimedFileTable.key })
    .from(unclaimedFileTable)
    .where(lt(unclaimedFileTable.notedAt, new Date(at.getTime() - LEFT_BEHIND_AFTER_MS)))
    .limit(MOST_AT_ONCE);
}
