import { checkCode, rowId } from "#platform/database/columns.ts";
import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const OUTBOX_CHANNELS = ["sms", "email"] as const;

/** Demo mode only: SMS and e-mail for which no provider is configured. */
export const outboxMessageTable = pgTable(
  "outbox_message",
  {
    id: rowId(),
    channel: text("channel", { enum: OUTBOX_CHANNELS }).notNull(),
    to: text("to").notNull(),
    subject: text("subject"),
    text: text("text").notNull(),
    html: text("html"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("outbox_message_created").on(table.createdAt),
    checkCode("outbox_message_channel_code", table.channel, OUTBOX_CHANNELS),
  ],
);
