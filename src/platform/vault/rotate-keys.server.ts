import { setTimeout as pause } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { OWNED_RECORD_VERSION, readEnvelope, RECORD_VERSION } from "./envelope.server.ts";
import { KEYS_TAKEN_OVER_MS } from "./key-wrapper.server.ts";
import type { OpenFault, Vault } from "./vault.server.ts";

/** A column of sealed values, and what each is bound to (`SealedContext`). */
export type SealedColumn = {
  table: string;
  column: string;
  /** The record id as the column's owner binds it, over the row's own columns. */
  recordId: SQL;
};

type SealedCount = {
  table: string;
  column: string;
  /** How many values each key wraps. */
  byKey: Map<string, number>;
  /** Values whose data key did not come out, by what was wrong. */
  faults: Map<OpenFault, number>;
};

const SLICE = 200;

/**
 * Wraps the data keys that another key than the active one wraps anew, a slice at a time, while the
 * site reads and writes: a value that was written meanwhile is left as it is. What a stopped run has
 * done stays done. Answers how many values it wrapped and how many did not open.
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
 * The same until nothing is left: also what a running site sealed with an older key before it took
 * the newest over, once each transaction that could have done so has ended.
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

/** A query is ended after 15 s, a transaction of ours holds few: longer ones are not the site's. */
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

/** Which keys wrap what, each data key unwrapped to see that it comes out. */
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

/** All values of a column that hold their data key, in the order of their rows' ids, some at a time. */
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
