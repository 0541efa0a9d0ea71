import { asc, eq } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { lastDue } from "#platform/backup/backup-retention.ts";
import { readBackupSettings } from "#platform/backup/backup-settings.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, notifyAfterCommit } from "#platform/database/database.server.ts";
import { listenTo } from "#platform/database/database-watch.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import type { Role } from "#values/role.ts";
import { backupRunTable } from "./backup-run.table.ts";
import { findNewest } from "./backup-runs.server.ts";
import { type BackupJob, inBackupTurn, runBackup } from "./run-backup.server.ts";

const ASKED = "backup_asked";

/**
 * Calls `makeOwed` at once, and again whenever somebody asks for a backup. The schedule also calls
 * it every hour, so that a backup is made up for if the site was off, or if its backup failed or
 * was killed.
 */
export function onBackupAsked(makeOwed: () => Promise<void>): () => void {
  // The listener is also called once when it starts.
  return listenTo(ASKED, () => void makeOwed().catch(logFailure));
}

function logFailure(error: unknown): void {
  log.error("backups cannot be looked after", { error: loggableError(error) });
}

/**
 * Makes the backup that somebody asked for, or the day's. Does nothing if another process is making
 * one, or if none is owed.
 */
export async function runOwed(job: BackupJob): Promise<void> {
  if (!(await isOwed(job))) return;
  await inBackupTurn(job.url, async () => {
    const [requested] = await listAsked();
    if (requested) await runBackup(job, requested);
    // Another process may have made it between the check and the lock.
    else if (await isOwed(job)) await runBackup(job);
  });
}

async function isOwed({ env }: BackupJob): Promise<boolean> {
  const { mode } = readBackupSettings(env);
  if (mode === "off") return false;
  if ((await listAsked()).length > 0) return true;
  if (mode !== "daily") return false;
  const { made } = await findNewest(db());
  return !made || made.startedAt < lastDue(now());
}

function listAsked() {
  return db()
    .select({ id: backupRunTable.id })
    .from(backupRunTable)
    .where(eq(backupRunTable.state, "asked"))
    .orderBy(asc(backupRunTable.startedAt));
}

/**
 * Asks for a backup now, with an audit record. If one was already asked for and has not begun, that
 * one is used.
 */
export async function askForBackup(user: { id: string; role: Role } | null): Promise<void> {
  await db().transaction(async (transaction) => {
    const requested = await transaction
      .select({ id: backupRunTable.id })
      .from(backupRunTable)
      .where(eq(backupRunTable.state, "asked"))
      .for("update");
    if (requested.length > 0) return;
    await transaction
      .insert(backupRunTable)
      .values({ state: "asked", askedByUserId: user?.id ?? null, startedAt: now() });
    await notifyAfterCommit(transaction, ASKED);
    await recordAudit(transaction, { ...(user && { by: toActor(user) }), action: "backup_asked" });
  });
}
