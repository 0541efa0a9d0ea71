import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { isGone } from "#packages/embedded-postgres/process-facts";
import { CopyOut } from "#platform/database/copy.server.ts";
import type { FolderStorage } from "#platform/storage/storage.server.ts";
import {
  type AppliedMigration,
  type BackupHeader,
  type Frame,
  writeFrame,
  writeUpload,
} from "./backup-frames.server.ts";
import {
  findRecordKeysFile,
  isKeyTable,
  listSequences,
  listTables,
  quoteColumns,
  quoteName,
  withClient,
} from "./catalogue.server.ts";
import {
  type BackupKey,
  openStream,
  sealStream,
  UnreadableBackup,
} from "./sealed-stream.server.ts";

/** What a backup must contain, as counted while it was made. */
export type BackupCounts = {
  /** Rows by table; for the record keys, the rows in their own file beside the backup. */
  tables: ReadonlyMap<string, number>;
  rows: number;
  uploads: number;
};

type BackupResult =
  | { ok: true; counts: BackupCounts; bytes: number }
  | { ok: false; code: "no_site" | "file_exists" | "others_keys" };

/** Rows of a table go into frames of about this size. */
const FRAME_BYTES = 64 * 1024;

/**
 * Writes every table, from one snapshot, and then the uploads into `file`, which must not exist.
 * The record keys of the same snapshot go into their own file beside it, which is replaced. The
 * site may run meanwhile. Rows are streamed, so they are never all in memory.
 */
export async function writeBackup(options: {
  url: string;
  file: string;
  key: BackupKey;
  /** Null if the uploads are in a bucket, which needs its own kind of backup. */
  uploads: FolderStorage | null;
  /**
   * Keys of the other kind with which this site made backups before: a key file that one of them
   * opens is the site's own and may be replaced.
   */
  formerKeys?: readonly BackupKey[];
  /** Is called with the connection that holds the snapshot. */
  inspect?: (client: pg.Client) => Promise<void>;
}): Promise<BackupResult> {
  const { url, file, key, uploads, formerKeys = [], inspect } = options;
  const keysFile = findRecordKeysFile(file);
  if (await exists(file)) return { ok: false, code: "file_exists" };
  if ((await exists(keysFile)) && !(await isOpenedBy([key, ...formerKeys], keysFile)))
    return { ok: false, code: "others_keys" };
  return withClient(url, async (client) => {
    await client.query("begin transaction isolation level repeatable read, read only");
    const header = await readHeader(client);
    if (!header) return { ok: false, code: "no_site" };
    await inspect?.(client);
    const counted: Counted = { tables: new Map(), rows: 0, uploads: 0 };
    const isNew = await writePart(file, async (part) => {
      await writeSealed(part, writeFrames(client, header, { uploads, counted }), key);
      // Before the backup gets its final name: newer keys open an older backup, but older keys may
      // not open a newer one.
      await replaceRecordKeys(client, header, { file: keysFile, key, counted });
      return publishFile(part, file);
    });
    if (!isNew) return { ok: false, code: "file_exists" };
    await client.query("commit");
    const { size } = await stat(file);
    return { ok: true, counts: counted, bytes: size };
  });
}

/** False for the record keys of another site, which would be lost if they were replaced. */
async function isOpenedBy(keys: readonly BackupKey[], file: string): Promise<boolean> {
  const findKey = async (kind: BackupKey["kind"]) =>
    keys.find((key) => key.kind === kind)?.secret ?? randomBytes(32);
  try {
    for await (const _ of openStream(createReadStream(file), findKey)) break;
    return true;
  } catch (error) {
    if (error instanceof UnreadableBackup) return false;
    throw error;
  }
}

/**
 * Writes only the rows of the record keys. Keys in the older file that were deleted since are gone
 * with it.
 */
async function replaceRecordKeys(
  client: pg.Client,
  header: BackupHeader,
  { file, key, counted }: { file: string; key: BackupKey; counted: Counted },
): Promise<void> {
  const tables = header.tables.filter(isKeyTable);
  const frames = writeFrames(
    client,
    { ...header, tables, sequences: [] },
    { uploads: null, counted, hasKeys: true },
  );
  await writePart(file, async (part) => {
    await writeSealed(part, frames, key);
    await rename(part, file);
  });
}

type Counted = BackupCounts & { tables: Map<string, number> };

async function writeSealed(part: string, frames: AsyncGenerator<Buffer>, key: BackupKey) {
  const handle = await open(part, "w", 0o600);
  await pipeline(
    Readable.from(frames),
    createGzip(),
    (compressed: AsyncIterable<Buffer>) => sealStream(compressed, key),
    handle.createWriteStream({ flush: true }),
  );
}

/** Lets `work` write a file under a temporary name, and rename it when it is complete. */
async function writePart<Result>(
  file: string,
  work: (part: string) => Promise<Result>,
): Promise<Result> {
  await removeAbandonedParts(file);
  const part = `${file}.${process.pid}.part`;
  try {
    return await work(part);
  } finally {
    await rm(part, { force: true });
  }
}

/** Removes files of a backup that was killed: `FILE.PID.part`, if that process has ended. */
async function removeAbandonedParts(file: string): Promise<void> {
  const start = `${basename(file)}.`;
  for (const name of await readdir(dirname(file))) {
    const pid = name.startsWith(start) && /^(\d+)\.part$/.exec(name.slice(start.length))?.[1];
    if (pid && isGone(Number(pid))) await rm(join(dirname(file), name), { force: true });
  }
}

async function publishFile(part: string, file: string): Promise<boolean> {
  try {
    // Unlike renaming, linking never overwrites: of two backups only one gets the name.
    await link(part, file);
    return true;
  } catch (error) {
    // Some file systems (exFAT, network shares) have no hard links.
    if (await exists(file)) return false;
    if (!isMissingLinks(error)) throw error;
    await rename(part, file);
    return true;
  }
}

function isMissingLinks(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EPERM" || code === "ENOTSUP" || code === "EOPNOTSUPP" || code === "ENOSYS";
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

async function readHeader(client: pg.Client): Promise<BackupHeader | null> {
  const { rows: found } = await client.query(
    "select 1 where to_regclass('drizzle.__drizzle_migrations') is not null",
  );
  if (found.length === 0) return null;
  const tables = await listTables(client);
  // A migration that begins now has to wait. Otherwise it could rewrite a table during the
  // snapshot.
  await client.query(`lock table ${tables.map(quoteName).join(", ")} in access share mode`);
  const migrations = await readAppliedMigrations(client);
  if (migrations.length === 0) return null;
  // A sequence is not part of a snapshot. Since it is read after the snapshot began, its value is
  // not below any row that is copied.
  const sequences = await listSequences(client);
  return { madeAt: new Date().toISOString(), migrations, tables, sequences };
}

async function readAppliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ hash: string; createdAt: string }>(
    'select hash, created_at as "createdAt" from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ hash, createdAt }) => ({ hash, createdAt: Number(createdAt) }));
}

async function* writeFrames(
  client: pg.Client,
  header: BackupHeader,
  input: { uploads: FolderStorage | null; counted: Counted; hasKeys?: boolean },
): AsyncGenerator<Buffer> {
  const { uploads, counted, hasKeys = false } = input;
  yield jsonFrame("header", header);
  for (const table of header.tables) {
    if (isKeyTable(table) && !hasKeys) {
      yield jsonFrame("table end", 0);
      continue;
    }
    const rows = client.query(
      new CopyOut(`copy ${quoteName(table)} (${quoteColumns(table)}) to stdout`),
    );
    let waiting: Buffer[] = [];
    let length = 0;
    for await (const row of rows) {
      waiting.push(row);
      length += row.length;
      if (length < FRAME_BYTES) continue;
      yield writeFrame({ kind: "rows", bytes: Buffer.concat(waiting) });
      waiting = [];
      length = 0;
    }
    if (length > 0) yield writeFrame({ kind: "rows", bytes: Buffer.concat(waiting) });
    yield jsonFrame("table end", rows.rowCount);
    counted.tables.set(quoteName(table), rows.rowCount);
    counted.rows += rows.rowCount;
  }
  // After the rows that refer to them. A file deleted since then is left out: its row was being
  // deleted too.
  for await (const key of uploads?.list() ?? []) {
    const upload = await uploads?.get(key);
    if (!upload) continue;
    yield writeUpload({ key, ...upload });
    counted.uploads += 1;
  }
  yield jsonFrame("end", { rows: counted.rows, uploads: counted.uploads });
}

function jsonFrame(kind: Frame["kind"], content: unknown): Buffer {
  return writeFrame({ kind, bytes: Buffer.from(JSON.stringify(content)) });
}
