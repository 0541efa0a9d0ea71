import { eq, type SQL, sql } from "drizzle-orm";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { findBudgetTerms, findPricesForPayments } from "#domain/pricing/payment-estimate.ts";
import { db } from "#platform/database/database.server.ts";
import type { MonthlyRange } from "#values/budget.ts";
import type { CreditBand } from "#values/credit-band.ts";
import type { Point } from "#values/distance.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { BodyType } from "#values/vehicle.ts";
import { buildConditions, distanceFrom, whereAll } from "./search-conditions.server.ts";
import { searchDictionary } from "./search-dictionary.server.ts";
import { readSearchText } from "./search-text.ts";
import { NO_FILTERS } from "./search.ts";

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

export type NearbyCars = {
  /** Live cars of the type whose payment, tax included, the budget covers, within the radius. */
  count: number;
  /** At most three: those that use the budget first, then the nearest, then the newest. */
  best: ListingCardFacts[];
  /** How far was looked. Null: in the whole province. */
  radiusKm: number | null;
};

type Circle = Point & { radiusKm: number };

/**
 * Searches the inventory by type, budget and place. It looks within 50, 100 and 250 km and stops at
 * the first that holds three cars; where none does, it takes the whole province, or the widest
 * circle where that holds more (near a border).
 */
export async function findNearbyCars(search: NearbySearch): Promise<NearbyCars> {
  const { lat, lon } = search;
  if (lat === null || lon === null) return searchProvince(search);
  const circles = await countWithin(search, { lat, lon });
  const enough = circles.find(({ count }) => count >= BEST_COUNT);
  if (enough) return searchCircle(search, enough);
  const province = await searchProvince(search);
  const widest = circles.at(-1);
  return widest && widest.count > province.count ? searchCircle(search, widest) : province;
}

async function searchCircle(
  search: NearbySearch,
  { count, ...circle }: Circle & { count: number },
): Promise<NearbyCars> {
  const best = await listBest(search, await affordable(search, circle));
  return { count, best, radiusKm: circle.radiusKm };
}

async function searchProvince(search: NearbySearch): Promise<NearbyCars> {
  const here = await affordable(search, null);
  const [{ rows }, best] = await Promise.all([
    db().execute<{ count: number }>(
      sql`select count(*)::integer as count from listing_search s where ${here}`,
    ),
    listBest(search, here),
  ]);
  return { count: rows[0]?.count ?? 0, best, radiusKm: null };
}

/** How many cars each radius holds, in one pass over the widest one. */
async function countWithin(
  search: NearbySearch,
  point: Point,
): Promise<(Circle & { count: number })[]> {
  const counts = RADII_KM.map(
    (radiusKm) => sql`count(*) filter (where ${distanceFrom(point)} <= ${radiusKm})::integer`,
  );
  const widest = { ...point, radiusKm: Math.max(...RADII_KM) };
  const { rows } = await db().execute<{ counts: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as counts from listing_search s
      where ${await affordable(search, widest)}`,
  );
  return RADII_KM.map((radiusKm, index) => ({
    ...point,
    radiusKm,
    count: rows[0]?.counts[index] ?? 0,
  }));
}

async function listBest(search: NearbySearch, where: SQL): Promise<ListingCardFacts[]> {
  const { lat, lon } = search;
  const nearest = lat !== null && lon !== null ? [distanceFrom({ lat, lon })] : [];
  return db()
    .select(cardColumns)
    .from(listingTable)
    .innerJoin(sql`listing_search s`, eq(listingTable.id, sql`s.listing_id`))
    .where(where)
    .orderBy(
      sql`(${await usesBudget(search)}) desc`,
      ...nearest,
      sql`s.year desc`,
      sql`s.listing_id desc`,
    )
    .limit(BEST_COUNT);
}

/** The search's own conditions, for a circle or for the whole province. */
async function affordable(search: NearbySearch, geo: Circle | null): Promise<SQL> {
  const { bodyType, budget, provinceCode } = search;
  const filters = {
    ...NO_FILTERS,
    bodyType: [bodyType],
    pricesByTax: budget.maxCad === null ? null : findPrices(search, null, budget.maxCad),
    province: geo ? [] : [provinceCode],
  };
  const dictionary = await searchDictionary();
  return whereAll(buildConditions({ filters, geo }, readSearchText("", dictionary), dictionary));
}

/** The cars whose payment is no less than what the person would pay. */
async function usesBudget(search: NearbySearch): Promise<SQL> {
  const pricesByTax = findPrices(search, search.budget.minCad, null);
  const dictionary = await searchDictionary();
  const conditions = buildConditions(
    { filters: { ...NO_FILTERS, pricesByTax }, geo: null },
    readSearchText("", dictionary),
    dictionary,
  );
  return conditions.byFacet.get("price") ?? sql`true`;
}

/** Also in Quebec, where no payment is named: the budget is the person's own. */
function findPrices(
  { creditBand, provinceCode }: NearbySearch,
  min: number | null,
  max: number | null,
) {
  const terms = findBudgetTerms(creditBand, provinceCode);
  return findPricesForPayments({ min, max }, terms, { namesPayments: false });
}
