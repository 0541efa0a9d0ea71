import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { checkCode, rowId } from "#platform/database/columns.ts";
import { INBOUND_KINDS, type LeftOut, MATCH_WAYS } from "./inbound-email.ts";

/** A mail that came in. It is deleted with its lead, or after some days if it has none. */
export const inboundEmailTable = pgTable(
  "inbound_email",
  {
    id: rowId(),
    /** RFC 5322 §3.6.4, or a digest of the mail if it has none: each mail is stored once. */
    messageId: text("message_id").notNull().unique(),
    kind: text("kind", { enum: INBOUND_KINDS }).notNull(),
    /** Null until staff say which lead it belongs to. */
    leadId: uuid("lead_id").references(() => leadTable.id, { onDelete: "cascade" }),
    /** Its line in the lead's history. */
    eventId: uuid("event_id")
      .unique()
      .references(() => leadEventTable.id, { onDelete: "set null" }),
    matchedBy: text("matched_by", { enum: MATCH_WAYS }),
    fromAddress: text("from_address").notNull(),
    fromName: text("from_name").notNull(),
    subject: text("subject").notNull(),
    /** What the person wrote, as plain text. */
    text: text("text").notNull(),
    /** The earlier mails that their program quoted below it. */
    quoted: text("quoted").notNull(),
    leftOut: jsonb("left_out").$type<readonly LeftOut[]>().notNull(),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("inbound_email_lead").on(table.leadId),
    index("inbound_email_unmatched")
      .on(table.receivedAt)
      .where(sql`${table.leadId} is null`),
    checkCode("inbound_email_kind_code", table.kind, INBOUND_KINDS),
    checkCode("inbound_email_matched_by_code", table.matchedBy, MATCH_WAYS),
  ],
);
