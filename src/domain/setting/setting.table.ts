import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { checkCode } from "#platform/database/columns.ts";
import { SETTING_NAMES } from "./setting.ts";

/**
 * Settings that differ from their default, or did once. Who set them, and the earlier values, are
 * in the audit log.
 */
export const settingTable = pgTable(
  "setting",
  {
    name: text("name", { enum: SETTING_NAMES }).primaryKey(),
    value: jsonb("value").notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
  },
  (table) => [checkCode("setting_name_code", table.name, SETTING_NAMES)],
);
