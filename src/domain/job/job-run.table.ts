import { boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The result of the last run of each job; one row for each job that this site ever had. */
export const jobRunTable = pgTable("job_run", {
  name: text("name").primaryKey(),
  everyMinutes: integer("every_minutes").notNull(),
  startedAt: timestamp("started_at", { withTimezone: true }),
  /** Null while it runs, and if its process ended first. */
  endedAt: timestamp("ended_at", { withTimezone: true }),
  hasFailed: boolean("has_failed").notNull().default(false),
});
