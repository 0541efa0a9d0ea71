import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Settings that differ from their default, or did once. Who set them, and the earlier values, are
 * in the audit log. Names come and go with releases (setting.ts), so none is refused here; a name
 * that this release does not know is not read.
 */
export const settingTable = pgTable("setting", {
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
});
