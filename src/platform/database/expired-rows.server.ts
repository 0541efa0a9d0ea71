import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { db } from "./database.server.ts";

/**
 * Something that expires: how many have expired at a moment, and their deletion. Both use the same
 * condition, so that the announced count and what the job deletes cannot differ. Both return the
 * number.
 */
export type ExpiredData = {
  count: (at: Date) => Promise<number>;
  end: (at: Date) => Promise<number>;
};

/** Rows of one table, which are deleted when they expire. */
export function expiredRows(table: PgTable, isOver: (at: Date) => SQL | undefined): ExpiredData {
  // Without a condition nothing expires.
  const condition = (at: Date) => isOver(at) ?? sql`false`;
  return {
    count: (at) => db().$count(table, condition(at)),
    end: async (at) => (await db().delete(table).where(condition(at))).rowCount ?? 0,
  };
}
