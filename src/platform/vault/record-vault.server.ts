import { randomBytes } from "node:crypto";
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#platform/database/database.server.ts";
import { dataKeyTable } from "./data-key.table.ts";
import {
  bindTo,
  bindToOwner,
  decrypt,
  encrypt,
  OWNED_RECORD_VERSION,
  pad,
  RECORD_VERSION,
  type SealedContext,
  unpad,
} from "./envelope.server.ts";
import { KEY_BYTES } from "./key-file.server.ts";
import { type OpenFault, reportVaultFault, vault } from "./vault.server.ts";

/** `shredded`: the record's data key is gone, for good. */
type RecordFault = OpenFault | "shredded";

// A value that is sealed for a record contains no key. The record's data key is in a separate
// table, wrapped by the vault. All sealed values of a record share it, and become unreadable when
// it is deleted.

/**
 * Seals a value of a record in the transaction that stores it. The first call creates the record's
 * key. If the context has an owner, the value can be opened only for that owner.
 */
export async function sealForRecord(
  transaction: Transaction,
  plaintext: string,
  context: SealedContext,
): Promise<Buffer> {
  return sealBytes(await ensureDataKey(transaction, context), pad(plaintext), context);
}

/**
 * The SQL condition for the data key of a record of this table, for the query that reads the
 * record.
 */
export function keyOfRecord(table: string, id: SQLWrapper): SQL | undefined {
  return and(eq(dataKeyTable.ownerTable, table), eq(dataKeyTable.recordId, id));
}

/** The same for a file. It is not padded, because its length reveals nothing secret. */
export async function sealFileForRecord(
  transaction: Transaction,
  file: Uint8Array,
  context: SealedContext,
): Promise<Buffer> {
  return sealBytes(await ensureDataKey(transaction, context), Buffer.from(file), context);
}

/**
 * Opens what `sealForRecord` sealed, and older values, which were sealed before records had their
 * own keys or values had owners. For a value without an owner, the caller must check who it belongs
 * to.
 */
export async function openForRecord(
  queryable: Queryable,
  bytes: Buffer,
  context: SealedContext,
  /** The record's key if it was read together with the value; saves a query. */
  sealedKey?: Buffer | null,
): Promise<{ ok: true; plaintext: string } | { ok: false; code: RecordFault }> {
  if (!hasRecordVersion(bytes)) return vault().open(bytes, context);
  const opened = await openBytes(queryable, bytes, context, sealedKey);
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

/** After this, nobody can open what was sealed for these records, even with all keys. */
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
 * Shreds the keys of records that were deleted, or whose sealed value was: no key outlives its
 * record, however that was deleted. Returns the number of keys.
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
  const version = context.owner === undefined ? RECORD_VERSION : OWNED_RECORD_VERSION;
  const content = encrypt(dataKey, plain, bindContent(version, context));
  return Buffer.concat([Buffer.from([version]), content]);
}

function hasRecordVersion(bytes: Buffer): boolean {
  return bytes[0] === RECORD_VERSION || bytes[0] === OWNED_RECORD_VERSION;
}

/** A value that was sealed for an owner cannot be opened without one. */
function bindContent(version: number | undefined, context: SealedContext): Buffer {
  return version === OWNED_RECORD_VERSION
    ? bindToOwner(context, context.owner ?? "")
    : bindTo("content", context);
}

async function openBytes(
  queryable: Queryable,
  bytes: Buffer,
  context: SealedContext,
  sealedKey?: Buffer | null,
) {
  const dataKey = sealedKey
    ? await openDataKey(sealedKey, context)
    : await findDataKey(queryable, context);
  if (!dataKey.ok) return dataKey;
  const plain = decrypt(dataKey.key, bytes.subarray(1), bindContent(bytes[0], context));
  if (plain) return { ok: true, bytes: plain } as const;
  reportVaultFault({ context, code: "tampered" });
  return { ok: false, code: "tampered" } as const;
}

async function ensureDataKey(transaction: Transaction, context: SealedContext): Promise<Buffer> {
  const { table: ownerTable, recordId } = context;
  const key = randomBytes(KEY_BYTES);
  const sealedKey = await vault().seal(key.toString("base64"), keyContext(context));
  const { rows } = await transaction.execute<{ sealed_key: Buffer; is_made: boolean }>(sql`
    with made as (
      insert into ${dataKeyTable} (owner_table, record_id, sealed_key)
      values (${ownerTable}, ${recordId}, ${sealedKey})
      on conflict (owner_table, record_id) do nothing returning sealed_key
    )
    select sealed_key, true as is_made from made
    union all
    select sealed_key, false from ${dataKeyTable}
    where owner_table = ${ownerTable} and record_id = ${recordId}`);
  const [stored] = rows;
  // Another transaction was creating the key at the same time. This one waited for it, and finds
  // the key on the second try.
  if (!stored) return ensureDataKey(transaction, context);
  if (stored.is_made) return key;
  const opened = await openDataKey(stored.sealed_key, context);
  if (!opened.ok) throw new Error(`A record's key did not open: ${opened.code}.`);
  return opened.key;
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
  return row ? openDataKey(row.sealedKey, context) : { ok: false, code: "shredded" };
}

async function openDataKey(
  sealedKey: Buffer,
  context: SealedContext,
): Promise<{ ok: true; key: Buffer } | { ok: false; code: OpenFault }> {
  const opened = await vault().open(sealedKey, keyContext(context));
  return opened.ok ? { ok: true, key: Buffer.from(opened.plaintext, "base64") } : opened;
}

/** Must match what SEALED_COLUMNS writes in SQL. */
function keyContext({ table, recordId }: SealedContext): SealedContext {
  return { table: "data_key", column: "sealed_key", recordId: `${table} ${recordId}` };
}
