import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** A row's id, in the order in which rows were made. */
export function rowId() {
  return uuid("id")
    .primaryKey()
    .default(sql`uuidv7()`);
}

/** When what a row tells of happened. */
export const happenedAt = () => timestamp("at", { withTimezone: true }).notNull().defaultNow();

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The CHECK of a column of codes, made from the list that is its type as well. */
export function checkCode(name: string, column: AnyPgColumn, codes: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(codes.map((code) => `'${code}'`).join(", "))})`);
}

/** As `checkCode`, of a column that holds several. */
export function checkCodes(name: string, column: AnyPgColumn, codes: readonly string[]) {
  return check(
    name,
    sql`${column} <@ ${sql.raw(`array[${codes.map((code) => `'${code}'`).join(", ")}]`)}`,
  );
}
