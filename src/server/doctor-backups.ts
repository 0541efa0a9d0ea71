import { access, constants } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { sql } from "drizzle-orm";
import { describeRunFault } from "#domain/backup/fault-words.ts";
import { type BackupRun, findNewest } from "#domain/backup/backup-runs.server.ts";
import { loadBackupKey, markBackupKey } from "#platform/backup/backup-key.server.ts";
import { readBackupSettings } from "#platform/backup/backup-settings.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { type Database, withConnection } from "#platform/database/database.server.ts";
import { findPrimary } from "#platform/database/find-primary.server.ts";
import { findOwnPostgres } from "#platform/database/own-postgres.server.ts";
import type { Env } from "#platform/env/env.server.ts";
import { parseS3Url } from "#platform/storage/s3-storage.server.ts";
import { loadKeys } from "#platform/vault/vault.server.ts";
import type { Finding } from "./finding.ts";

const DAY_MS = 24 * 60 * 60_000;
/** A failed backup is retried within hours; after two days somebody has to look. */
const OLD_MS = 2 * DAY_MS;

/**
 * The findings about the site's backups: how they are set up, and the age and state of the newest.
 */
export async function examineBackups(env: Env): Promise<Finding[]> {
  const settings = await examineBackupSettings(env);
  return [...settings, ...(await examineNewest(env))];
}

/** The findings that need no database. */
export async function examineBackupSettings(env: Env): Promise<Finding[]> {
  const { mode, folder } = readBackupSettings(env);
  if (mode !== "daily") {
    return [
      {
        kind: "unusual",
        text: `BACKUPS=${mode}: the site does not back itself up by itself, and what is lost between two backups stays lost.`,
        line: "BACKUPS=daily",
      },
    ];
  }
  const findings: Finding[] = [];
  const key = await loadBackupKey(env);
  if (!env.BACKUP_KEY_FILE) {
    findings.push({
      kind: "unusual",
      text: "BACKUP_KEY_FILE is not set: the daily backups are encrypted with a key made from KEY_FILE, so that whoever steals that file reads them too, and whoever loses it loses them.",
      line: "BACKUP_KEY_FILE=/etc/rouvia/backup.key",
    });
  } else if (!key.ok) {
    findings.push({
      kind: "missing",
      text: `No daily backup can be made: ${key.detail}`,
      line: "BACKUP_KEY_FILE=/etc/rouvia/backup.key",
    });
  }
  if (env.BACKUP_S3_URL) {
    const read = parseS3Url(env.BACKUP_S3_URL);
    if (!read.ok) {
      findings.push({
        kind: "missing",
        text: `No daily backup can be made: BACKUP_S3_URL is not right: ${read.detail}.`,
        line: "BACKUP_S3_URL=s3://KEY:SECRET@host/bucket?region=ca-central-1",
      });
    }
  }
  if (!(await mayWriteInto(folder))) {
    findings.push({
      kind: "missing",
      text: `No daily backup can be made: the site may not write into ${folder}.`,
      line: "BACKUP_DIR=/var/backups/rouvia",
    });
  }
  return findings;
}

/**
 * The site creates a missing folder itself; the account that runs this command may be another one.
 */
async function mayWriteInto(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    return true;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing && dirname(folder) !== folder && mayWriteInto(dirname(folder));
  }
}

/**
 * Returns no findings if the database does not respond, which another check reports, or if it has
 * no such table yet.
 */
async function examineNewest(env: Env): Promise<Finding[]> {
  if (readBackupSettings(env).mode !== "daily") return [];
  return (await atDatabase(env, (database) => examineRuns(env, database))) ?? [];
}

/** Returns null if the database does not respond, or if it has no such table yet. */
async function atDatabase<Found>(
  env: Env,
  check: (database: Database) => Promise<Found>,
): Promise<Found | null> {
  try {
    const url = env.DATABASE_URL
      ? await findPrimary(env.DATABASE_URL)
      : await findOwnPostgres(resolve(env.DATA_DIR));
    return url ? await withConnection(url, (client) => check(drizzle(client))) : null;
  } catch {
    return null;
  }
}

/**
 * One sentence: how old the newest backup is, and whether the present keys open it. Null if there
 * is no backup.
 */
export async function describeNewestBackup(env: Env): Promise<string | null> {
  const newest = await atDatabase(env, findNewest);
  if (!newest?.made) return null;
  const { made, proved } = newest;
  const age = `The newest backup is ${describeAge(made)} old (${describeTime(made)})`;
  const opens = (await findShut(env, made)).length === 0;
  const keys = opens ? "today's keys open it" : "today's keys do not open all of it";
  if (made.state === "proved") return `${age}, was proved by a restore, and ${keys}.`;
  const before = proved ? `the last proved one is of ${describeTime(proved)}` : "none was yet";
  return `${age} and was not proved (${before}); ${keys}.`;
}

function describeAge({ startedAt }: BackupRun): string {
  const minutes = Math.floor((now().getTime() - startedAt.getTime()) / 60_000);
  if (minutes < 120) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return minutes < 48 * 60
    ? `${Math.floor(minutes / 60)} hours`
    : `${Math.floor(minutes / 1440)} days`;
}

function describeTime({ startedAt }: BackupRun): string {
  return `${startedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

async function examineRuns(env: Env, database: Database): Promise<Finding[]> {
  const { made, proved } = await findNewest(database);
  const line = "npm run backup -- FILE";
  if (!made) {
    const { rows } = await database.execute<{ days: number }>(
      sql`select coalesce(extract(epoch from now() - min(created_at)) / 86400, 0)::float as days from "user"`,
    );
    const days = Math.floor(rows[0]?.days ?? 0);
    // The first backup is made within an hour of the first start.
    if (days < 2) return [];
    return [{ kind: "missing", text: `The site is ${days} days old and has no backup.`, line }];
  }
  const findings: Finding[] = [];
  // One clock reading for both ages, so that they agree if both are of the same backup.
  const at = now().getTime();
  const ageMs = at - made.startedAt.getTime();
  if (ageMs > OLD_MS) {
    findings.push({
      kind: "missing",
      text: `The newest backup is ${Math.floor(ageMs / DAY_MS)} days old; /staff/system says what became of those that were due since.`,
      line,
    });
  }
  const provedMs = proved ? at - proved.startedAt.getTime() : Infinity;
  if (provedMs > OLD_MS && provedMs > ageMs) {
    const since = proved ? `${Math.floor(provedMs / DAY_MS)} days ago` : "never";
    findings.push({
      kind: "missing",
      text: `A backup was proved by a restore ${since}. ${made.state === "unproved" ? describeRunFault(made, "en") : ""}`.trim(),
      line: "/staff/system",
    });
  }
  return [...findings, ...(await findShut(env, made))];
}

/** What of a backup the present keys cannot open. */
async function findShut(env: Env, made: BackupRun): Promise<Finding[]> {
  const findings: Finding[] = [];
  const keys = await loadKeys(env, { mayCreate: false });
  const lacking = keys.ok ? (made.keyIds ?? []).filter((id) => !keys.keys.byId.has(id)) : [];
  if (lacking.length > 0) {
    findings.push({
      kind: "missing",
      text: `Sealed answers in the newest backup need a key that KEY_FILE does not hold (${lacking.join(", ")}): put an older copy of the file back, or make a new backup.`,
      line: "KEY_FILE=/etc/rouvia/keys.json",
    });
  }
  const key = await loadBackupKey(env);
  if (key.ok && made.keyMark !== null && made.keyMark !== markBackupKey(key.key)) {
    findings.push({
      kind: "missing",
      text: "The key for backups is another than the newest backup was made with: without that one it does not open. Keep it, and make a new backup.",
      line: "BACKUP_KEY_FILE=/etc/rouvia/backup.key",
    });
  }
  return findings;
}
