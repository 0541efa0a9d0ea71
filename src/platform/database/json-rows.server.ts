import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * Rows of a table that come to the database as one JSON text: however many they are, the statement is
 * the same, and can be prepared. Names only columns that each row gives; the others have their default.
 */
export function jsonRows<
  Table extends PgTable,
  const Key extends keyof Table["$inferInsert"] & keyof Table["_"]["columns"] & string,
>(table: Table, keys: readonly Key[]) {
  const columns = getTableColumns(table);
  const list = (write: (key: Key) => string) => sql.raw(keys.map(write).join(", "));
  return {
    /** The columns that `insert into` names. */
    columns: list((key) => quote(columns[key]!.name)),
    /** The same of the rows, in `select`. */
    values: (rows: string) => list((key) => `${rows}.${quote(key)}`),
    /** What the rows are made of, in `json_to_recordset(…) as rows(…)`. */
    types: list((key) => `${quote(key)} ${columns[key]!.getSQLType()}`),
  };
}

/** For a row of `jsonRows`: just these columns. */
export type JsonRow<Table extends PgTable, Key extends keyof Table["$inferInsert"]> = Required<
  Pick<Table["$inferInsert"], Key>
>;

/** Rows as `json_to_recordset` reads them: bytes as PostgreSQL writes them, times in ISO 8601. */
export function writeJsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, function (this: Record<string, unknown>, key, value: unknown) {
    const input = this[key];
    return Buffer.isBuffer(input) ? `\\x${input.toString("hex")}` : value;
  });
}

function quote(name: string): string {
  return `"${name}"`;
}
