import { boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { checkCode, rowId } from "#platform/database/columns.ts";
import { MESSAGE_PURPOSES, TEMPLATE_CHANNELS } from "./template.ts";

/** Texts that staff send from a lead again and again, in both languages. */
export const messageTemplateTable = pgTable(
  "message_template",
  {
    id: rowId(),
    name: text("name").notNull().unique(),
    channel: text("channel", { enum: TEMPLATE_CHANNELS }).notNull(),
    purpose: text("purpose", { enum: MESSAGE_PURPOSES }).notNull(),
    /** Empty for an SMS. */
    subjectEn: text("subject_en").notNull().default(""),
    subjectFr: text("subject_fr").notNull().default(""),
    textEn: text("text_en").notNull(),
    textFr: text("text_fr").notNull(),
    isOffered: boolean("is_offered").notNull().default(true),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    checkCode("message_template_channel_code", table.channel, TEMPLATE_CHANNELS),
    checkCode("message_template_purpose_code", table.purpose, MESSAGE_PURPOSES),
  ],
);
