import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { carId } from "#domain/car/car.table.ts";
import { FACTS, type FactValue } from "#domain/declaration/declaration.ts";
import { declaredChecks, declaredColumns } from "#domain/declaration/declaration.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { byUserId, userTable } from "#domain/identity/identity.table.ts";
import type { CarIllustration } from "#packages/car-illustration/options";
import { checkCode, checkCodes, happenedAt, rowId } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";
import { PROVINCES } from "#values/province.ts";
import {
  BODY_TYPES,
  COLOURS,
  CONDITIONS,
  type CylinderCount,
  DRIVES,
  FEATURES,
  FUELS,
  type SeatCount,
  TRANSMISSIONS,
} from "#values/vehicle.ts";
import { REPORT_REASONS } from "./listing-report.form.ts";
import { LISTING_EVENTS, LISTING_STATES } from "./listing-state.ts";

/**
 * A car for sale. The columns hold codes, never labels; the wire's names (`_id`, `totalRun`) are
 * only in listing.api.ts.
 */
export const listingTable = pgTable(
  "listing",
  {
    id: rowId(),
    sellerId: text("seller_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    dealershipId: uuid("dealership_id").references(() => dealershipTable.id),
    carId: carId(),
    make: text("make").notNull(),
    model: text("model").notNull(),
    trim: text("trim"),
    year: integer("year").notNull(),
    bodyType: text("body_type", { enum: BODY_TYPES }).notNull(),
    exteriorColour: text("exterior_colour", { enum: COLOURS }).notNull(),
    interiorColour: text("interior_colour", { enum: COLOURS }),
    transmission: text("transmission", { enum: TRANSMISSIONS }).notNull(),
    fuel: text("fuel", { enum: FUELS }).notNull(),
    drive: text("drive", { enum: DRIVES }),
    seats: smallint("seats").$type<SeatCount>(),
    cylinders: smallint("cylinders").$type<CylinderCount>(),
    engineCapacityCc: integer("engine_capacity_cc"),
    /** The features that the seller ticked; the car may have more. */
    features: text("features", { enum: FEATURES })
      .array()
      .notNull()
      .default(sql`'{}'`),
    odometerKm: integer("odometer_km").notNull(),
    priceCad: integer("price_cad").notNull(),
    condition: text("condition", { enum: CONDITIONS }).notNull(),
    description: text("description").notNull(),
    city: text("city").notNull(),
    provinceCode: text("province_code", { enum: PROVINCES }).notNull(),
    lat: doublePrecision("lat").notNull(),
    lon: doublePrecision("lon").notNull(),
    vin: text("vin"),
    purchasedOn: date("purchased_on"),
    registeredOn: date("registered_on"),
    ...declaredColumns,
    /** A dealership's statement that its price includes every fee except tax and licensing. */
    isAllInPrice: boolean("is_all_in_price").notNull().default(false),
    /** The dealership's own number of the car. */
    stockNumber: text("stock_number"),
    /** A private seller's statement that the car is theirs. */
    isOwnCar: boolean("is_own_car").notNull().default(false),
    /**
     * Whether "Show number" reveals a private seller’s number; a dealership’s is always revealed.
     */
    showsPhone: boolean("shows_phone").notNull().default(false),
    state: text("state", { enum: LISTING_STATES }).notNull().default("draft"),
    postedAt: timestamp("posted_at", { withTimezone: true }),
    soldAt: timestamp("sold_at", { withTimezone: true }),
    /**
     * When it was reserved for the bidder whose bid was accepted; still live, but accepts no other
     * bid.
     */
    reservedAt: timestamp("reserved_at", { withTimezone: true }),
    /** How the car is drawn until there are photos (picture-address.ts). */
    illustration: jsonb("illustration").$type<CarIllustration>().notNull(),
    isDemo: boolean("is_demo").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("listing_live_body_posted").on(table.state, table.bodyType, table.postedAt),
    index("listing_live_posted").on(table.state, table.postedAt, table.id),
    index("listing_lat_lon").on(table.lat, table.lon),
    index("listing_seller").on(table.sellerId),
    index("listing_vin").on(table.vin),
    index("listing_car").on(table.carId),
    checkCode("listing_body_type_code", table.bodyType, BODY_TYPES),
    checkCode("listing_exterior_colour_code", table.exteriorColour, COLOURS),
    checkCode("listing_interior_colour_code", table.interiorColour, COLOURS),
    checkCode("listing_transmission_code", table.transmission, TRANSMISSIONS),
    checkCode("listing_fuel_code", table.fuel, FUELS),
    checkCode("listing_drive_code", table.drive, DRIVES),
    checkCodes("listing_features_code", table.features, FEATURES),
    checkCode("listing_condition_code", table.condition, CONDITIONS),
    checkCode("listing_province_code", table.provinceCode, PROVINCES),
    checkCode("listing_state_code", table.state, LISTING_STATES),
    ...declaredChecks(table),
  ],
);

/** The history of a listing: its states, who moved it and when. Rows are only added. */
export const listingEventTable = pgTable(
  "listing_event",
  {
    id: rowId(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: LISTING_EVENTS }).notNull(),
    /**
     * The bid for which the car was held or sold, if any. Its foreign key (`on delete set null`,
     * drizzle/0005) is not declared here, because bids come after listings. A test of bids checks
     * that it exists.
     */
    bidId: uuid("bid_id"),
    byUserId: byUserId(),
    at: happenedAt(),
  },
  (table) => [
    index("listing_event_listing").on(table.listingId, table.at),
    checkCode("listing_event_kind_code", table.kind, LISTING_EVENTS),
  ],
);

/** Each earlier price of a listing. Rows are only added. */
export const listingPriceChangeTable = pgTable(
  "listing_price_change",
  {
    id: rowId(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    fromCad: integer("from_cad").notNull(),
    toCad: integer("to_cad").notNull(),
    byUserId: byUserId(),
    at: happenedAt(),
  },
  (table) => [index("listing_price_change_listing").on(table.listingId, table.at)],
);

/**
 * `applied` at once; `waiting` for staff, who confirm or decline it; `withdrawn` by its seller
 * before that.
 */
const DECLARED_CHANGE_STATES = [
  "applied",
  "waiting",
  "confirmed",
  "declined",
  "withdrawn",
] as const;

/**
 * Each correction of a declared fact of a car, with the earlier answer. While one waits, the
 * listing shows the earlier answer. Rows are only added, and decided once.
 */
export const declaredChangeTable = pgTable(
  "listing_declared_change",
  {
    id: rowId(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    fact: text("fact", { enum: FACTS }).notNull(),
    earlier: jsonb("earlier").$type<FactValue>().notNull(),
    /** Null: no longer declared. */
    answer: jsonb("answer").$type<FactValue>(),
    state: text("state", { enum: DECLARED_CHANGE_STATES }).notNull(),
    byUserId: byUserId(),
    at: happenedAt(),
    decidedByUserId: text("decided_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
  },
  (table) => [
    index("listing_declared_change_listing").on(table.listingId, table.at),
    uniqueIndex("listing_declared_change_waiting")
      .on(table.listingId, table.fact)
      .where(sql`${table.state} = 'waiting'`),
    checkCode("listing_declared_change_fact_code", table.fact, FACTS),
    checkCode("listing_declared_change_state_code", table.state, DECLARED_CHANGE_STATES),
  ],
);

/**
 * How often a listing's page was opened on a day. Only a count: nothing is stored about the
 * visitors.
 */
export const listingViewDayTable = pgTable(
  "listing_view_day",
  {
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    day: date("day").notNull(),
    views: integer("views").notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.day] })],
);

/** A listing that a member has saved. */
export const savedListingTable = pgTable(
  "saved_listing",
  {
    id: rowId(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique("saved_listing_once").on(table.userId, table.listingId),
    index("saved_listing_listing").on(table.listingId),
  ],
);

/** What somebody reported about a listing, and which staff member settled it. */
export const listingReportTable = pgTable(
  "listing_report",
  {
    id: rowId(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    reason: text("reason", { enum: REPORT_REASONS }).notNull(),
    details: text("details").notNull().default(""),
    locale: text("locale", { enum: LOCALES }).notNull(),
    /** Null if nobody was signed in. */
    reportedByUserId: text("reported_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    reportedAt: timestamp("reported_at", { withTimezone: true }).notNull().defaultNow(),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    settledByUserId: text("settled_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
  },
  (table) => [
    index("listing_report_open").on(table.settledAt, table.reportedAt),
    checkCode("listing_report_reason_code", table.reason, REPORT_REASONS),
    checkCode("listing_report_locale_code", table.locale, LOCALES),
  ],
);

/**
 * A photo of a listed car. Its files are in the storage, one per width and format
 * (photo-address.ts).
 */
export const listingPhotoTable = pgTable(
  "listing_photo",
  {
    id: rowId(),
    /**
     * Null after the listing was deleted with its seller's account: the files are then deleted too.
     */
    listingId: uuid("listing_id").references(() => listingTable.id, { onDelete: "set null" }),
    /** From 0; the first one is shown on cards. Gaps are allowed. */
    position: integer("position").notNull(),
    /** A random name, unrelated to the name of the uploaded file. */
    key: text("key").notNull().unique(),
    /** The size of the widest file. */
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    /** The seller's description of what it shows; may be empty. */
    alt: text("alt").notNull().default(""),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** When its seller removed it. They may still restore it; later the files are deleted too. */
    removedAt: timestamp("removed_at", { withTimezone: true }),
  },
  (table) => [
    index("listing_photo_shown")
      .on(table.listingId, table.position)
      .where(sql`${table.removedAt} is null`),
    index("listing_photo_removed")
      .on(table.removedAt)
      .where(sql`${table.removedAt} is not null`),
  ],
);
