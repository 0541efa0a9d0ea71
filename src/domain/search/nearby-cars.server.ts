import { and, between, eq, lte, type SQL, sql } from "drizzle-orm";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { priceRangeForBudget } from "#domain/pricing/payment-estimate.ts";
import { db } from "#platform/database/database.server.ts";
import type { MonthlyRange } from "#values/budget.ts";
import type { CreditBand } from "#values/credit-band.ts";
import { boxAround, EARTH_RADIUS_KM, type Point } from "#values/distance.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { BodyType } from "#values/vehicle.ts";

/** How far to look, nearest first; past the last one, the whole province. */
const RADII_KM = [50, 100, 250] as const;
const BEST_COUNT = 3;

export type NearbySearch = {
  bodyType: BodyType;
  budget: MonthlyRange;
  creditBand: CreditBand;
  provinceCode: ProvinceCode;
  /** Null where the place was typed by hand: then the whole province is searched. */
  lat: number | null;
  lon: number | null;
};

export type NearbyMatches = {
  /** Live cars of the type that the budget's largest loan pays for, within the radius. */
  count: number;
  /** At most three: those that use the budget first, then the nearest, then the newest. */
  best: ListingCardFacts[];
  /** How far was looked. Null: in the whole province. */
  radiusKm: number | null;
};

/**
 * Searches the inventory by type, budget and place. It looks within 50, 100 and 250 km and stops at
 * the first that holds three cars; where none does, it takes the whole province, or the widest
 * circle where that holds more (near a border).
 */
export async function nearbyMatches(search: NearbySearch): Promise<NearbyMatches> {
  const { lat, lon } = search;
  if (lat === null || lon === null) return inProvince(search);
  const point = { lat, lon };
  const circles = await countWithin(search, point);
  const enough = circles.find(({ count }) => count >= BEST_COUNT);
  if (enough) return inCircle(search, point, enough);
  const province = await inProvince(search);
  const widest = circles.at(-1);
  return widest && widest.count > province.count ? inCircle(search, point, widest) : province;
}

type Circle = { radiusKm: number; count: number };

async function inCircle(
  search: NearbySearch,
  point: Point,
  circle: Circle,
): Promise<NearbyMatches> {
  const within = sql`${distanceTo(point)} <= ${circle.radiusKm}`;
  const best = await bestOf(search, and(inBox(point, circle.radiusKm), within));
  return { ...circle, best };
}

async function inProvince(search: NearbySearch): Promise<NearbyMatches> {
  const here = eq(listingTable.provinceCode, search.provinceCode);
  const [count, best] = await Promise.all([
    db().$count(listingTable, and(affordable(search), here)),
    bestOf(search, here),
  ]);
  return { count, best, radiusKm: null };
}

/** How many cars each radius holds, in one pass over the widest one's box (index listing_lat_lon). */
async function countWithin(search: NearbySearch, point: Point): Promise<Circle[]> {
  const counts = RADII_KM.map(
    (radiusKm) => sql`count(*) filter (where ${distanceTo(point)} <= ${radiusKm})::int`,
  );
  const [row] = await db()
    .select({ counts: sql<number[]>`array[${sql.join(counts, sql`, `)}]` })
    .from(listingTable)
    .where(and(affordable(search), inBox(point, Math.max(...RADII_KM))));
  return RADII_KM.map((radiusKm, index) => ({ radiusKm, count: row?.counts[index] ?? 0 }));
}

async function bestOf(search: NearbySearch, place: SQL | undefined): Promise<ListingCardFacts[]> {
  const { lat, lon } = search;
  const { minCad } = priceRangeForBudget(search.budget, search.creditBand);
  const nearest = lat !== null && lon !== null ? [distanceTo({ lat, lon })] : [];
  const rows = await db()
    .select(cardColumns)
    .from(listingTable)
    .where(and(affordable(search), place))
    .orderBy(
      sql`${listingTable.priceCad} >= ${minCad} desc`,
      ...nearest,
      sql`${listingTable.year} desc`,
      sql`${listingTable.id} desc`,
    )
    .limit(BEST_COUNT);
  return rows;
}

function affordable({ bodyType, budget, creditBand }: NearbySearch): SQL | undefined {
  const { maxCad } = priceRangeForBudget(budget, creditBand);
  return and(
    eq(listingTable.state, "live"),
    eq(listingTable.bodyType, bodyType),
    maxCad === null ? undefined : lte(listingTable.priceCad, maxCad),
  );
}

function inBox(point: Point, radiusKm: number): SQL | undefined {
  const box = boxAround(point, radiusKm);
  return and(
    between(listingTable.lat, box.minLat, box.maxLat),
    between(listingTable.lon, box.minLon, box.maxLon),
  );
}

/** Kilometres to a listing: `distanceKm` of the vocabulary, in SQL. */
function distanceTo({ lat, lon }: Point): SQL<number> {
  const here = { lat: sql`${lat}::float8`, lon: sql`${lon}::float8` };
  return sql<number>`(${2 * EARTH_RADIUS_KM}::float8 * asin(sqrt(least(1,
    power(sin(radians(${listingTable.lat} - ${here.lat}) / 2), 2)
    + cos(radians(${here.lat})) * cos(radians(${listingTable.lat}))
      * power(sin(radians(${listingTable.lon} - ${here.lon}) / 2), 2)))))`;
}
