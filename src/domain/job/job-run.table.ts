import { boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** How the last run of each job went; a row for each job that this site ever had. */
export const jobRunTable = pgTable("job_run", {
  name: text("name").primaryKey(),
  everyMinutes: integer("every_minutes").notNull(),
  startedAt: timestamp("started_at", { withTimezone: true }),
  /** Null while it runs, and where its process ended before it did. */
  endedAt: timestamp("ended_at", { withTimezone: true }),
  hasFailed: boolean("has_failed").notNull().default(false),
});
