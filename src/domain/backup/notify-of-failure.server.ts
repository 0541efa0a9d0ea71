import { and, desc, eq, gt, ne } from "drizzle-orm";
import { notifyAdministrators } from "#domain/identity/administrators.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { describeRunFault } from "./fault-words.ts";
import { backupRunTable } from "./backup-run.table.ts";
import type { BackupRun } from "./backup-runs.server.ts";

/**
 * Notifies administrators of an attempt that failed or was not proved, in the transaction that
 * records it. Once per fault until a backup is proved again, because the site tries every hour.
 */
export async function notifyOfFailure(transaction: Transaction, run: BackupRun): Promise<void> {
  const { id, state, fault } = run;
  if (state !== "failed" && state !== "unproved") return;
  const [proved] = await transaction
    .select({ startedAt: backupRunTable.startedAt })
    .from(backupRunTable)
    .where(eq(backupRunTable.state, "proved"))
    .orderBy(desc(backupRunTable.startedAt))
    .limit(1);
  const alike = await transaction.$count(
    backupRunTable,
    and(
      ne(backupRunTable.id, id),
      eq(backupRunTable.state, state),
      eq(backupRunTable.fault, fault ?? "unknown"),
      proved && gt(backupRunTable.startedAt, proved.startedAt),
    ),
  );
  if (alike > 0) return;
  await notifyAdministrators(
    `backup_failed:${id}`,
    (addressee) => ({
      ...addressee,
      event: "backup_failed",
      params: { isMade: state === "unproved", cause: describeRunFault(run, addressee.locale) },
    }),
    transaction,
  );
}
