import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { checkCode } from "#platform/database/columns.ts";
import { SETTING_NAMES } from "./setting.ts";

/** What was set to something else than its default. Who set it, and what it was before, is on record. */
export const settingTable = pgTable(
  "setting",
  {
    name: text("name", { enum: SETTING_NAMES }).primaryKey(),
    value: jsonb("value").notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
  },
  (table) => [checkCode("setting_name_code", table.name, SETTING_NAMES)],
);
