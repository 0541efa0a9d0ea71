import { sql } from "drizzle-orm";
import { checkCode } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";
import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** What a customer wrote, shown as written, in the language it was written in. */
export const reviewTable = pgTable(
  "review",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    author: text("author").notNull(),
    place: text("place").notNull(),
    locale: text("locale", { enum: LOCALES }).notNull(),
    stars: integer("stars").notNull(),
    text: text("text").notNull(),
    isDemo: boolean("is_demo").notNull().default(false),
    publishedAt: timestamp("published_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [checkCode("review_locale_code", table.locale, LOCALES)],
);
