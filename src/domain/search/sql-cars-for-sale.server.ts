import { type SQL, sql } from "drizzle-orm";
import { readDb } from "#platform/database/replicas.server.ts";
import { makeRecord } from "#values/record.ts";
import {
  chooseArea,
  filterNearby,
  NEARBY_COUNT,
  NEARBY_RADII_KM,
  type NearbyLanguage,
  type NearbyRequest,
  orderNearby,
  WIDER_KM,
  WRITTEN_OFF,
} from "./nearby-cars.ts";
import { buildSqlConditions, distanceFrom, whereAll } from "./search-conditions.server.ts";
import {
  findCodeNumber,
  findValue,
  newestDictionary,
  searchDictionary,
  type SearchDictionary,
} from "./search-dictionary.server.ts";
import { NO_FILTERS, type PricesByTax, type SearchFilters, type SearchRequest } from "./search.ts";
import {
  filterSimilar,
  type LikenessLanguage,
  measureLikeness,
  NEWEST_CONSIDERED,
  SIMILAR_COUNT,
  type SimilarTo,
} from "./similar-cars.ts";
import { COUNTED, type CarCounts, type CarsForSale, type CarsSummary } from "./cars-for-sale.ts";

/** The SQL implementation of `CarsForSale`, on the narrow rows of `listing_search`. */
export const sqlCarsForSale: CarsForSale = {
  count: countCars,
  summarize,
  findSimilar: async (car) => readIds(await similarQuery(car)),
  async findNearby(request) {
    const [inCircles, inProvince] = await Promise.all([
      countInCircles(request),
      countWhere(await whereNearby(request, "province")),
    ]);
    const area = chooseArea(request, {
      inCircles: inCircles.map((count) => () => count),
      inProvince: () => inProvince,
    });
    return { ...area, ids: await listNearby(request, area.radiusKm ?? "province") };
  },
};

/** The query for the ids, for callers that read more of these cars in the same query. */
export async function similarQuery(car: SimilarTo): Promise<SQL> {
  const newest = sql`select s.listing_id, s.price_cad, s.province from listing_search s
    where ${await where(filterSimilar(car))} and s.listing_id <> ${car.id}::uuid
    order by s.posted_at desc, s.listing_id desc limit ${NEWEST_CONSIDERED}`;
  return sql`select s.listing_id as id from (${newest}) s
    order by ${measureLikeness(car, LIKENESS)}, s.listing_id limit ${SIMILAR_COUNT}`;
}

type CountRow = {
  makeId: number | null;
  modelId: number | null;
  bodyType: number | null;
  province: number | null;
  cityId: number | null;
  count: number;
};

/** All of them in one pass. */
async function countCars(): Promise<CarCounts> {
  const { rows } = await readDb().execute<CountRow>(sql`
    select make_id as "makeId", model_id as "modelId", body_type as "bodyType", province,
      city_id as "cityId", count(*)::integer as count
    from listing_search where status = 1
    group by grouping sets (body_type, province, city_id, make_id, model_id)`);
  const nameAll = (dictionary: SearchDictionary) =>
    rows.map((row) => ({ ...nameRow(row, dictionary), count: row.count }));
  let named = nameAll(await searchDictionary());
  // A name is committed with its first car, which may be after the dictionary was read.
  if (named.some(({ key }) => key === null)) named = nameAll(await newestDictionary());
  const counts = makeRecord(COUNTED, (): Record<string, number> => ({}));
  for (const { facet, key, count } of named) if (key !== null) counts[facet][key] = count;
  return counts;
}

/**
 * The facet, key and count of a row, of whose columns one is set; the key is null if it has no
 * name.
 */
function nameRow(
  { bodyType, makeId, modelId, province, cityId }: CountRow,
  dictionary: SearchDictionary,
): { facet: keyof CarCounts; key: string | null } {
  const numbers = { bodyType, make: makeId, model: modelId, province, city: cityId };
  const facet = COUNTED.find((name) => numbers[name] !== null) ?? "bodyType";
  return { facet, key: findValue(facet, numbers[facet] ?? 0, dictionary) };
}

async function summarize(filters: SearchFilters): Promise<CarsSummary | null> {
  const { rows } = await readDb().execute<CarsSummary>(sql`
    select count(*)::integer as count, min(s.price_cad) as "minCad", max(s.price_cad) as "maxCad",
      ${median(sql`s.price_cad`)} as "medianCad", ${median(sql`s.odometer_km`)} as "medianKm",
      ${median(sql`extract(epoch from s.posted_at)::float8`)} as "medianPostedAtS"
    from listing_search s where ${await where(filters)}`);
  const [summary] = rows;
  return summary && summary.count > 0 ? summary : null;
}

/** The median: half of the values are below it. */
export function median(value: SQL): SQL {
  return sql`percentile_cont(0.5) within group (order by ${value})`;
}

const LIKENESS: LikenessLanguage<SQL> = {
  priceGapTo: (priceCad) => sql`abs(s.price_cad - ${priceCad}::integer)`,
  elsewhere: (provinceCode, costsCad) =>
    sql`case s.province when ${findCodeNumber("province", provinceCode)} then 0
      else ${costsCad}::integer end`,
  sum: (one, other) => sql`${one} + ${other}`,
};

/**
 * The number of cars within each radius, in one pass over the widest one; empty without a point.
 */
async function countInCircles(request: NearbyRequest): Promise<number[]> {
  const { point } = request;
  if (!point) return [];
  const counts = NEARBY_RADII_KM.map(
    (radiusKm) => sql`count(*) filter (where ${distanceFrom(point)} <= ${radiusKm})::integer`,
  );
  const { rows } = await readDb().execute<{ counts: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as counts from listing_search s
      where ${await whereNearby(request, WIDER_KM)}`,
  );
  return rows[0]?.counts ?? [];
}

async function listNearby(request: NearbyRequest, area: number | "province"): Promise<string[]> {
  const dictionary = await searchDictionary();
  const at = (pricesByTax: readonly PricesByTax[]) => {
    const { byFacet } = build({ filters: { ...NO_FILTERS, pricesByTax } }, dictionary);
    return byFacet.get("price") ?? sql`true`;
  };
  const writtenOff = build({ filters: { ...NO_FILTERS, brand: WRITTEN_OFF } }, dictionary);
  const language: NearbyLanguage<SQL> = {
    isBranded: () => writtenOff.byFacet.get("brand") ?? sql`false`,
    isAt: (prices) => sql`not (${at(prices)})`,
    priceFrom: (prices) => sql`case when ${at(prices)} then s.price_cad else -s.price_cad end`,
    distanceFrom,
    latestYear: () => sql`-s.year`,
  };
  return readIds(sql`select s.listing_id as id from listing_search s
    where ${await whereNearby(request, area)}
    order by ${sql.join(orderNearby(request, language), sql`, `)}, s.listing_id desc
    limit ${NEARBY_COUNT}`);
}

function whereNearby(request: NearbyRequest, area: number | "province"): Promise<SQL> {
  const filters = filterNearby(request);
  const { point, provinceCode } = request;
  return area === "province" || !point
    ? where({ ...filters, province: [provinceCode] })
    : where(filters, { ...point, radiusKm: area });
}

async function where(filters: SearchFilters, geo: SearchRequest["geo"] = null): Promise<SQL> {
  return whereAll(build({ filters, geo }, await searchDictionary()));
}

function build(
  { filters, geo = null }: { filters: SearchFilters; geo?: SearchRequest["geo"] },
  dictionary: SearchDictionary,
) {
  return buildSqlConditions({ filters, geo }, [], dictionary);
}

async function countWhere(condition: SQL): Promise<number> {
  const { rows } = await readDb().execute<{ count: number }>(
    sql`select count(*)::integer as count from listing_search s where ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

async function readIds(query: SQL): Promise<string[]> {
  const { rows } = await readDb().execute<{ id: string }>(query);
  return rows.map(({ id }) => id);
}
