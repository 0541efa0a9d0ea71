import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/**
 * How many people came how far in a form, by day. A count says nothing about who they were: no row
 * belongs to a visitor.
 */
export const formProgressTable = pgTable(
  "form_progress",
  {
    /** In Eastern Time, where most of Canada lives. */
    day: date("day").notNull(),
    formName: text("form_name").notNull(),
    /** `begun`, `sent`, or the slug of a step that was completed. */
    point: text("point").notNull(),
    people: integer("people").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.formName, table.point] })],
);
