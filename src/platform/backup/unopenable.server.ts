import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import { readEnvelope } from "#platform/vault/envelope.server.ts";
import { backupHeader, type Frame, readFrames } from "./backup-frames.server.ts";
import { findRecordKeysFile, isKeyTable, type Table } from "./catalogue.server.ts";
import { type BackupKey, openStream } from "./sealed-stream.server.ts";

type SealedColumnName = { table: string; column: string };

/** Sealed values of a backup that cannot be opened after a restore. */
export type Unopenable = SealedColumnName & {
  count: number;
  /** The missing keys that wrap them; empty if the record's own key is gone. */
  keyIds: string[];
};

type Options = {
  file: string;
  findKey: (kind: BackupKey["kind"]) => Promise<Buffer>;
  columns: readonly SealedColumnName[];
  /** The ids of the keys that exist today. */
  keyIds: ReadonlySet<string>;
};

/**
 * Reads a backup and the record keys beside it, and counts the sealed values that today's keys
 * cannot open. Nothing is restored.
 * @throws {UnreadableBackup}
 */
export async function findUnopenable(options: Options): Promise<Unopenable[]> {
  const found = new Map<string, Unopenable>();
  /** Records whose own key can be opened with today's keys, as `table id`. */
  const openRecords = new Set<string>();
  const waiting: (SealedColumnName & { record: string })[] = [];
  const note = ({ table, column }: SealedColumnName, keyId: string | null) => {
    const known = found.get(`${table}.${column}`) ?? { table, column, count: 0, keyIds: [] };
    known.count += 1;
    if (keyId !== null && !known.keyIds.includes(keyId)) known.keyIds.push(keyId);
    found.set(`${table}.${column}`, known);
  };
  const seeRow = (table: Table, row: Map<string, string>) => {
    for (const column of options.columns) {
      const text = column.table === table.name ? row.get(column.column) : undefined;
      // COPY escapes the backslash of bytea's text format: \\x0102.
      if (!text?.startsWith("\\\\x")) continue;
      const bytes = Buffer.from(text.slice(3), "hex");
      const envelope = readEnvelope(bytes);
      if (envelope === "unknown_version") {
        waiting.push({ ...column, record: `${table.name} ${row.get("id")}` });
      } else if (envelope === "malformed") note(column, null);
      else if (!options.keyIds.has(envelope.keyId)) note(column, envelope.keyId);
      else if (isKeyTable(table)) {
        openRecords.add(`${row.get("owner_table")} ${row.get("record_id")}`);
      }
    }
  };
  const keysFile = findRecordKeysFile(options.file);
  if (await stat(keysFile).catch(() => undefined)) await readRows(keysFile, options, seeRow);
  await readRows(options.file, options, seeRow);
  for (const { record, ...columnId } of waiting) if (!openRecords.has(record)) note(columnId, null);
  return [...found.values()];
}

/** Reads every row of the tables with sealed values; its columns are as COPY writes them. */
async function readRows(
  file: string,
  { findKey, columns }: Options,
  seeRow: (table: Table, row: Map<string, string>) => void,
): Promise<void> {
  const sealedTables = new Set(columns.map(({ table }) => table));
  await pipeline(
    createReadStream(file),
    (sealed: AsyncIterable<Buffer>) => openStream(sealed, findKey),
    createGunzip(),
    async (plain: AsyncIterable<Buffer>) => {
      const frames: AsyncIterable<Frame> = readFrames(plain);
      let tables: Table[] = [];
      for await (const { kind, bytes } of frames) {
        if (kind === "header") {
          ({ tables } = backupHeader.parse(JSON.parse(bytes.toString("utf8"))));
        } else if (kind === "table end") tables.shift();
        else if (kind === "rows") {
          const [table] = tables;
          if (!table || !sealedTables.has(table.name)) continue;
          for (const line of bytes.toString("utf8").split("\n").slice(0, -1)) {
            const values = line.split("\t");
            seeRow(table, new Map(table.columns.map((name, at) => [name, values[at] ?? ""])));
          }
        }
      }
    },
  );
}
