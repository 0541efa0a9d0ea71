import { sql } from "drizzle-orm";
import { boolean, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { byUserId, userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { checkCode, rowId } from "#platform/database/columns.ts";
import { REMINDERS, TASK_KINDS } from "./task.ts";

/** What staff have to do, or whom they meet; about a lead or about nothing in particular. */
export const taskTable = pgTable(
  "task",
  {
    id: rowId(),
    kind: text("kind", { enum: TASK_KINDS }).notNull(),
    title: text("title").notNull(),
    /** Of an appointment. */
    place: text("place"),
    leadId: uuid("lead_id").references(() => leadTable.id, { onDelete: "cascade" }),
    /** Null if that person left the team: then it is everybody's. */
    forUserId: text("for_user_id").references(() => userTable.id, { onDelete: "set null" }),
    /** The day, and the moment; of a whole day's task, the morning. */
    dueOn: date("due_on").notNull(),
    dueAt: timestamp("due_at", { withTimezone: true }).notNull(),
    isWholeDay: boolean("is_whole_day").notNull(),
    reminder: text("reminder", { enum: REMINDERS }).notNull(),
    /** When its reminder is to be mailed; null if none is, or if it was. */
    remindAt: timestamp("remind_at", { withTimezone: true }),
    doneAt: timestamp("done_at", { withTimezone: true }),
    doneByUserId: text("done_by_user_id").references(() => userTable.id, { onDelete: "set null" }),
    /** A deleted task can be put back for a while; calendars learn from it that it is cancelled. */
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
    /** How often it was changed: a calendar takes a higher one for the newer version. */
    revision: integer("revision").notNull().default(0),
    changedAt: timestamp("changed_at", { withTimezone: true }),
    byUserId: byUserId(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("task_for_due").on(table.forUserId, table.dueAt),
    index("task_lead").on(table.leadId),
    index("task_remind")
      .on(table.remindAt)
      .where(sql`${table.remindAt} is not null`),
    checkCode("task_kind_code", table.kind, TASK_KINDS),
    checkCode("task_reminder_code", table.reminder, REMINDERS),
  ],
);

/**
 * Each person's calendar feed. Its address holds a key that is made from the person and the round,
 * so that none is stored; another round makes another address, and the earlier ones stop working.
 */
export const calendarFeedTable = pgTable("calendar_feed", {
  userId: text("user_id")
    .primaryKey()
    .references(() => userTable.id, { onDelete: "cascade" }),
  round: integer("round").notNull(),
});
