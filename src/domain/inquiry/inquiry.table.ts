import { sql } from "drizzle-orm";
import {
  check,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { dealTable } from "#domain/deal/deal.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { checkCode } from "#platform/database/columns.ts";
import { INQUIRY_KINDS } from "./inquiry.ts";

const newId = (name: string) =>
  uuid(name)
    .primaryKey()
    .default(sql`uuidv7()`);

/**
 * A conversation about a car: between a member and the seller of a listing, one per person and car;
 * or between a dealership and a seller about a deal that has no listing.
 */
export const inquiryTable = pgTable(
  "inquiry",
  {
    id: newId("id"),
    listingId: uuid("listing_id").references(() => listingTable.id, { onDelete: "cascade" }),
    askerId: text("asker_id").references(() => userTable.id, { onDelete: "cascade" }),
    dealId: uuid("deal_id")
      .unique()
      .references(() => dealTable.id, { onDelete: "cascade" }),
    /** The kind of the last question. */
    kind: text("kind", { enum: INQUIRY_KINDS }).notNull(),
  },
  (table) => [
    uniqueIndex("inquiry_listing_asker").on(table.listingId, table.askerId),
    index("inquiry_asker").on(table.askerId),
    check(
      "inquiry_about",
      sql`(${table.listingId} is null) = (${table.askerId} is null)
        and (${table.listingId} is null) <> (${table.dealId} is null)`,
    ),
    checkCode("inquiry_kind_code", table.kind, INQUIRY_KINDS),
  ],
);

/** The messages in order. Rows are only added. */
export const inquiryMessageTable = pgTable(
  "inquiry_message",
  {
    id: newId("id"),
    inquiryId: uuid("inquiry_id")
      .notNull()
      .references(() => inquiryTable.id, { onDelete: "cascade" }),
    byUserId: text("by_user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [index("inquiry_message_inquiry").on(table.inquiryId, table.at)],
);

/** A report of a conversation by one of its sides; staff settle it. */
export const inquiryReportTable = pgTable(
  "inquiry_report",
  {
    id: newId("id"),
    inquiryId: uuid("inquiry_id")
      .notNull()
      .references(() => inquiryTable.id, { onDelete: "cascade" }),
    reportedByUserId: text("reported_by_user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    reportedAt: timestamp("reported_at", { withTimezone: true }).notNull(),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    settledByUserId: text("settled_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
  },
  (table) => [
    index("inquiry_report_open").on(table.settledAt, table.reportedAt),
    // Until a report is settled, reporting again makes no second one.
    uniqueIndex("inquiry_report_once")
      .on(table.inquiryId, table.reportedByUserId)
      .where(sql`${table.settledAt} is null`),
  ],
);

/** Members who want no more messages from another one. */
export const memberBlockTable = pgTable(
  "member_block",
  {
    blockerId: text("blocker_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    blockedId: text("blocked_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.blockerId, table.blockedId] })],
);
