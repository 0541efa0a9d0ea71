import { rm } from "node:fs/promises";
import { join } from "node:path";
import { eq, lt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { findAuditHead, verifyAudit } from "#domain/audit/verify-audit.server.ts";
import type { AuditHead } from "#domain/audit/audit.ts";
import { type BackupCounts, writeBackup } from "#platform/backup/backup.server.ts";
import { findBackupKey, loadBackupKey, markBackupKey } from "#platform/backup/backup-key.server.ts";
import {
  type BackupSettings,
  describeLocation,
  readBackupSettings,
} from "#platform/backup/backup-settings.server.ts";
import {
  type BackupStore,
  openBackupStore,
  prepareFolder,
  StoreRefused,
} from "#platform/backup/backup-store.server.ts";
import { withClient } from "#platform/backup/catalogue.server.ts";
import { chooseDeleted, nameBackup, nameUnproved } from "#platform/backup/backup-retention.ts";
import { findProofDatabase, proveBackup } from "#platform/backup/prove-backup.server.ts";
import type { BackupKey } from "#platform/backup/sealed-stream.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { type Database, db } from "#platform/database/database.server.ts";
import type { Env } from "#platform/env/env.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { uploadsFolder } from "#platform/storage/storage.server.ts";
import { countSealed, type SealedColumn } from "#platform/vault/rotate-keys.server.ts";
import { vault } from "#platform/vault/vault.server.ts";
import { notifyOfFailure } from "./notify-of-failure.server.ts";
import type { RunFault, RunState } from "./backup-run.ts";
import { backupRunTable } from "./backup-run.table.ts";
import type { BackupRun } from "./backup-runs.server.ts";

export type BackupJob = {
  env: Env;
  /** The URL of the site's database, for a role that may read all of it. */
  url: string;
  migrationsFolder: string;
  sealedColumns: readonly SealedColumn[];
};

/** Longer than any backup is stored. */
const RUNS_LIFE_MS = 400 * 24 * 60 * 60_000;

/** A fault that ends an attempt. */
class RunFailed extends Error {
  override name = "RunFailed";
  readonly fault: RunFault;
  readonly detail: string | null;
  constructor(fault: RunFault, detail: string | null = null) {
    super(fault);
    this.fault = fault;
    this.detail = detail;
  }
}

/**
 * Runs `work` if no other process of the site is backing up; PostgreSQL releases the lock when this
 * process ends, however it ends. Returns "busy" if another process is backing up.
 */
export function inBackupTurn<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<Result | "busy"> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(hashtext('rouvia backup')) as "isOurs"`,
    );
    if (!rows[0]?.isOurs) return "busy";
    await markInterrupted();
    return work();
  });
}

/** Called with the lock held, so the processes that left these runs unfinished have ended. */
async function markInterrupted(): Promise<void> {
  await db().transaction(async (transaction) => {
    const interrupted = await transaction
      .update(backupRunTable)
      .set({ state: "failed", fault: "interrupted", endedAt: now() })
      .where(eq(backupRunTable.state, "running"))
      .returning();
    for (const run of interrupted) await notifyOfFailure(transaction, run);
  });
}

/**
 * Makes a backup, proves it, stores it with the others and deletes those that are too old. The
 * result is in `backup_run`. Call it within `inBackupTurn`.
 */
export async function runBackup(
  job: BackupJob,
  requested: { id?: string } = {},
): Promise<BackupRun> {
  const settings = readBackupSettings(job.env);
  const begun = {
    state: "running",
    startedAt: now(),
    location: describeLocation(settings),
  } as const;
  const [row] = requested.id
    ? await db()
        .update(backupRunTable)
        .set(begun)
        .where(eq(backupRunTable.id, requested.id))
        .returning({ id: backupRunTable.id })
    : await db().insert(backupRunTable).values(begun).returning({ id: backupRunTable.id });
  if (!row) throw new Error("A backup that was asked for is gone.");
  let outcome: Partial<BackupRun> & { state: RunState };
  try {
    outcome = await makeAndProve(job, settings);
  } catch (error) {
    const { fault, detail } = toFault(error);
    if (fault === "unknown") log.error("a backup failed", { error: loggableError(error) });
    outcome = { state: "failed", fault, faultDetail: detail };
  }
  await db()
    .delete(backupRunTable)
    .where(lt(backupRunTable.startedAt, new Date(now().getTime() - RUNS_LIFE_MS)));
  const run = await db().transaction(async (transaction) => {
    const [ended] = await transaction
      .update(backupRunTable)
      .set({ ...outcome, endedAt: now() })
      .where(eq(backupRunTable.id, row.id))
      .returning();
    if (!ended) throw new Error("A backup's row is gone.");
    await notifyOfFailure(transaction, ended);
    return ended;
  });
  const code = run.fault ?? undefined;
  if (run.state === "proved") log.info("a backup was made and proved", { count: run.rows ?? 0 });
  else log.error("a backup is not proved", { outcome: run.state, ...(code && { code }) });
  return run;
}

async function makeAndProve(
  job: BackupJob,
  settings: BackupSettings,
): Promise<Partial<BackupRun> & { state: RunState }> {
  const { env } = job;
  if (env.BACKUP_S3_URL && !settings.bucket) throw new RunFailed("bucket_address");
  const loaded = await loadBackupKey(env);
  if (!loaded.ok) throw new RunFailed("key", describeKeyFile(env));
  const { key } = loaded;
  const { folder } = settings;
  await prepareFolder(folder).catch((error: unknown) => {
    throw isDiskFull(error) ? error : new RunFailed("folder", folder);
  });
  const name = nameBackup(now());
  // Until it is checked, the file has a temporary name: a process that is killed leaves no file
  // that looks like a backup.
  const file = join(folder, nameUnproved(name));
  const written = await write(job, file, key);
  try {
    const store = openBackupStore(settings);
    const proof = await prove(job, file, key, written);
    if (proof.fault === "differs" || proof.fault === "unreadable")
      throw new RunFailed(proof.fault, proof.faultDetail);
    await store.take(file, name);
    await deleteOld(store);
    const { counts, bytes } = written;
    return {
      ...proof,
      state: proof.fault === null ? "proved" : "unproved",
      name,
      sizeBytes: bytes,
      tables: counts.tables.size,
      rows: counts.rows,
      uploads: counts.uploads,
      keyMark: markBackupKey(key),
    };
  } catch (error) {
    // A failed file must not look like a backup.
    await rm(file, { force: true });
    throw error;
  }
}

/** The key file to name; `doctor` says what is wrong with it. */
function describeKeyFile({ BACKUP_KEY_FILE, KEY_FILE }: Env): string {
  return BACKUP_KEY_FILE ?? KEY_FILE ?? "KEY_FILE";
}

type Written = { counts: BackupCounts; bytes: number; auditHead: AuditHead | null };

async function write({ env, url }: BackupJob, file: string, key: BackupKey): Promise<Written> {
  const siteKey = key.kind === "own" ? await findBackupKey(env, "site") : null;
  let auditHead: AuditHead | null = null;
  const written = await writeBackup({
    url,
    file,
    key,
    // A site that got its own backup key later has earlier backups with the other key.
    formerKeys: siteKey?.ok ? [siteKey.key] : [],
    uploads: env.S3_URL ? null : uploadsFolder(env),
    inspect: async (client) => {
      auditHead = await findAuditHead(drizzle(client));
    },
  });
  if (written.ok) return { ...written, auditHead };
  throw written.code === "others_keys"
    ? new RunFailed("others_keys", file.replace(/[^/\\]+$/, "record-keys.backup"))
    : new RunFailed("unknown", written.code);
}

type Proved = Pick<BackupRun, "fault" | "faultDetail" | "auditRecords" | "openedValues" | "keyIds">;

/** Restores it into a database that stays empty, and compares the rows with the backup's counts. */
async function prove(
  { env, url, migrationsFolder, sealedColumns }: BackupJob,
  file: string,
  key: BackupKey,
  { counts, auditHead }: Written,
): Promise<Proved> {
  const nothing = {
    fault: null,
    faultDetail: null,
    auditRecords: null,
    openedValues: null,
    keyIds: null,
  };
  const proof = await proveBackup({
    url: findProofDatabase(url),
    file,
    migrationsFolder,
    findKey: async (kind) => {
      if (kind === key.kind) return key.secret;
      const found = await findBackupKey(env, kind);
      if (!found.ok) throw new RunFailed("key", describeKeyFile(env));
      return found.key.secret;
    },
    expected: counts,
    verify: (restored) => verifyRestored(restored, auditHead, sealedColumns),
  });
  return proof.ok
    ? { ...nothing, ...proof.seen }
    : { ...nothing, fault: proof.code, faultDetail: proof.detail };
}

async function verifyRestored(
  restored: Database,
  head: AuditHead | null,
  sealedColumns: readonly SealedColumn[],
): Promise<Proved> {
  const audit = await verifyAudit(restored, head ?? undefined);
  const sealed = await countSealed(restored, sealedColumns, vault());
  const shut = sealed.find(({ faults }) => faults.size > 0);
  const byKey = sealed.flatMap((each) => [...each.byKey]);
  const isWhole = audit.faults.length === 0 && audit.head?.mac === head?.mac;
  return {
    fault: isWhole ? (shut ? "sealed_shut" : null) : "audit_broken",
    faultDetail: isWhole && shut ? `${shut.table}.${shut.column}` : null,
    auditRecords: audit.count,
    openedValues: byKey.reduce((sum, [, count]) => sum + count, 0),
    keyIds: [...new Set(byKey.map(([id]) => id))],
  };
}

async function deleteOld(store: BackupStore): Promise<void> {
  for (const name of chooseDeleted(await store.list())) await store.delete(name);
}

function toFault(error: unknown): { fault: RunFault; detail: string | null } {
  if (error instanceof RunFailed) return error;
  if (error instanceof StoreRefused) return { fault: "store_refused", detail: error.message };
  if (isDiskFull(error)) return { fault: "disk_full", detail: null };
  const code = errorCode(error);
  if (code === "EACCES" || code === "EROFS") return { fault: "folder", detail: null };
  return { fault: "unknown", detail: code ?? null };
}

/**
 * On this machine, or on the database server on which the restore was tried (PostgreSQL: 53100).
 */
function isDiskFull(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOSPC" || code === "EDQUOT" || code === "53100";
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
