import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { rowId } from "#platform/database/columns.ts";

/**
 * A browser that an account takes push messages in. Like messages, it comes before accounts and has
 * no foreign key: the code that ends the account, or signs it out, deletes it.
 */
export const pushBrowserTable = pgTable(
  "push_browser",
  {
    id: rowId(),
    userId: text("user_id").notNull(),
    /** SHA-256 of the browser's id (known-browser.server.ts): signing out there deletes the row. */
    browserHash: text("browser_hash").notNull(),
    userAgent: text("user_agent").notNull(),
    /** The address at its push service. */
    endpoint: text("endpoint").notNull().unique(),
    /** Its keys, base64url: a message is encrypted with them. */
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("push_browser_user").on(table.userId),
    index("push_browser_browser").on(table.browserHash),
  ],
);
