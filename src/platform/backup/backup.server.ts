import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { CopyOut } from "#platform/database/copy.server.ts";
import {
  type AppliedMigration,
  type BackupHeader,
  type Frame,
  writeFrame,
} from "./backup-frames.server.ts";
import {
  listSequences,
  listTables,
  quoteColumns,
  quoteName,
  withClient,
} from "./catalogue.server.ts";
import { type BackupKey, sealStream } from "./sealed-stream.server.ts";

export type BackupResult =
  | { ok: true; tables: number; rows: number; bytes: number }
  | { ok: false; code: "no_site" | "file_exists" };

/** Rows of a table go into frames of about this size. */
const FRAME_BYTES = 64 * 1024;

/**
 * Writes every table, as one snapshot has them, into `file`, which must not exist. The site may run
 * meanwhile. Rows pass through and are never together in memory.
 */
export async function writeBackup(options: {
  url: string;
  file: string;
  key: BackupKey;
}): Promise<BackupResult> {
  const { url, file, key } = options;
  return withClient(url, async (client) => {
    await client.query("begin transaction isolation level repeatable read, read only");
    const header = await readHeader(client);
    if (!header) return { ok: false, code: "no_site" };
    const counted = { rows: 0 };
    const sealed = await createNew(file, (partFile) =>
      pipeline(
        Readable.from(writeFrames(client, header, counted)),
        createGzip(),
        (compressed: AsyncIterable<Buffer>) => sealStream(compressed, key),
        partFile.createWriteStream({ flush: true }),
      ),
    );
    if (sealed === null) return { ok: false, code: "file_exists" };
    await client.query("commit");
    return { ok: true, tables: header.tables.length, rows: counted.rows, bytes: sealed };
  });
}

type Handle = Awaited<ReturnType<typeof open>>;

/** A file appears under its name when it is whole. Null where the name is taken. */
async function createNew(file: string, write: (part: Handle) => Promise<void>) {
  const claim = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return null;
    throw error;
  });
  if (!claim) return null;
  await claim.close();
  const part = `${file}.part`;
  try {
    const handle = await open(part, "w", 0o600);
    await write(handle);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    await rm(file, { force: true });
    throw error;
  }
  const written = await open(file);
  try {
    return (await written.stat()).size;
  } finally {
    await written.close();
  }
}

async function readHeader(client: pg.Client): Promise<BackupHeader | null> {
  const { rows: found } = await client.query(
    "select 1 where to_regclass('drizzle.__drizzle_migrations') is not null",
  );
  if (found.length === 0) return null;
  const tables = await listTables(client);
  // A migration that begins now waits, instead of rewriting a table under the snapshot.
  await client.query(`lock table ${tables.map(quoteName).join(", ")} in access share mode`);
  const migrations = await readAppliedMigrations(client);
  if (migrations.length === 0) return null;
  // A sequence has no snapshot. Read after it, it stands at or beyond every row that is copied.
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
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  yield jsonFrame("header", header);
  for (const table of header.tables) {
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
    counted.rows += rows.rowCount;
  }
  yield jsonFrame("end", header.tables.length);
}

function jsonFrame(kind: Frame["kind"], content: unknown): Buffer {
  return writeFrame({ kind, bytes: Buffer.from(JSON.stringify(content)) });
}
