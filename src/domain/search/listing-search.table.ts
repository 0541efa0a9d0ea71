import { sql } from "drizzle-orm";
import {
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { listingTable } from "#domain/listing/listing.table.ts";
import type { PackedColumn } from "./facet-kinds.ts";
import { packedExpression } from "./packed-columns.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** The names of makes, models and cities, with the small numbers by which the search counts. */
export const searchMakeTable = pgTable("search_make", {
  id: smallint("id").primaryKey().generatedAlwaysAsIdentity(),
  name: text("name").notNull().unique(),
});

export const searchModelTable = pgTable(
  "search_model",
  {
    id: smallint("id").primaryKey().generatedAlwaysAsIdentity(),
    makeId: smallint("make_id")
      .notNull()
      .references(() => searchMakeTable.id),
    name: text("name").notNull(),
  },
  (table) => [unique("search_model_make_name").on(table.makeId, table.name)],
);

export const searchCityTable = pgTable(
  "search_city",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    /** Position in PROVINCES, from 1. */
    province: smallint("province").notNull(),
    name: text("name").notNull(),
  },
  (table) => [unique("search_city_province_name").on(table.province, table.name)],
);

/** The last in the order of deals: no price of similar cars is known. */
export const UNRATED = 32_767;

/**
 * The columns of a listing that the search reads. Triggers (drizzle/…_search_follows.sql) update
 * them with `listing` and `bid` in the transaction of every write. Nothing else may write here,
 * except the deal rank. Codes are stored as their positions in the lists of facets.ts, from 1; 0
 * means none of them.
 *
 * A new facet of codes needs its column here, then a migration: the output of drizzle-kit (with the
 * new columns before the packed ones that read them), and after it the output of search-follows.ts.
 */
export const listingSearchTable = pgTable(
  "listing_search",
  {
    listingId: uuid("listing_id")
      .primaryKey()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    postedAt: timestamp("posted_at", { withTimezone: true }).notNull(),
    /** Null for a car that is not sold, and for a sold one whose time of sale is not known. */
    soldAt: timestamp("sold_at", { withTimezone: true }),
    lat: doublePrecision("lat").notNull(),
    lon: doublePrecision("lon").notNull(),
    priceCad: integer("price_cad").notNull(),
    odometerKm: integer("odometer_km").notNull(),
    bidCount: integer("bid_count").notNull().default(0),
    /**
     * The position in the order of deals (`rankDeal`): the lower, the better. Written periodically
     * (deal-ranks.server.ts); a trigger resets it if the car's facts or price change.
     */
    dealRank: smallint("deal_rank").notNull().default(UNRATED),
    cityId: integer("city_id").notNull(),
    /** 0 hidden, 1 live, 2 sold. A hidden listing stays, so that its bids are still counted. */
    status: smallint("status").notNull(),
    makeId: smallint("make_id").notNull(),
    modelId: smallint("model_id").notNull(),
    year: smallint("year").notNull(),
    bodyType: smallint("body_type").notNull(),
    colour: smallint("colour").notNull(),
    province: smallint("province").notNull(),
    fuel: smallint("fuel").notNull(),
    transmission: smallint("transmission").notNull(),
    drive: smallint("drive").notNull(),
    seats: smallint("seats").notNull().default(0),
    cylinders: smallint("cylinders").notNull().default(0),
    condition: smallint("condition").notNull(),
    seller: smallint("seller").notNull(),
    accidents: smallint("accidents").notNull().default(0),
    brand: smallint("brand").notNull().default(0),
    owners: smallint("owners").notNull().default(0),
    /** Sorted in the order of the list of codes. */
    features: smallint("features")
      .array()
      .notNull()
      .default(sql`'{}'`),
    // Columns with few values, packed together: one scan with a grouping set for each counts every
    // facet, and packed-columns.ts unpacks the numbers.
    modelBody: integer("model_body").notNull().generatedAlwaysAs(packed("model_body")),
    yearPrice: smallint("year_price").notNull().generatedAlwaysAs(packed("year_price")),
    kmDriveline: smallint("km_driveline").notNull().generatedAlwaysAs(packed("km_driveline")),
    declared: smallint("declared").notNull().generatedAlwaysAs(packed("declared")),
    look: smallint("look").notNull().generatedAlwaysAs(packed("look")),
    featuresFirst: smallint("features_first").notNull().generatedAlwaysAs(packed("features_first")),
    featuresLast: smallint("features_last").notNull().generatedAlwaysAs(packed("features_last")),
  },
  (table) => [
    // Ascending: read backwards, it serves `desc`. Drizzle's own `desc()` adds "nulls last", which
    // no query orders by.
    index("listing_search_posted")
      .on(table.postedAt, table.listingId)
      .where(sql`status = 1`),
    index("listing_search_sold")
      .on(table.postedAt, table.listingId)
      .where(sql`status = 2`),
    // It contains everything that a landing page shows of sales, so that no row is read.
    index("listing_search_sales")
      .on(
        table.soldAt,
        table.bodyType,
        table.makeId,
        table.modelId,
        table.province,
        table.cityId,
        table.postedAt,
      )
      .where(sql`status = 2`),
    index("listing_search_live")
      .on(table.listingId)
      .where(sql`status = 1`),
    index("listing_search_price")
      .on(table.priceCad, table.listingId)
      .where(sql`status = 1`),
    index("listing_search_km")
      .on(table.odometerKm, table.listingId)
      .where(sql`status = 1`),
    index("listing_search_bids")
      .on(table.bidCount, table.listingId)
      .where(sql`status = 1`),
    index("listing_search_deal")
      .on(table.dealRank, table.listingId)
      .where(sql`status = 1`),
    index("listing_search_model")
      .on(table.makeId, table.modelId, table.postedAt, table.listingId)
      .where(sql`status = 1`),
    index("listing_search_body")
      .on(table.bodyType, table.postedAt, table.listingId)
      .where(sql`status = 1`),
    index("listing_search_province")
      .on(table.province, table.postedAt, table.listingId)
      .where(sql`status = 1`),
    index("listing_search_city")
      .on(table.cityId, table.postedAt, table.listingId)
      .where(sql`status = 1`),
    index("listing_search_features")
      .using("gin", table.features)
      // Sellers write rarely. With fastupdate, every search would also read the list of pending
      // entries.
      .with({ fastupdate: false })
      .where(sql`status = 1`),
    index("listing_search_point")
      .using("gist", sql`point(lon, lat)`)
      .where(sql`status = 1`),
  ],
);

function packed(column: PackedColumn) {
  return sql.raw(packedExpression(column));
}

/**
 * The words of a listing, folded. A separate table, because they would make the narrow row wide.
 */
export const listingTextTable = pgTable(
  "listing_text",
  {
    listingId: uuid("listing_id")
      .primaryKey()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    words: tsvector("words").notNull(),
  },
  (table) => [index("listing_text_words").using("gin", table.words)],
);
