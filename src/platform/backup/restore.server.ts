import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { z } from "zod";
import { CopyIn } from "#platform/database/copy.server.ts";
import type { FileStorage } from "#platform/storage/storage.server.ts";
import {
  type AppliedMigration,
  backupHeader,
  type BackupHeader,
  type Frame,
  readFrames,
  readUpload,
} from "./backup-frames.server.ts";
import {
  findRecordKeysFile,
  isEmpty,
  listTables,
  quoteColumns,
  quoteName,
  type Table,
  withClient,
} from "./catalogue.server.ts";
import { type BackupKey, openStream, UnreadableBackup } from "./sealed-stream.server.ts";

type RestoreResult =
  | {
      ok: true;
      madeAt: string;
      tables: number;
      rows: number;
      uploads: number;
      /** How many record keys were restored; null if their file was missing. */
      recordKeys: number | null;
      /** How many rows the `endings` changed. */
      ended: number;
    }
  | { ok: false; code: "not_empty" | "other_version" }
  | { ok: false; code: "unreadable"; detail: string };

/**
 * Ends unfinished work in a table that a restored site must not continue. It is skipped if the
 * backup lacks a column.
 */
export type Ending = { table: string; columns?: readonly string[]; statement: string };

type Target = { client: pg.Client; migrationsFolder: string; storage: FileStorage };

type Source = {
  file: string;
  migrationsFolder: string;
  storage: FileStorage;
  findKey: (kind: BackupKey["kind"]) => Promise<Buffer>;
};

/**
 * Restores a backup into an empty database: the tables in the backup's version of the schema, then
 * their rows, in one transaction, and the uploads into `storage`. If it is refused or fails, both
 * stay as they were.
 */
export async function restoreBackup(
  options: Source & { url: string; endings: readonly Ending[] },
): Promise<RestoreResult> {
  return withClient(options.url, async (client) => {
    await client.query("begin");
    return undoUploadsUnlessDone(options.storage, async (storage) => {
      const restored = await loadBackup(client, { ...options, storage });
      // Closing the connection rolls back what was not committed.
      if (!restored.ok) return restored;
      restored.ended = await endUnfinished(client, options.endings);
      await client.query("commit");
      await client.query("analyze");
      return restored;
    });
  });
}

/** Loads a backup, and the record keys beside it, in the caller's transaction. */
export async function loadBackup(
  client: pg.Client,
  { file, migrationsFolder, storage, findKey }: Source,
): Promise<RestoreResult> {
  // A site that starts meanwhile waits for this lock (migrateDatabase) instead of creating the
  // tables first.
  await client.query("select pg_advisory_xact_lock(hashtext('rouvia migrations'))");
  if (!(await isEmpty(client))) return { ok: false, code: "not_empty" };
  let restored: RestoreResult | undefined;
  try {
    await pipeline(
      createReadStream(file),
      (sealed: AsyncIterable<Buffer>) => openStream(sealed, findKey),
      createGunzip(),
      async (plain: AsyncIterable<Buffer>) => {
        restored = await load({ client, migrationsFolder, storage }, readFrames(plain));
      },
    );
  } catch (error) {
    if (!(error instanceof UnreadableBackup)) throw error;
    return { ok: false, code: "unreadable", detail: error.message };
  }
  if (!restored) throw new Error("A backup was read without an outcome.");
  if (!restored.ok) return restored;
  try {
    restored.recordKeys = await loadRecordKeys(client, findRecordKeysFile(file), findKey);
  } catch (error) {
    if (!(error instanceof UnreadableBackup)) throw error;
    return { ok: false, code: "unreadable", detail: `record-keys.backup: ${error.message}` };
  }
  return restored;
}

/**
 * Runs after everything was counted. A backup from before a table or a column existed has nothing
 * to end there.
 */
async function endUnfinished(client: pg.Client, endings: readonly Ending[]): Promise<number> {
  const tables = await listTables(client);
  let ended = 0;
  for (const { table, columns = [], statement } of endings) {
    const found = tables.find(({ schema, name }) => schema === "public" && name === table);
    if (!found || !columns.every((column) => found.columns.includes(column))) continue;
    ended += (await client.query(statement)).rowCount ?? 0;
  }
  return ended;
}

/** Loads the newest record keys. Records that were erased since the backup have no key there. */
async function loadRecordKeys(
  client: pg.Client,
  file: string,
  findKey: (kind: BackupKey["kind"]) => Promise<Buffer>,
): Promise<number | null> {
  if (!(await stat(file).catch(() => undefined))) return null;
  let count = 0;
  await pipeline(
    createReadStream(file),
    (sealed: AsyncIterable<Buffer>) => openStream(sealed, findKey),
    createGunzip(),
    async (plain: AsyncIterable<Buffer>) => {
      const frames = readFrames(plain);
      const header = backupHeader.parse(parseFrame(await nextFrame(frames, "header")));
      for (const table of header.tables) {
        // A backup from before the keys had their own file contains older keys.
        await client.query(`delete from ${quoteName(table)}`);
        count += await loadTable(client, table, frames);
      }
      for await (const _ of frames);
    },
  );
  return count;
}

/**
 * Deletes the files that `work` stored if it fails or is refused. Files that existed before stay.
 */
async function undoUploadsUnlessDone(
  storage: FileStorage,
  work: (storage: FileStorage) => Promise<RestoreResult>,
): Promise<RestoreResult> {
  const added: string[] = [];
  let done = false;
  try {
    const result = await work({
      ...storage,
      async put(key, bytes, contentType) {
        // The content under a key never changes.
        if (await storage.get(key)) return;
        added.push(key);
        await storage.put(key, bytes, contentType);
      },
    });
    done = result.ok;
    return result;
  } finally {
    if (!done) for (const key of added) await storage.delete(key);
  }
}

async function load(
  { client, migrationsFolder, storage }: Target,
  frames: AsyncGenerator<Frame>,
): Promise<RestoreResult> {
  const header = backupHeader.parse(parseFrame(await nextFrame(frames, "header")));
  if (!(await makeTables(client, header, migrationsFolder))) {
    // Reads the rest too: a truncated file must be reported as unreadable, not as another version.
    for await (const _ of frames);
    return { ok: false, code: "other_version" };
  }
  const triggers = await switchTriggersOff(client);
  const counts: number[] = [];
  for (const table of header.tables) counts.push(await loadTable(client, table, frames));
  const uploads = await storeUploads(storage, frames);
  if (!(await frames.next()).done) throw new Error("A backup goes on after its end.");
  for (const { table, trigger } of triggers) {
    await client.query(`alter table ${table} enable trigger ${trigger}`);
  }
  for (const sequence of header.sequences) {
    await client.query("select setval($1::text::regclass, $2::bigint, $3)", [
      quoteName(sequence),
      sequence.lastValue,
      sequence.isCalled,
    ]);
  }
  await compareCounts(client, header, counts);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return {
    ok: true,
    madeAt: header.madeAt,
    tables: counts.length,
    rows,
    uploads,
    recordKeys: null,
    ended: 0,
  };
}

/** Runs the migrations that the backup's database had; false if they differ from this version's. */
async function makeTables(
  client: pg.Client,
  { migrations, tables }: BackupHeader,
  migrationsFolder: string,
): Promise<boolean> {
  const known = readMigrationFiles({ migrationsFolder }).slice(0, migrations.length);
  const isKnown = ({ hash, createdAt }: AppliedMigration, index: number) =>
    known[index]?.hash === hash && known[index].folderMillis === createdAt;
  if (!migrations.every(isKnown)) return false;
  // The same table as drizzle creates; its rows are in the backup.
  await client.query("create schema drizzle");
  await client.query(
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const statement of known.flatMap(({ sql }) => sql)) await client.query(statement);
  const made = await listTables(client);
  if (JSON.stringify(made.map(describe).sort()) !== JSON.stringify(tables.map(describe).sort())) {
    throw new Error("The migrations do not make the tables that the backup holds.");
  }
  // A migration may insert rows. The backup has them too, in their later state.
  for (const table of made) {
    const { rows } = await client.query(`select 1 from ${quoteName(table)} limit 1`);
    if (rows.length > 0) await client.query(`delete from ${quoteName(table)}`);
  }
  return true;
}

function describe(table: Table): string {
  return `${quoteName(table)} (${table.columns.toSorted().join(", ")})`;
}

/** Whatever triggers would write (rows of the search, counts of bids) is in the backup. */
async function switchTriggersOff(client: pg.Client) {
  const { rows } = await client.query<{ schema: string; name: string; trigger: string }>(
    `select n.nspname as schema, c.relname as name, t.tgname as trigger
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgenabled = 'O'`,
  );
  const triggers = rows.map((row) => ({
    table: quoteName(row),
    trigger: pg.escapeIdentifier(row.trigger),
  }));
  for (const { table, trigger } of triggers) {
    await client.query(`alter table ${table} disable trigger ${trigger}`);
  }
  return triggers;
}

async function loadTable(client: pg.Client, table: Table, frames: AsyncGenerator<Frame>) {
  const copy = client.query(
    new CopyIn(`copy ${quoteName(table)} (${quoteColumns(table)}) from stdin`),
  );
  try {
    for (;;) {
      const frame = await nextFrame(frames, "rows", "table end");
      if (frame.kind === "rows") {
        await copy.write(frame.bytes);
        continue;
      }
      const loaded = await copy.end();
      if (loaded === z.number().parse(parseFrame(frame))) return loaded;
      throw new Error(`${table.name} did not take all of its rows.`);
    }
  } catch (error) {
    await copy.abandon();
    throw error;
  }
}

/** Stores all uploads, up to the end of the backup. Returns their number. */
async function storeUploads(storage: FileStorage, frames: AsyncGenerator<Frame>) {
  for (let count = 0; ; count += 1) {
    const frame = await nextFrame(frames, "upload", "end");
    if (frame.kind === "end") return count;
    const { key, contentType, bytes } = readUpload(frame);
    await storage.put(key, bytes, contentType);
  }
}

async function compareCounts(client: pg.Client, { tables }: BackupHeader, counts: number[]) {
  for (const [index, table] of tables.entries()) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from ${quoteName(table)}`,
    );
    if (Number(rows[0]?.count) !== counts[index]) {
      throw new Error(`${table.name} does not hold as many rows as the backup.`);
    }
  }
}

async function nextFrame(frames: AsyncGenerator<Frame>, ...kinds: Frame["kind"][]) {
  const next = await frames.next();
  if (!next.done && kinds.includes(next.value.kind)) return next.value;
  throw new Error(`A backup lacks its next part (${kinds.join(" or ")}).`);
}

function parseFrame({ bytes }: Frame): unknown {
  return JSON.parse(bytes.toString("utf8"));
}
