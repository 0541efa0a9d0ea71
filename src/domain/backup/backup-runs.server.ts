import { desc, inArray, sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { MADE, type RunState } from "./backup-run.ts";
import { backupRunTable } from "./backup-run.table.ts";

export type BackupRun = typeof backupRunTable.$inferSelect;

/**
 * Whether a process of the site is making a backup. The table alone cannot tell: a row in the state
 * `running` may belong to a process that ended.
 */
export async function isUnderWay(database: Database): Promise<boolean> {
  const { rows } = await database.execute(sql`
    select 1 from pg_locks
    where locktype = 'advisory' and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = hashtext('rouvia backup')`);
  return rows.length > 0;
}

/** The newest attempts, the last one first. */
export function listRuns(database: Database, most: number): Promise<BackupRun[]> {
  return database.select().from(backupRunTable).orderBy(desc(backupRunTable.startedAt)).limit(most);
}

/** The newest backup that was made, and the newest one that was proved. */
export async function findNewest(
  database: Database,
): Promise<{ made: BackupRun | null; proved: BackupRun | null }> {
  const newest = async (states: readonly RunState[]) => {
    const [run] = await database
      .select()
      .from(backupRunTable)
      .where(inArray(backupRunTable.state, [...states]))
      .orderBy(desc(backupRunTable.startedAt))
      .limit(1);
    return run ?? null;
  };
  return { made: await newest(MADE), proved: await newest(["proved"]) };
}
