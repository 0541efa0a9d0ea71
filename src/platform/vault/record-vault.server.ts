import { randomBytes } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#platform/database/database.server.ts";
import { dataKeyTable } from "./data-key.table.ts";
import {
  bindTo,
  bindToHolder,
  decrypt,
  encrypt,
  HELD_RECORD_VERSION,
  pad,
  RECORD_VERSION,
  type SealedContext,
  unpad,
} from "./envelope.server.ts";
import { KEY_BYTES } from "./key-file.server.ts";
import { type OpenFault, tellVaultFault, vault } from "./vault.server.ts";

/** `shredded`: the record's data key is gone, for good. */
type RecordFault = OpenFault | "shredded";

// A value sealed for a record holds no key: the record's data key lies in a table of its own, wrapped
// by the vault. All sealed values of a record share it, and go unreadable with it.

/**
 * Seals a value of a record in the transaction that stores it; the record's key is made at the first.
 * Where the context names a holder, it opens for them alone.
 */
export async function sealForRecord(
  transaction: Transaction,
  plaintext: string,
  context: SealedContext,
): Promise<Buffer> {
  return sealBytes(await ensureDataKey(transaction, context), pad(plaintext), context);
}

/** The same for a file, whose length tells nothing that must be hidden. */
export async function sealFileForRecord(
  transaction: Transaction,
  file: Uint8Array,
  context: SealedContext,
): Promise<Buffer> {
  return sealBytes(await ensureDataKey(transaction, context), Buffer.from(file), context);
}

/**
 * Opens what `sealForRecord` sealed, and what was sealed before records had keys of their own or
 * values a holder: of the latter the owner has to tell whose they are.
 */
export async function openForRecord(
  queryable: Queryable,
  bytes: Buffer,
  context: SealedContext,
): Promise<{ ok: true; plaintext: string } | { ok: false; code: RecordFault }> {
  if (!hasRecordVersion(bytes)) return vault().open(bytes, context);
  const opened = await openBytes(queryable, bytes, context);
  return opened.ok ? { ok: true, plaintext: unpad(opened.bytes) } : opened;
}

export async function openFileForRecord(
  queryable: Queryable,
  bytes: Buffer,
  context: SealedContext,
): Promise<{ ok: true; bytes: Buffer } | { ok: false; code: RecordFault }> {
  if (!hasRecordVersion(bytes)) return { ok: false, code: "unknown_version" };
  return openBytes(queryable, bytes, context);
}

/** Nobody opens what was sealed for these records again, whoever holds the keys. */
export async function shredRecords(
  queryable: Queryable,
  ownerTable: string,
  recordIds: readonly string[],
): Promise<void> {
  if (recordIds.length === 0) return;
  await queryable
    .delete(dataKeyTable)
    .where(
      and(eq(dataKeyTable.ownerTable, ownerTable), inArray(dataKeyTable.recordId, [...recordIds])),
    );
}

/**
 * Shreds what is left of records that are gone, or whose sealed value is: however they went, no key
 * outlives them. Answers how many keys that were.
 */
export async function shredForgottenRecords(
  queryable: Queryable,
  owners: readonly { table: string; column: string }[],
): Promise<number> {
  let shredded = 0;
  for (const { table, column } of owners) {
    const { rowCount } = await queryable.execute(sql`
      delete from data_key where owner_table = ${table} and not exists (
        select 1 from ${sql.identifier(table)} as owner
        where owner.id = data_key.record_id and owner.${sql.identifier(column)} is not null)`);
    shredded += rowCount ?? 0;
  }
  return shredded;
}

function sealBytes(dataKey: Buffer, plain: Buffer, context: SealedContext): Buffer {
  const version = context.holder === undefined ? RECORD_VERSION : HELD_RECORD_VERSION;
  const content = encrypt(dataKey, plain, bindContent(version, context));
  return Buffer.concat([Buffer.from([version]), content]);
}

function hasRecordVersion(bytes: Buffer): boolean {
  return bytes[0] === RECORD_VERSION || bytes[0] === HELD_RECORD_VERSION;
}

/** What is sealed for a holder does not open where none is named. */
function bindContent(version: number | undefined, context: SealedContext): Buffer {
  return version === HELD_RECORD_VERSION
    ? bindToHolder(context, context.holder ?? "")
    : bindTo("content", context);
}

async function openBytes(queryable: Queryable, bytes: Buffer, context: SealedContext) {
  const dataKey = await findDataKey(queryable, context);
  if (!dataKey.ok) return dataKey;
  const plain = decrypt(dataKey.key, bytes.subarray(1), bindContent(bytes[0], context));
  if (plain) return { ok: true, bytes: plain } as const;
  tellVaultFault({ context, code: "tampered" });
  return { ok: false, code: "tampered" } as const;
}

async function ensureDataKey(transaction: Transaction, context: SealedContext): Promise<Buffer> {
  const found = await findDataKey(transaction, context);
  if (found.ok) return found.key;
  if (found.code !== "shredded") throw new Error(`A record's key did not open: ${found.code}.`);
  const key = randomBytes(KEY_BYTES);
  const sealedKey = await vault().seal(key.toString("base64"), keyContext(context));
  const [made] = await transaction
    .insert(dataKeyTable)
    .values({ ownerTable: context.table, recordId: context.recordId, sealedKey })
    // Of two that make it at once the second waits here, then takes the first one's.
    .onConflictDoNothing({ target: [dataKeyTable.ownerTable, dataKeyTable.recordId] })
    .returning({ id: dataKeyTable.id });
  return made ? key : ensureDataKey(transaction, context);
}

async function findDataKey(
  queryable: Queryable,
  context: SealedContext,
): Promise<{ ok: true; key: Buffer } | { ok: false; code: RecordFault }> {
  const [row] = await queryable
    .select({ sealedKey: dataKeyTable.sealedKey })
    .from(dataKeyTable)
    .where(
      and(eq(dataKeyTable.ownerTable, context.table), eq(dataKeyTable.recordId, context.recordId)),
    );
  if (!row) return { ok: false, code: "shredded" };
  const opened = await vault().open(row.sealedKey, keyContext(context));
  return opened.ok ? { ok: true, key: Buffer.from(opened.plaintext, "base64") } : opened;
}

/** As SEALED_COLUMNS writes it in SQL. */
function keyContext({ table, recordId }: SealedContext): SealedContext {
  return { table: "data_key", column: "sealed_key", recordId: `${table} ${recordId}` };
}
