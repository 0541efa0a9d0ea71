import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, check, customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** A row's id; ids sort in the order in which the rows were created. */
export function rowId() {
  return uuid("id")
    .primaryKey()
    .default(sql`uuidv7()`);
}

const TICKS_PER_MS = 4096;

/** The time in the last id, in ticks. */
let lastTime = 0;

/**
 * The same kind of id made by this process, if other rows must refer to it before its row is
 * stored. RFC 9562 §6.2, method 3: twelve bits of the time below the millisecond, as in
 * PostgreSQL's uuidv7(). Of two ids that this process makes, the later one is always greater.
 */
export function makeRowId(): string {
  const time = Math.floor((performance.timeOrigin + performance.now()) * TICKS_PER_MS);
  lastTime = Math.max(time, lastTime + 1);
  return writeRowId(lastTime);
}

/** The id of a row that is stored as of an earlier time: only PostgreSQL 18 can make one itself. */
export function makeRowIdOf(at: Date): string {
  return writeRowId(at.getTime() * TICKS_PER_MS);
}

function writeRowId(time: number): string {
  const ms = Math.floor(time / TICKS_PER_MS)
    .toString(16)
    .padStart(12, "0");
  const part = (time % TICKS_PER_MS).toString(16).padStart(3, "0");
  const random = crypto.randomUUID().slice(18);
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${part}${random}`;
}

/** When the event that the row records happened. */
export const happenedAt = () => timestamp("at", { withTimezone: true }).notNull().defaultNow();

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The CHECK of a column of codes, made from the list that also defines its type. */
export function checkCode(name: string, column: AnyPgColumn, codes: readonly string[]) {
  return check(name, isOneOf(column, codes));
}

/** With the codes as literals, as a CHECK and the condition of a partial index need them. */
export function isOneOf(column: AnyPgColumn, codes: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(codes.map((code) => `'${code}'`).join(", "))})`;
}

/** Like `checkCode`, for a column with several codes. */
export function checkCodes(name: string, column: AnyPgColumn, codes: readonly string[]) {
  return check(
    name,
    sql`${column} <@ ${sql.raw(`array[${codes.map((code) => `'${code}'`).join(", ")}]`)}`,
  );
}
