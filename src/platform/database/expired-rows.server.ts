import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { db } from "./database.server.ts";

/**
 * Something whose time runs out: how many that are at a moment, and their end. Both go by one
 * condition, so that what is foretold and what the job deletes cannot differ, and answer how many.
 */
export type ExpiredData = {
  count: (at: Date) => Promise<number>;
  end: (at: Date) => Promise<number>;
};

/** Rows of one table, which are deleted. */
export function expiredRows(table: PgTable, isOver: (at: Date) => SQL | undefined): ExpiredData {
  // Without a condition nothing is over.
  const condition = (at: Date) => isOver(at) ?? sql`false`;
  return {
    count: (at) => db().$count(table, condition(at)),
    end: async (at) => (await db().delete(table).where(condition(at))).rowCount ?? 0,
  };
}
