import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/** A secret that may be found only in the vault. */
export type Canary = {
  what: string;
  /** Different spellings of one secret; with `isCode`, several codes of one kind. */
  values: readonly string[];
  /** Six digits occur in many places by chance, so only two codes together count as a leak. */
  isCode?: boolean;
};

type Needle = { bytes: Buffer; isWord: boolean };

/**
 * The forms in which it could be stored on purpose or by mistake: plain, URL-encoded, hex and
 * base64.
 */
function spell(value: string, isCode: boolean): Needle[] {
  const bytes = Buffer.from(value, "utf8");
  const hex = bytes.toString("hex");
  // Within a longer text it begins at one of three positions of a base64 group; the characters at
  // the ends also encode neighbouring bytes and are cut off.
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64url");
    const end = (before + bytes.length) % 3 === 0 ? text.length : text.length - 1;
    return text.slice([0, 2, 3][before], end);
  });
  const inUrl = [encodeURIComponent(value), new URLSearchParams({ v: value }).toString().slice(2)];
  const spelt = [hex, hex.toUpperCase(), ...base64, ...base64.map(toPlainBase64), ...inUrl];
  const others = [...new Set(spelt)].filter((each) => each !== value);
  return [
    { bytes, isWord: isCode },
    ...others.map((each) => ({ bytes: Buffer.from(each), isWord: false })),
  ];
}

const toPlainBase64 = (text: string) => text.replaceAll("-", "+").replaceAll("_", "/");

/** The canaries that these bytes contain. */
export function findCanaries(bytes: Buffer, canaries: readonly Canary[]): string[] {
  return canaries
    .filter(({ values, isCode = false }) => {
      const stands = (value: string) =>
        spell(value, isCode).some((needle) => containsNeedle(bytes, needle));
      return isCode ? values.every(stands) : values.some(stands);
    })
    .map(({ what }) => what);
}

function containsNeedle(bytes: Buffer, { bytes: needle, isWord }: Needle): boolean {
  if (!isWord) return bytes.includes(needle);
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) {
    const around = [bytes[at - 1], bytes[at + needle.length]];
    if (!around.some((byte) => byte !== undefined && /[\w.]/.test(String.fromCharCode(byte))))
      return true;
  }
  return false;
}

/** Every table of every schema, including the queue's, with its rows as text. */
export async function dumpTables(url: string): Promise<Map<string, Buffer>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
    );
    const dump = new Map<string, Buffer>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(
        `select t::text as text from ${name} as t`,
      );
      dump.set(name, Buffer.from(rows.map(({ text }) => text).join("\n")));
    }
    // Writes what is still in memory to the files.
    await client.query("checkpoint");
    return dump;
  } finally {
    await client.end();
  }
}

/** The files of a folder that were written since then; symbolic links are not followed. */
export async function readFilesSince(folder: string, since: number): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    // The database may delete its files meanwhile.
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isFile() || found.mtimeMs < since) continue;
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes) files.set(name, bytes);
  }
  return files;
}
