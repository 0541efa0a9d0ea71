import { setTimeout as pause } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { OWNED_RECORD_VERSION, readEnvelope, RECORD_VERSION } from "./envelope.server.ts";
import { KEYS_TAKEN_OVER_MS } from "./key-wrapper.server.ts";
import type { OpenFault, Vault } from "./vault.server.ts";

/** A column of sealed values, and what each value is bound to (`SealedContext`). */
export type SealedColumn = {
  table: string;
  column: string;
  /** The record id to which the values are bound, as SQL over the row's columns. */
  recordId: SQL;
};

type SealedCount = {
  table: string;
  column: string;
  /** How many values each key wraps. */
  byKey: Map<string, number>;
  /** Values whose data key could not be unwrapped, by fault. */
  faults: Map<OpenFault, number>;
};

const SLICE = 200;

/**
 * Wraps again the data keys that are not wrapped by the active key, a slice at a time, while the
 * site reads and writes. A value that was changed meanwhile is left unchanged. If the run is
 * stopped, the finished part stays done. Returns how many values it wrapped and how many could not
 * be opened.
 */
export async function rewrapSealed(
  database: Database,
  columns: readonly SealedColumn[],
  vault: Vault,
  onSlice: (rewrapped: number) => void = () => {},
): Promise<{ rewrapped: number; faults: number }> {
  const total = { rewrapped: 0, faults: 0 };
  for (const { table, column, ...columnId } of columns) {
    for await (const rows of slices(database, { table, column, ...columnId })) {
      for (const { id, recordId, bytes } of rows) {
        if (!(await vault.needsRewrap(bytes))) continue;
        const result = await vault.rewrap(bytes, { table, column, recordId });
        if (!result.ok) {
          total.faults += 1;
          continue;
        }
        const { rowCount } = await database.execute(sql`
          update ${sql.identifier(table)} set ${sql.identifier(column)} = ${result.bytes}
          where id = ${id}::uuid and ${sql.identifier(column)} = ${bytes}`);
        total.rewrapped += rowCount ?? 0;
      }
      onSlice(total.rewrapped);
    }
  }
  return total;
}

/**
 * The same until nothing is left. Includes values that a running site sealed with an older key
 * before it read the new one, once each transaction that could have done so has ended.
 */
export async function rewrapUntilDone(
  database: Database,
  columns: readonly SealedColumn[],
  vault: Vault,
): Promise<{ rewrapped: number; faults: number }> {
  const first = await rewrapSealed(database, columns, vault);
  await pause(2 * KEYS_TAKEN_OVER_MS);
  await waitForTransactions(database);
  const last = await rewrapSealed(database, columns, vault);
  return { rewrapped: first.rewrapped + last.rewrapped, faults: last.faults };
}

/**
 * A query is cancelled after 15 s, and the site's transactions have few queries. Longer
 * transactions are not the site's.
 */
const TRANSACTIONS_END_MS = 60_000;

/** Waits for the end of every transaction that is open now. */
async function waitForTransactions(database: Database): Promise<void> {
  const { rows } = await database.execute<{ now: string }>(
    sql`select clock_timestamp()::text as now`,
  );
  const deadline = performance.now() + TRANSACTIONS_END_MS;
  while (performance.now() < deadline) {
    const { rows: open } = await database.execute(sql`
      select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and xact_start < ${rows[0]?.now}::timestamptz limit 1`);
    if (open.length === 0) return;
    await pause(100);
  }
}

/** Counts the values that each key wraps. Unwraps every data key, to check that it can be. */
export async function countSealed(
  database: Database,
  columns: readonly SealedColumn[],
  vault: Vault,
): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const { table, column, ...columnId } of columns) {
    const byKey = new Map<string, number>();
    const faults = new Map<OpenFault, number>();
    for await (const rows of slices(database, { table, column, ...columnId })) {
      for (const { recordId, bytes } of rows) {
        const result = await vault.rewrap(bytes, { table, column, recordId });
        if (!result.ok) faults.set(result.code, (faults.get(result.code) ?? 0) + 1);
        const envelope = readEnvelope(bytes);
        const keyId = typeof envelope === "string" ? "?" : envelope.keyId;
        byKey.set(keyId, (byKey.get(keyId) ?? 0) + 1);
      }
    }
    counts.push({ table, column, byKey, faults });
  }
  return counts;
}

type SealedRow = { id: string; recordId: string; bytes: Buffer };

/** All values of a column that contain their data key, in slices, in the order of the rows' ids. */
async function* slices(database: Database, { table, column, recordId }: SealedColumn) {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await database.execute<SealedRow>(sql`
      select id::text as "id", (${recordId})::text as "recordId", ${sql.identifier(column)} as "bytes"
      from ${sql.identifier(table)}
      where ${sql.identifier(column)} is not null and id > ${after}::uuid
        and get_byte(${sql.identifier(column)}, 0) not in (${RECORD_VERSION}, ${OWNED_RECORD_VERSION})
      order by id limit ${SLICE}`);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < SLICE || !last) return;
    after = last.id;
  }
}
