import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/**
 * Searches that found no car, by day. A count says nothing about who searched: no row belongs to a
 * visitor, and none has words as somebody typed them.
 */
export const emptySearchTable = pgTable(
  "empty_search",
  {
    /** In Eastern Time, where most of Canada lives. */
    day: date("day").notNull(),
    /** Its filters as the search page's address has them; empty if it had only other words. */
    query: text("query").notNull(),
    times: integer("times").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.query] })],
);
