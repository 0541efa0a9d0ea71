import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * What settings are to be once an administrator publishes it: one value a setting, for the whole
 * site.
 */
export const settingDraftTable = pgTable("setting_draft", {
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
  draftedAt: timestamp("drafted_at", { withTimezone: true }).notNull(),
  /** As in the audit log, which says the same of what was published. */
  byAccountId: text("by_account_id").notNull(),
});
