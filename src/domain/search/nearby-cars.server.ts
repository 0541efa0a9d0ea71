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
import { buildSqlConditions, distanceFrom, whereAll } from "./search-conditions.server.ts";
import { searchDictionary } from "./search-dictionary.server.ts";
import { readSearchText } from "./search-text.ts";
import { NO_FILTERS } from "./search.ts";

/** What counts as near: the first that holds three cars, else the second, whatever it holds. */
const NEAR_KM = [50, 100] as const;
/** How far somebody may look who asks for it; past it, the whole province. */
export const WIDER_KM = 250;
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
  /** Where more of them are to be found: within the next circle or, null, in the whole province. */
  wider: { radiusKm: number | null; count: number } | null;
};

type Circle = Point & { radiusKm: number };

/** `province`: all of it, at the person's word. */
export type Within = typeof WIDER_KM | "province" | null;

/**
 * Searches the inventory by type, budget and place. It looks within 50 and 100 km, and farther only
 * where it is asked to: what is far is not near. A place without coordinates has its province.
 */
export async function findNearbyCars(
  search: NearbySearch,
  within: Within = null,
): Promise<NearbyCars> {
  const { lat, lon } = search;
  if (lat === null || lon === null) return searchProvince(search);
  if (within === "province") return searchProvince(search);
  const [circles, inProvince] = await Promise.all([
    countWithin(search, { lat, lon }),
    countProvince(search),
  ]);
  const [widest] = circles.slice(-1);
  const near = circles.filter(({ radiusKm }) => radiusKm !== WIDER_KM);
  const circle =
    within === WIDER_KM ? widest : (near.find(({ count }) => count >= BEST_COUNT) ?? near.at(-1));
  if (!circle) return searchProvince(search);
  const steps = [
    ...circles.filter(({ radiusKm }) => radiusKm > circle.radiusKm),
    { radiusKm: null, count: inProvince },
  ];
  const wider = steps.find(({ count }) => count > circle.count);
  return {
    ...(await searchCircle(search, circle)),
    wider: wider ? { radiusKm: wider.radiusKm, count: wider.count } : null,
  };
}

async function searchCircle(
  search: NearbySearch,
  { count, ...circle }: Circle & { count: number },
): Promise<Omit<NearbyCars, "wider">> {
  const best = await listBest(search, await affordable(search, circle));
  return { count, best, radiusKm: circle.radiusKm };
}

async function searchProvince(search: NearbySearch): Promise<NearbyCars> {
  const [count, best] = await Promise.all([
    countProvince(search),
    listBest(search, await affordable(search, null)),
  ]);
  return { count, best, radiusKm: null, wider: null };
}

async function countProvince(search: NearbySearch): Promise<number> {
  const here = await affordable(search, null);
  const { rows } = await db().execute<{ count: number }>(
    sql`select count(*)::integer as count from listing_search s where ${here}`,
  );
  return rows[0]?.count ?? 0;
}

const LOOKED_AT_KM = [...NEAR_KM, WIDER_KM] as const;

/** How many cars each radius holds, in one pass over the widest one. */
async function countWithin(
  search: NearbySearch,
  point: Point,
): Promise<(Circle & { count: number })[]> {
  const counts = LOOKED_AT_KM.map(
    (radiusKm) => sql`count(*) filter (where ${distanceFrom(point)} <= ${radiusKm})::integer`,
  );
  const widest = { ...point, radiusKm: WIDER_KM };
  const { rows } = await db().execute<{ counts: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as counts from listing_search s
      where ${await affordable(search, widest)}`,
  );
  return LOOKED_AT_KM.map((radiusKm, index) => ({
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
  return whereAll(buildSqlConditions({ filters, geo }, readSearchText("", dictionary), dictionary));
}

/** The cars whose payment is no less than what the person would pay. */
async function usesBudget(search: NearbySearch): Promise<SQL> {
  const pricesByTax = findPrices(search, search.budget.minCad, null);
  const dictionary = await searchDictionary();
  const conditions = buildSqlConditions(
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
