import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { carTable } from "#domain/car/car.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { byUserId, userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { checkCode, happenedAt, rowId } from "#platform/database/columns.ts";
import { PROVINCES } from "#values/province.ts";
import { BODY_TYPES, COLOURS } from "#values/vehicle.ts";
import { CHECKLIST_ITEMS } from "./checklist.ts";
import { CALL_OFF_REASONS, DEAL_SIDES, DEAL_STATES } from "./deal-state.ts";

/** How a deal began: with an accepted bid, or with an accepted dealer offer. */
export const DEAL_WAYS = ["bid", "dealer_offer"] as const;

/**
 * What two sides agreed about a car: who, at which price, when, and the car as it was then. Its
 * state follows the car. It is deleted with its listing, its request or its people.
 */
export const dealTable = pgTable(
  "deal",
  {
    id: rowId(),
    reference: text("reference").notNull().unique(),
    carId: uuid("car_id")
      .notNull()
      .references(() => carTable.id),
    way: text("way", { enum: DEAL_WAYS }).notNull(),
    /**
     * The id of the bid or dealer offer. Those concepts come after this one, so there is no foreign
     * key.
     */
    wayId: uuid("way_id").notNull(),
    /** The listing of the bid; null if a dealership bought from a request. */
    listingId: uuid("listing_id").references(() => listingTable.id, { onDelete: "cascade" }),
    /** The request that the dealership answered. */
    leadId: uuid("lead_id").references(() => leadTable.id, { onDelete: "cascade" }),
    /** None where the request was sent without an account. */
    sellerUserId: text("seller_user_id").references(() => userTable.id, { onDelete: "cascade" }),
    sellerDealershipId: uuid("seller_dealership_id").references(() => dealershipTable.id),
    buyerUserId: text("buyer_user_id").references(() => userTable.id, { onDelete: "cascade" }),
    buyerDealershipId: uuid("buyer_dealership_id").references(() => dealershipTable.id),
    /** E.164, as the buyer gave it with the bid. */
    buyerPhone: text("buyer_phone"),
    priceCad: integer("price_cad").notNull(),
    state: text("state", { enum: DEAL_STATES }).notNull().default("agreed"),
    agreedAt: timestamp("agreed_at", { withTimezone: true }).notNull(),
    /** The account that accepted last; null if that person had no account. */
    agreedByUserId: text("agreed_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    agreedBySide: text("agreed_by_side", { enum: DEAL_SIDES }).notNull(),
    /** The time of the handover or call-off, the side that did it, and its reason, if any. */
    endedAt: timestamp("ended_at", { withTimezone: true }),
    endedBySide: text("ended_by_side", { enum: DEAL_SIDES }),
    endReason: text("end_reason", { enum: CALL_OFF_REASONS }),
    endNote: text("end_note"),
    /** Kilometres at the handover, if somebody entered them. */
    handoverOdometerKm: integer("handover_odometer_km"),

    // The car at the time of the agreement: its listing may be edited afterwards.
    year: integer("year").notNull(),
    make: text("make").notNull(),
    model: text("model").notNull(),
    trim: text("trim"),
    vin: text("vin"),
    odometerKm: integer("odometer_km"),
    bodyType: text("body_type", { enum: BODY_TYPES }),
    exteriorColour: text("exterior_colour", { enum: COLOURS }),
    city: text("city").notNull().default(""),
    provinceCode: text("province_code", { enum: PROVINCES }),
  },
  (table) => [
    // A car has at most one deal that is not called off.
    uniqueIndex("deal_one_standing")
      .on(table.carId)
      .where(sql`${table.state} <> 'called_off'`),
    index("deal_car").on(table.carId, table.agreedAt),
    index("deal_way").on(table.wayId),
    index("deal_listing").on(table.listingId),
    index("deal_lead").on(table.leadId),
    index("deal_seller").on(table.sellerUserId),
    index("deal_buyer").on(table.buyerUserId),
    index("deal_buyer_dealership").on(table.buyerDealershipId),
    checkCode("deal_way_code", table.way, DEAL_WAYS),
    checkCode("deal_state_code", table.state, DEAL_STATES),
    checkCode("deal_agreed_by_side_code", table.agreedBySide, DEAL_SIDES),
    checkCode("deal_ended_by_side_code", table.endedBySide, DEAL_SIDES),
    checkCode("deal_end_reason_code", table.endReason, CALL_OFF_REASONS),
    checkCode("deal_body_type_code", table.bodyType, BODY_TYPES),
    checkCode("deal_exterior_colour_code", table.exteriorColour, COLOURS),
    checkCode("deal_province_code", table.provinceCode, PROVINCES),
    check("deal_price", sql`${table.priceCad} > 0`),
    check("deal_ended", sql`(${table.state} = 'agreed') = (${table.endedAt} is null)`),
    check(
      "deal_buyer_known",
      sql`(${table.buyerUserId} is null) <> (${table.buyerDealershipId} is null)`,
    ),
    check(
      "deal_begun",
      sql`(${table.way} = 'bid') = (${table.listingId} is not null)
        and (${table.way} = 'dealer_offer') = (${table.leadId} is not null)`,
    ),
  ],
);

export type Deal = typeof dealTable.$inferSelect;

/** A checklist item that one side has ticked. Unticking it deletes the row. */
export const dealTickTable = pgTable(
  "deal_tick",
  {
    dealId: uuid("deal_id")
      .notNull()
      .references(() => dealTable.id, { onDelete: "cascade" }),
    item: text("item", { enum: CHECKLIST_ITEMS }).notNull(),
    side: text("side", { enum: DEAL_SIDES }).notNull(),
    byUserId: byUserId(),
    at: happenedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.item, table.side] }),
    checkCode("deal_tick_item_code", table.item, CHECKLIST_ITEMS),
    checkCode("deal_tick_side_code", table.side, DEAL_SIDES),
  ],
);
