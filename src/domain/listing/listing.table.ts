import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { LISTING_STATES } from "./listing-state.ts";

/** A car for sale. Codes, never labels; the wire's names (`_id`, `totalRun`) belong to listing.api.ts. */
export const listingTable = pgTable(
  "listing",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    sellerId: text("seller_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    dealershipId: uuid("dealership_id").references(() => dealershipTable.id),
    make: text("make").notNull(),
    model: text("model").notNull(),
    trim: text("trim"),
    year: integer("year").notNull(),
    bodyType: text("body_type").notNull(),
    exteriorColour: text("exterior_colour").notNull(),
    interiorColour: text("interior_colour"),
    transmission: text("transmission").notNull(),
    fuel: text("fuel").notNull(),
    drive: text("drive"),
    engineCapacityCc: integer("engine_capacity_cc"),
    odometerKm: integer("odometer_km").notNull(),
    priceCad: integer("price_cad").notNull(),
    condition: text("condition").notNull(),
    description: text("description").notNull(),
    city: text("city").notNull(),
    provinceCode: text("province_code").notNull(),
    lat: doublePrecision("lat").notNull(),
    lon: doublePrecision("lon").notNull(),
    vin: text("vin"),
    purchasedOn: date("purchased_on"),
    registeredOn: date("registered_on"),
    state: text("state", { enum: LISTING_STATES }).notNull().default("draft"),
    postedAt: timestamp("posted_at", { withTimezone: true }),
    soldAt: timestamp("sold_at", { withTimezone: true }),
    /** Held for the bidder whose bid the seller accepted; still live, but it takes no other bid. */
    reservedAt: timestamp("reserved_at", { withTimezone: true }),
    /** How the drawn picture looks until there are photos (picture-address.ts). */
    illustration: jsonb("illustration").notNull(),
    isDemo: boolean("is_demo").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("listing_live_body_posted").on(table.state, table.bodyType, table.postedAt),
    index("listing_live_posted").on(table.state, table.postedAt, table.id),
    index("listing_lat_lon").on(table.lat, table.lon),
    index("listing_seller").on(table.sellerId),
    index("listing_vin").on(table.vin),
  ],
);
