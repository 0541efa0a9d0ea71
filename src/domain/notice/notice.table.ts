import { boolean, date, pgTable, text } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { checkCode } from "#platform/database/columns.ts";
import { NOTICE_WAYS } from "./notice.ts";

const way = (name: string) => text(name, { enum: NOTICE_WAYS }).notNull();

/** How a member of staff wants to be told; no row if they never chose (`DEFAULT_PREFERENCE`). */
export const noticePreferenceTable = pgTable(
  "notice_preference",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => userTable.id, { onDelete: "cascade" }),
    newLead: way("new_lead"),
    answer: way("answer"),
    deliveryFailed: way("delivery_failed"),
    overdue: way("overdue"),
    hasDigest: boolean("has_digest").notNull(),
    /** `HH:MM`; both or neither. */
    quietFrom: text("quiet_from"),
    quietTo: text("quiet_to"),
  },
  (table) => [
    checkCode("notice_preference_new_lead_code", table.newLead, NOTICE_WAYS),
    checkCode("notice_preference_answer_code", table.answer, NOTICE_WAYS),
    checkCode("notice_preference_delivery_failed_code", table.deliveryFailed, NOTICE_WAYS),
    checkCode("notice_preference_overdue_code", table.overdue, NOTICE_WAYS),
  ],
);

/** Who is on call, week by week; a week without a row has nobody. */
export const onCallWeekTable = pgTable("on_call_week", {
  monday: date("monday").primaryKey(),
  userId: text("user_id")
    .notNull()
    .references(() => userTable.id, { onDelete: "cascade" }),
});
