import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { readDb } from "#platform/database/replicas.server.ts";
import { boxAround, type Point } from "#values/distance.ts";
import { splitNameKey, stepAmount } from "./facet-kinds.ts";
import {
  FACET_NAMES,
  type FacetName,
  FACETS,
  isNamesFacet,
  isRangeFacet,
  isSetFacet,
  outerFacet,
} from "./facets.ts";
import {
  facetsIn,
  isPacked,
  PACKED_COLUMNS,
  findPackedBitField,
  searchColumn,
  unpack,
} from "./packed-columns.ts";
import { activeFacets } from "./conditions.ts";
import { distanceFrom, type SqlConditions, whereAll } from "./search-conditions.server.ts";
import { newestDictionary, type SearchDictionary, findValue } from "./search-dictionary.server.ts";
import { type FacetCounts, RADII_KM } from "./search.ts";

type Counted = { count: number; facets: Record<FacetName, FacetCounts> };
/** `tag`: a packed column of the single scan, a facet that was counted separately, or "all". */
type CountRow = { tag: string; key: number; n: number };

/**
 * Makes all counts in one statement: one scan with a grouping set for each packed column, and one
 * more count for each filtered facet, without its own filter.
 *
 * The chosen codes of a set also narrow its other codes. So these are counted in the single scan,
 * and only the number of cars without the set's filter is counted separately.
 */
export async function countFacets(
  conditions: SqlConditions,
  geo: Point | null,
  dictionary: SearchDictionary,
  database: Database = readDb(),
): Promise<Counted> {
  const active = activeFacets(conditions);
  // Distances are not packed, because they depend on the location.
  const apart: FacetName[] = geo && !active.includes("distance") ? [...active, "distance"] : active;
  const { rows } = await database.execute<CountRow>(
    sql`${oneScan(conditions)}
      ${sql.join(
        apart.map((facet) => countWithoutOwn(facet, conditions, geo)),
        sql``,
      )}`,
  );
  const names = hasUnknownName(rows, dictionary) ? await newestDictionary() : dictionary;
  return unfold(rows, apart, names);
}

function oneScan(conditions: SqlConditions): SQL {
  const columns = PACKED_COLUMNS.map((column) => `s.${column}`);
  const names = PACKED_COLUMNS.map((column, index) => {
    const bits = (2 ** columns.length - 1) ^ (1 << (columns.length - 1 - index));
    return `when ${bits} then '${column}'`;
  });
  return sql`select case grouping(${sql.raw(columns.join(", "))}) ${sql.raw(names.join(" "))}
        else 'all' end as tag,
      coalesce(${sql.raw(columns.join(", "))}, 0)::integer as key, count(*)::integer as n
    from listing_search s where ${whereAll(conditions)}
    group by grouping sets (${sql.raw(columns.map((column) => `(${column})`).join(", "))}, ())`;
}

function countWithoutOwn(facet: FacetName, conditions: SqlConditions, geo: Point | null): SQL {
  return sql` union all select ${facet}, ${groupKey(facet, geo)}, count(*)::integer
    from listing_search s where ${whereAll(conditions, facet)} group by 2`;
}

function groupKey(facet: FacetName, geo: Point | null): SQL {
  if (facet === "distance") return geo ? smallestCircle(geo) : sql`0`;
  if (isSetFacet(facet)) return sql`0`;
  if (!isRangeFacet(facet)) return sql.raw(`s.${searchColumn(facet)}::integer`);
  const { column, shift, mask } = findPackedBitField(facet);
  return sql.raw(`((s.${column} >> ${shift}) & ${mask})::integer`);
}

/**
 * The number of the smallest circle that contains the listing, 0 for none. The distance is computed
 * once, and only if the listing is within the bounding box.
 */
function smallestCircle(centre: Point): SQL {
  const { minLat, maxLat, minLon, maxLon } = boxAround(centre, Math.max(...RADII_KM));
  // A listing exactly on a circle's edge is inside it, so each circle ends just beyond its edge.
  const edges = RADII_KM.map((radiusKm) => radiusKm + EDGE_KM);
  return sql`case when s.lat between ${minLat}::float8 and ${maxLat}::float8
      and s.lon between ${minLon}::float8 and ${maxLon}::float8
    then coalesce((${sql.param([...RADII_KM])}::integer[])[
      1 + width_bucket(${distanceFrom(centre)}, ${sql.param(edges)}::float8[])], 0)
    else 0 end`;
}

/** A tenth of a millimetre. */
const EDGE_KM = 1e-7;

function isOneScan(tag: string): boolean {
  return facetsIn(tag).length > 0;
}

/** The facets for which a row counts, each with its number. */
function readNumbers({ tag, key }: CountRow): [FacetName, number][] {
  if (isOneScan(tag)) return unpack(tag, key);
  return FACET_NAMES.filter((name) => name === tag).map((name) => [name, key]);
}

/** The same as the keys of the results; null: counted under no value. */
function readKeys(row: CountRow, dictionary: SearchDictionary): [FacetName, string | null][] {
  return readNumbers(row).flatMap(([name, number]): [FacetName, string | null][] => {
    const key = findKey(name, number, dictionary);
    const outer = outerFacet(name);
    // A model implies its make, so makes are not packed.
    const isSaid = isOneScan(row.tag) && outer !== null && !isPacked(outer);
    return isSaid
      ? [
          [name, key],
          [outer, key && splitNameKey(key).outer],
        ]
      : [[name, key]];
  });
}

function findKey(name: FacetName, number: number, dictionary: SearchDictionary): string | null {
  if (isRangeFacet(name)) return String(stepAmount(FACETS[name], number));
  if (name === "distance") return number === 0 ? null : String(number);
  return findValue(name, number, dictionary);
}

/** Whether there is a name that was added within the second for which the dictionary is cached. */
function hasUnknownName(rows: readonly CountRow[], dictionary: SearchDictionary): boolean {
  return rows.some((row) =>
    readNumbers(row).some(
      ([name, number]) =>
        isNamesFacet(name) && number > 0 && findValue(name, number, dictionary) === null,
    ),
  );
}

function unfold(
  rows: readonly CountRow[],
  apart: readonly FacetName[],
  dictionary: SearchDictionary,
): Counted {
  const count = rows.find(({ tag }) => tag === "all")?.n ?? 0;
  const tallies = new Map<FacetName, { counts: Record<string, number>; without: number }>();
  for (const name of FACET_NAMES) {
    tallies.set(name, { counts: {}, without: apart.includes(name) ? 0 : count });
  }
  for (const row of rows) {
    for (const [name, key] of readKeys(row, dictionary)) {
      const tally = tallies.get(name);
      if (!tally) continue;
      const isFromScan = isOneScan(row.tag);
      if (!isFromScan) tally.without += row.n;
      // A facet that was counted separately has its counts from there.
      const isCounted = isSetFacet(name) ? isFromScan : apart.includes(name) !== isFromScan;
      if (isCounted && key !== null) tally.counts[key] = (tally.counts[key] ?? 0) + row.n;
    }
  }
  const facets = Object.fromEntries(tallies) as Record<FacetName, FacetCounts>;
  return { count, facets: { ...facets, distance: cumulate(facets.distance) } };
}

/** Each car was counted in the smallest circle that contains it; a wider one contains it too. */
function cumulate({ counts, without }: FacetCounts): FacetCounts {
  let sum = 0;
  const wider: Record<string, number> = {};
  for (const radiusKm of RADII_KM) {
    sum += counts[radiusKm] ?? 0;
    if (sum > 0) wider[radiusKm] = sum;
  }
  return { counts: wider, without };
}
