import { sql } from "drizzle-orm";
import { boolean, check, date, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { checkCode, checkCodes } from "#platform/database/columns.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { LOCALES } from "#values/locale.ts";
import { REGIONS } from "#values/province.ts";
import { ASSIGNMENT_METHODS } from "./assignment.ts";

/**
 * The one row says how new leads are given out. Whoever gives one out locks it, so that two leads
 * at once go to two people.
 */
export const assignmentRuleTable = pgTable(
  "assignment_rule",
  {
    id: integer("id").primaryKey().default(1),
    method: text("method", { enum: ASSIGNMENT_METHODS }).notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    check("assignment_rule_one_row", sql`${table.id} = 1`),
    checkCode("assignment_rule_method_code", table.method, ASSIGNMENT_METHODS),
  ],
);

/** Which new leads a member of staff gets by the rule. Without a row they get none. */
export const assigneeTable = pgTable(
  "assignee",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => userTable.id, { onDelete: "cascade" }),
    getsLeads: boolean("gets_leads").notNull(),
    languages: text("languages", { enum: LOCALES }).array().notNull(),
    provinces: text("provinces", { enum: REGIONS }).array().notNull(),
    kinds: text("kinds", { enum: LEAD_KINDS }).array().notNull(),
    mostOpen: integer("most_open"),
    absentFrom: date("absent_from"),
    absentUntil: date("absent_until"),
    workHours: text("work_hours")
      .array()
      .notNull()
      .default(sql`'{}'`),
    lastGivenAt: timestamp("last_given_at", { withTimezone: true }),
  },
  (table) => [
    checkCodes("assignee_languages_code", table.languages, LOCALES),
    checkCodes("assignee_provinces_code", table.provinces, REGIONS),
    checkCodes("assignee_kinds_code", table.kinds, LEAD_KINDS),
  ],
);
