import { type SQL, sql } from "drizzle-orm";
import { boxAround, EARTH_RADIUS_KM, type Point } from "#values/distance.ts";
import {
  buildConditions,
  type ConditionLanguage,
  type Conditions,
  joinPricesByTax,
  listConditions,
} from "./conditions.ts";
import { type Code, type Range, splitNameKey } from "./facet-kinds.ts";
import {
  type CodesName,
  type FacetName,
  isNamesFacet,
  type NamesName,
  type RangeName,
  outerFacet,
  type SetName,
} from "./facets.ts";
import { searchColumn } from "./packed-columns.ts";
import { findCodeNumber, findNumbers, type SearchDictionary } from "./search-dictionary.server.ts";
import type { PricesByTax, SearchRequest } from "./search.ts";

/** All conditions refer to `listing_search s`. */
export type SqlConditions = Conditions<SQL>;

export function buildSqlConditions(
  request: Pick<SearchRequest, "filters" | "geo">,
  words: readonly string[],
  dictionary: SearchDictionary,
): SqlConditions {
  return buildConditions(request, words, inSql(dictionary));
}

/** All conditions, or all except one facet's own. */
export function whereAll(conditions: SqlConditions, but?: FacetName): SQL {
  return sql.join(listConditions(conditions, but), sql` and `);
}

function inSql(dictionary: SearchDictionary): ConditionLanguage<SQL> {
  const isWithin = (name: RangeName, range: Range) => within(column(name), range);
  const both = (one: SQL, other: SQL) => sql`${one} and ${other}`;
  const either = (one: SQL, other: SQL) => sql`(${one} or ${other})`;
  const never = () => sql`false`;
  return {
    // A literal, not a parameter: the planner must see that the partial indexes contain these rows.
    hasStatus: (status) => (status === "live" ? sql`s.status = 1` : sql`s.status = 2`),
    hasAny: (name, values) => hasAny(name, values, dictionary),
    hasAll,
    isWithin,
    isPricedByTax: joinPricesByTax({ isTaxedAs, isWithin, both, either, never }),
    isInCircle: ({ radiusKm, ...centre }) => inCircle(centre, radiusKm),
    hasWords,
    both,
    either,
    never,
  };
}

/**
 * A semi-join, which the planner can begin from the words or from the few remaining cars, whichever
 * is cheaper.
 */
function hasWords(words: readonly string[]): SQL {
  const query = words.map(writeWordQuery).join(" & ");
  return sql`s.listing_id in (
    select listing_id from listing_text where words @@ ${query}::tsquery)`;
}

/** The tsquery for a word of `listWords`. */
export function writeWordQuery(word: string): string {
  // Folded words contain only letters and digits, so they need no escaping inside the quotes.
  return `'${word}':*`;
}

/** Kilometres from a location to the listing: `distanceKm` of src/values, in SQL. */
export function distanceFrom({ lat, lon }: Point): SQL {
  return sql`(${2 * EARTH_RADIUS_KM}::float8 * asin(sqrt(least(1,
    power(sin(radians(s.lat - ${lat}::float8) / 2), 2)
    + cos(radians(${lat}::float8)) * cos(radians(s.lat))
      * power(sin(radians(s.lon - ${lon}::float8) / 2), 2)))))`;
}

/** The box uses the index on points; the distance decides exactly. */
export function inCircle(centre: Point, radiusKm: number): SQL {
  const { minLat, maxLat, minLon, maxLon } = boxAround(centre, radiusKm);
  return sql`point(s.lon, s.lat) <@ box(point(${minLon}, ${minLat}), point(${maxLon}, ${maxLat}))
    and ${distanceFrom(centre)} <= ${radiusKm}::float8`;
}

function isTaxedAs(cars: PricesByTax["cars"]): SQL {
  const ids = cars.map(
    ({ provinceCode, isDealer }) =>
      sql`(${findCodeNumber("province", provinceCode)}::smallint,
        ${findCodeNumber("seller", isDealer ? "dealer" : "private")}::smallint)`,
  );
  return sql`(${column("province")}, ${column("seller")}) in (${sql.join(ids, sql`, `)})`;
}

function column(name: FacetName): SQL {
  return sql.raw(`s.${searchColumn(name)}`);
}

/** Never true if only unknown names are requested. */
function hasAny(
  name: CodesName | NamesName,
  values: readonly Code[],
  dictionary: SearchDictionary,
): SQL {
  const numbers = findNumbers(name, values, dictionary);
  if (numbers.length === 0) return sql`false`;
  if (numbers.length > 1) return sql`${column(name)} = any(${sql.param(numbers)}::integer[])`;
  // One number is an equality, for which an index can be used that also orders; that includes the
  // index on make and model.
  const outer = isNamesFacet(name) && values.length === 1 ? outerFacet(name) : null;
  const is = sql`${column(name)} = ${numbers[0]}`;
  if (!outer) return is;
  return sql`(${hasAny(outer, [splitNameKey(String(values[0])).outer], dictionary)} and ${is})`;
}

function hasAll(name: SetName, values: readonly Code[]): SQL {
  const numbers = values.map((code) => findCodeNumber(name, code));
  return sql`${column(name)} @> ${sql.param(numbers)}::smallint[]`;
}

function within(column: SQL, range: Range): SQL {
  const parts: SQL[] = [];
  if (range.min !== null) parts.push(sql`${column} >= ${range.min}::integer`);
  if (range.max !== null) parts.push(sql`${column} <= ${range.max}::integer`);
  return sql`(${sql.join(parts, sql` and `)})`;
}
