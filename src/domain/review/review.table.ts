import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** What a customer wrote, shown as written, in the language it was written in. */
export const reviewTable = pgTable("review", {
  id: uuid("id")
    .primaryKey()
    .default(sql`uuidv7()`),
  author: text("author").notNull(),
  place: text("place").notNull(),
  locale: text("locale").notNull(),
  stars: integer("stars").notNull(),
  text: text("text").notNull(),
  isDemo: boolean("is_demo").notNull().default(false),
  publishedAt: timestamp("published_at", { withTimezone: true }).notNull().defaultNow(),
});
