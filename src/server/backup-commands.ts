// `npm run backup` and `npm run restore`.
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { findRecordKeysFile } from "#platform/backup/catalogue.server.ts";
import {
  type BackupKeyResult,
  findBackupKey,
  loadBackupKey,
} from "#platform/backup/backup-key.server.ts";
import { writeBackup } from "#platform/backup/backup.server.ts";
import { restoreBackup } from "#platform/backup/restore.server.ts";
import { type BackupKey, UnreadableBackup } from "#platform/backup/sealed-stream.server.ts";
import { findUnopenable, type Unopenable } from "#platform/backup/unopenable.server.ts";
import { hasOwnPostgres } from "#platform/database/own-postgres.server.ts";
import type { Env } from "#platform/env/env.server.ts";
import { startStorage, storage, uploadsFolder } from "#platform/storage/storage.server.ts";
import { loadKeys } from "#platform/vault/vault.server.ts";
import { ENDED_BY_RESTORE } from "./ended-by-restore.ts";
import { readEnvironment, withServer } from "./operator-tools.ts";
import { Refusal } from "./refusal.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

const NOTHING_THERE = "There is nothing to back up: the database holds no site yet.";

/**
 * Writes the database, as it is at one moment, and the uploads into a file that only the key can
 * decrypt.
 */
export async function backUp([path, ...more]: readonly string[]) {
  if (path === undefined || more.length > 0) {
    console.error("Usage: npm run backup -- FILE");
    return 2;
  }
  const env = readEnvironment();
  const file = resolve(path);
  const key = await requireKey(loadBackupKey(env));
  // A mistyped DATA_DIR must not create a new database.
  if (!env.DATABASE_URL && !hasOwnPostgres(resolve(env.DATA_DIR))) throw new Refusal(NOTHING_THERE);
  const uploads = env.S3_URL ? null : uploadsFolder(env);
  const written = await withServer(env, (url) => writeBackup({ url, file, key, uploads }));
  if (!written.ok) {
    const refused = {
      file_exists: `${file} exists; a backup replaces no file.`,
      no_site: NOTHING_THERE,
      others_keys: `${findRecordKeysFile(file)} does not open with this backup's key, so it is of another site or from before the key was changed: write into a folder of this site's own, or move that file away. Nothing was written.`,
    };
    throw new Refusal(refused[written.code]);
  }
  console.log(
    `${written.counts.rows} rows of ${written.counts.tables.size} tables are in ${file} (${written.bytes} bytes), and uploaded photos: ${written.counts.uploads}. The key file is not in it and needs a copy of its own.`,
  );
  console.log(
    `The keys of sealed records are in ${findRecordKeysFile(file)}, which each backup overwrites: keep the newest one only, or what was forgotten could be opened again.`,
  );
  if (env.S3_URL) {
    console.log("Uploaded photos are in the bucket of S3_URL, which needs backups of its own.");
  }
  if (key.kind === "site") {
    console.log(
      "BACKUP_KEY_FILE names no key, so the file is encrypted with one made from the site's key file: whoever loses that file loses this backup too, and whoever steals it can read both. For a key apart from the site: openssl rand -base64 32 > FILE, and BACKUP_KEY_FILE=FILE.",
    );
  }
  return 0;
}

/** Restores a backup into an empty database, and its uploads to where the site stores them. */
export async function restore([path, ...more]: readonly string[]) {
  if (path === undefined || more.length > 0) {
    console.error("Usage: npm run restore -- FILE");
    return 2;
  }
  const env = readEnvironment();
  const file = resolve(path);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new Refusal(`There is no file ${file}.`);
  if (file === findRecordKeysFile(file)) {
    throw new Refusal(`${file} holds only the keys of records: name the backup beside it.`);
  }
  const stored = startStorage(env);
  if (!stored.ok) throw new Refusal(stored.detail);
  await warnOfUnopenable(env, file);
  const restored = await withServer(env, (url) =>
    restoreBackup({
      url,
      file,
      storage: storage(),
      migrationsFolder: resolve("drizzle"),
      findKey: async (kind) => (await requireKey(findBackupKey(env, kind))).secret,
      endings: ENDED_BY_RESTORE,
    }),
  );
  if (!restored.ok) {
    if (restored.code === "unreadable")
      throw new Refusal(`${restored.detail} Nothing was changed.`);
    throw new Refusal(
      restored.code === "not_empty"
        ? "The database is not empty: a backup is restored only into one without tables, such as a new DATA_DIR or a new database in DATABASE_URL. Nothing was changed."
        : "The backup is of another or a newer version of the site, whose tables this one does not know: restore it with that version. Nothing was changed.",
    );
  }
  console.log(
    `${restored.rows} rows of ${restored.tables} tables are back as they were at ${restored.madeAt}, each table counted, and uploaded photos: ${restored.uploads}. Before the site starts, put its key file back too.`,
  );
  console.log(
    `Sessions, links, codes and changes that waited for a confirmation are not among them: they have ended, and everybody signs in anew.`,
  );
  if (restored.recordKeys === null) {
    console.log(
      `${findRecordKeysFile(file)} was not there: sealed answers do not open until the newest one is put beside the backup and both are restored anew.`,
    );
  }
  return 0;
}

/**
 * Warns of what the present keys cannot open, before anything is restored: the operator may still
 * find another key file.
 */
async function warnOfUnopenable(env: Env, file: string): Promise<void> {
  const keys = await loadKeys(env, { mayCreate: false });
  const keyIds = new Set(keys.ok ? keys.keys.byId.keys() : []);
  try {
    const findKey = async (kind: BackupKey["kind"]) =>
      (await requireKey(findBackupKey(env, kind))).secret;
    for (const shut of await findUnopenable({ file, findKey, columns: SEALED_COLUMNS, keyIds }))
      console.warn(describeUnopenable(shut, keys.ok ? null : keys.detail));
  } catch (error) {
    // The restore reports this error itself, and changes nothing in that case either.
    if (!(error instanceof UnreadableBackup)) throw error;
  }
}

function describeUnopenable(shut: Unopenable, noKeys: string | null): string {
  const { table, column, count, keyIds } = shut;
  const what = `${table}.${column}: ${count} sealed values of this backup will not open`;
  if (keyIds.length === 0) {
    return `${what}: record-keys.backup beside it holds no key of theirs that opens, as where they were forgotten since.`;
  }
  const key = keyIds.length === 1 ? "key" : "keys";
  return `${what}: they need ${key} ${keyIds.join(", ")}, which KEY_FILE does not hold. ${noKeys ?? "Whoever has an older copy of the key file puts it back first."}`;
}

/** @throws {Refusal} */
async function requireKey(found: Promise<BackupKeyResult>): Promise<BackupKey> {
  const result = await found;
  if (!result.ok) throw new Refusal(result.detail);
  return result.key;
}
