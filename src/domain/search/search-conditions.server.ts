import { type SQL, sql } from "drizzle-orm";
import { boxAround, EARTH_RADIUS_KM, type Point } from "#values/distance.ts";
import { type Code, isOpen, type Range, splitNameKey } from "./facet-kinds.ts";
import {
  type CodesName,
  type FacetName,
  FILTER_NAMES,
  innerFacet,
  isOuter,
  isRangeFacet,
  type NamesName,
  outerFacet,
  type OuterName,
  type RangeName,
} from "./facets.ts";
import { searchColumn } from "./packed-columns.ts";
import { findCodeNumber, findNumbers, type SearchDictionary } from "./search-dictionary.server.ts";
import type { SearchText } from "./search-text.ts";
import type { SearchFilters, SearchRequest } from "./search.ts";

/** What a listing must fulfil, by the facet that asks it. All speak of `listing_search s`. */
export type Conditions = {
  /** Whatever facet is counted: live or sold, and the text. */
  always: SQL[];
  byFacet: ReadonlyMap<FacetName, SQL>;
  /** What stays of a make's models (a province's cities) when those are left out. */
  outer: ReadonlyMap<FacetName, SQL>;
};

export function buildConditions(
  request: Pick<SearchRequest, "filters" | "geo">,
  text: SearchText,
  dictionary: SearchDictionary,
): Conditions {
  const { filters, geo } = request;
  const byFacet = new Map<FacetName, SQL>();
  const outer = new Map<FacetName, SQL>();
  const add = (facet: FacetName, condition: SQL | null) => {
    if (condition) byFacet.set(facet, condition);
  };
  for (const name of FILTER_NAMES) {
    const inner = innerFacet(name);
    if (isRangeFacet(name)) add(name, rangeCondition(name, filters));
    else if (inner && isOuter(name)) {
      // One condition stands for both levels, under the narrower one where that is filtered.
      const choice = nestedChoice({ outer: name, inner }, filters, dictionary);
      add(choice.inner ? inner : name, choice.inner ?? choice.outer);
      if (choice.inner && choice.outer) outer.set(inner, choice.outer);
    } else if (!outerFacet(name)) add(name, matchAny(name, filters[name], dictionary));
  }
  if (geo && geo.radiusKm !== null) add("distance", inCircle(geo, geo.radiusKm));
  return { always: buildAlways(filters, text, dictionary), byFacet, outer };
}

/** Everything, or everything but one facet's own. */
export function whereAll({ always, byFacet, outer }: Conditions, but?: FacetName): SQL {
  const parts = [...always];
  for (const [facet, condition] of byFacet) {
    // Leaving the make out leaves its models out too.
    if (facet !== but && (but === undefined || outerFacet(facet) !== but)) parts.push(condition);
    else if (facet === but) {
      const stays = outer.get(facet);
      if (stays) parts.push(stays);
    }
  }
  return sql.join(parts, sql` and `);
}

/** Facets whose own filter changes their counts: each is counted again without it. */
export function activeFacets({ byFacet }: Conditions): FacetName[] {
  const filtered = [...byFacet.keys()];
  return [...new Set([...filtered, ...filtered.flatMap((name) => outerFacet(name) ?? [])])];
}

function buildAlways(
  filters: SearchFilters,
  text: SearchText,
  dictionary: SearchDictionary,
): SQL[] {
  // Written out, not passed: the planner must see that the partial indexes hold these rows.
  const parts = [filters.status === "live" ? sql`s.status = 1` : sql`s.status = 2`];
  const named = nestedChoice({ outer: "make", inner: "model" }, text, dictionary);
  const vehicle = named.inner ?? named.outer;
  if (vehicle) parts.push(vehicle);
  const year = within(column("year"), text.year);
  if (year) parts.push(year);
  if (text.words.length > 0) parts.push(hasWords(text));
  return parts;
}

/** A join that the planner turns round as it pays: from the words, or from the few cars left. */
function hasWords({ words }: SearchText): SQL {
  // Folded words are letters and digits only, so that they need no quoting inside the quotes.
  const query = words.map((word) => `'${word}':*`).join(" & ");
  return sql`s.listing_id in (
    select listing_id from listing_text where words @@ ${query}::tsquery)`;
}

/** Kilometres from a place to the listing: `distanceKm` of the values, in SQL. */
export function distanceFrom({ lat, lon }: Point): SQL {
  return sql`(${2 * EARTH_RADIUS_KM}::float8 * asin(sqrt(least(1,
    power(sin(radians(s.lat - ${lat}::float8) / 2), 2)
    + cos(radians(${lat}::float8)) * cos(radians(s.lat))
      * power(sin(radians(s.lon - ${lon}::float8) / 2), 2)))))`;
}

/** The box is for the index on points, the distance for the truth. */
export function inCircle(centre: Point, radiusKm: number): SQL {
  const { minLat, maxLat, minLon, maxLon } = boxAround(centre, radiusKm);
  return sql`point(s.lon, s.lat) <@ box(point(${minLon}, ${minLat}), point(${maxLon}, ${maxLat}))
    and ${distanceFrom(centre)} <= ${radiusKm}::float8`;
}

/** The outer values count whole unless an inner one of theirs is chosen. */
function nestedChoice<Outer extends OuterName, Inner extends NamesName>(
  { outer, inner }: { outer: Outer; inner: Inner },
  chosen: Readonly<Record<Outer | Inner, readonly string[]>>,
  dictionary: SearchDictionary,
): { outer: SQL | null; inner: SQL | null } {
  const inners = chosen[inner];
  const narrowed = new Set(inners.map((key) => splitNameKey(key).outer));
  const outers = matchAny(outer, [...new Set([...chosen[outer], ...narrowed])], dictionary);
  if (inners.length === 0) return { outer: outers, inner: null };
  const whole = matchAny(
    outer,
    chosen[outer].filter((value) => !narrowed.has(value)),
    dictionary,
  );
  const named = matchAny(inner, inners, dictionary);
  // A single one with its outer value: the index on make and model finds it.
  const narrow =
    inners.length === 1 ? sql`(${matchAny(outer, narrowed, dictionary)} and ${named})` : named;
  return { outer: outers, inner: whole ? sql`(${whole} or ${narrow})` : narrow };
}

function rangeCondition(name: RangeName, filters: SearchFilters): SQL | null {
  const condition = within(column(name), filters[name]);
  if (name !== "price" || filters.pricesByTax === null) return condition;
  const byTax = filters.pricesByTax.map(({ prices, cars }) => {
    const those = cars.map(
      ({ provinceCode, isDealer }) =>
        sql`(${findCodeNumber("province", provinceCode)}::smallint,
          ${findCodeNumber("seller", isDealer ? "dealer" : "private")}::smallint)`,
    );
    const are = sql`(${column("province")}, ${column("seller")}) in (${sql.join(those, sql`, `)})`;
    const cost = within(column("price"), prices);
    return cost ? sql`(${are} and ${cost})` : are;
  });
  const any = byTax.length > 0 ? sql`(${sql.join(byTax, sql` or `)})` : sql`false`;
  return condition ? sql`${condition} and ${any}` : any;
}

function column(name: FacetName): SQL {
  return sql.raw(`s.${searchColumn(name)}`);
}

/** Null where nothing is asked for; never true where only unknown names are. */
function matchAny(
  name: CodesName | NamesName,
  values: Iterable<Code>,
  dictionary: SearchDictionary,
): SQL | null {
  const wanted = [...values];
  if (wanted.length === 0) return null;
  const numbers = findNumbers(name, wanted, dictionary);
  if (numbers.length === 0) return sql`false`;
  // One number is an equality, which an index that also orders can use.
  return numbers.length === 1
    ? sql`${column(name)} = ${numbers[0]}`
    : sql`${column(name)} = any(${sql.param(numbers)}::integer[])`;
}

function within(column: SQL, range: Range): SQL | null {
  if (isOpen(range)) return null;
  const parts: SQL[] = [];
  if (range.min !== null) parts.push(sql`${column} >= ${range.min}::integer`);
  if (range.max !== null) parts.push(sql`${column} <= ${range.max}::integer`);
  return sql.join(parts, sql` and `);
}
