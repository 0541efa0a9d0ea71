import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { byUserId, userTable } from "#domain/identity/identity.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { checkCode, happenedAt, rowId } from "#platform/database/columns.ts";
import { BID_STATES, COUNTER_ANSWERS } from "./bid-state.ts";
import { BID_EVENTS } from "./bid.ts";

/** A price that a member offers for a listing. */
export const bidTable = pgTable(
  "bid",
  {
    id: rowId(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    bidderId: text("bidder_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    priceCad: integer("price_cad").notNull(),
    phone: text("phone").notNull(),
    message: text("message").notNull().default(""),
    /** The state after its newest event. */
    state: text("state", { enum: BID_STATES }).notNull().default("open"),
    /** The seller's counter-offer, one per bid, and how its bidder answered. */
    counterCad: integer("counter_cad"),
    counterAnswer: text("counter_answer", { enum: COUNTER_ANSWERS }),
    placedAt: timestamp("placed_at", { withTimezone: true }).notNull().defaultNow(),
    isDemo: boolean("is_demo").notNull().default(false),
  },
  (table) => [
    index("bid_listing_price").on(table.listingId, table.priceCad),
    index("bid_bidder").on(table.bidderId),
    // One buyer per car, even if two browser windows of the seller accept at once.
    uniqueIndex("bid_one_accepted")
      .on(table.listingId)
      .where(sql`${table.state} = 'accepted'`),
    // One open bid per person and car: a new one replaces the last.
    uniqueIndex("bid_one_open")
      .on(table.listingId, table.bidderId)
      .where(sql`${table.state} = 'open'`),
    checkCode("bid_counter_answer_code", table.counterAnswer, COUNTER_ANSWERS),
    check("bid_counter", sql`${table.counterCad} >= 1000 and ${table.counterCad} % 10 = 0`),
    check(
      "bid_counter_answered",
      sql`${table.counterAnswer} is null or ${table.counterCad} is not null`,
    ),
    // SPEC.md §5 "Bid": at least 1000, in steps of 10.
    checkCode("bid_state_code", table.state, BID_STATES),
    check("bid_price", sql`${table.priceCad} >= 1000 and ${table.priceCad} % 10 = 0`),
  ],
);

/** The history of a bid, in order. Rows are only ever added. */
export const bidEventTable = pgTable(
  "bid_event",
  {
    id: rowId(),
    bidId: uuid("bid_id")
      .notNull()
      .references(() => bidTable.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: BID_EVENTS }).notNull(),
    byUserId: byUserId(),
    at: happenedAt(),
  },
  (table) => [
    index("bid_event_bid").on(table.bidId, table.at),
    checkCode("bid_event_kind_code", table.kind, BID_EVENTS),
  ],
);
