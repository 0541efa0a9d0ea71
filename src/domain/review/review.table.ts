import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { checkCode, rowId } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";
import { DECLINE_REASONS, REVIEW_STATES } from "./review.ts";

/**
 * Who was asked for a review, once per person, ever: the sender of a lead, or the buyer or seller
 * of a listing. The row is deleted with the lead, the listing or the account; the review stays.
 */
export const reviewRequestTable = pgTable(
  "review_request",
  {
    id: rowId(),
    leadId: uuid("lead_id")
      .unique()
      .references(() => leadTable.id, { onDelete: "cascade" }),
    listingId: uuid("listing_id").references(() => listingTable.id, { onDelete: "cascade" }),
    userId: text("user_id").references(() => userTable.id, { onDelete: "cascade" }),
    /** The MAC of the address: it only shows who was asked before. */
    emailMac: text("email_mac").notNull().unique(),
    askedAt: timestamp("asked_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("review_request_listing").on(table.listingId),
    index("review_request_user").on(table.userId),
    check(
      "review_request_deal",
      sql`num_nonnulls(${table.leadId}, ${table.listingId}) = 1 and (${table.listingId} is null) = (${table.userId} is null)`,
    ),
  ],
);

/**
 * What a customer wrote, shown unchanged and in its own language. A trigger (in the migration that
 * added `state`) refuses every change of the text.
 */
export const reviewTable = pgTable(
  "review",
  {
    id: rowId(),
    /** Null for the demo's samples, and after the request was deleted with its lead. */
    requestId: uuid("request_id")
      .unique()
      .references(() => reviewRequestTable.id, { onDelete: "set null" }),
    author: text("author").notNull(),
    place: text("place").notNull(),
    locale: text("locale", { enum: LOCALES }).notNull(),
    stars: integer("stars").notNull(),
    text: text("text").notNull(),
    isDemo: boolean("is_demo").notNull().default(false),
    state: text("state", { enum: REVIEW_STATES }).notNull(),
    writtenAt: timestamp("written_at", { withTimezone: true }).notNull().defaultNow(),
    /** Why it is not shown, if staff say so. */
    declinedFor: text("declined_for", { enum: DECLINE_REASONS }),
    publishedAt: timestamp("published_at", { withTimezone: true }),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
    decidedByUserId: text("decided_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    reply: text("reply"),
    repliedAt: timestamp("replied_at", { withTimezone: true }),
    repliedByUserId: text("replied_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
  },
  (table) => [
    checkCode("review_locale_code", table.locale, LOCALES),
    checkCode("review_state_code", table.state, REVIEW_STATES),
    checkCode("review_declined_for_code", table.declinedFor, DECLINE_REASONS),
  ],
);
