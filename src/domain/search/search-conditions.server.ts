import { type SQL, sql } from "drizzle-orm";
import { boxAround, EARTH_RADIUS_KM, type Point } from "#values/distance.ts";
import { numbersOf, type NumberedFacet } from "./packed-codes.ts";
import type { SearchDictionary } from "./search-dictionary.server.ts";
import type { SearchText } from "./search-text.ts";
import {
  type FacetName,
  isOpen,
  nameKey,
  type Range,
  type SearchFilters,
  type SearchRequest,
  SELLER_KINDS,
} from "./search.ts";

/** What a listing must fulfil, by the facet that asks it. All speak of `listing_search s`. */
export type Conditions = {
  /** Whatever facet is counted: live or sold, and the text. */
  always: SQL[];
  byFacet: ReadonlyMap<FacetName, SQL>;
  /** What stays of a make's models (a province's cities) when those are left out. */
  outer: ReadonlyMap<FacetName, SQL>;
};

export function conditionsOf(
  request: SearchRequest,
  text: SearchText,
  dictionary: SearchDictionary,
): Conditions {
  const { filters, geo } = request;
  const byFacet = new Map<FacetName, SQL>();
  const outer = new Map<FacetName, SQL>();
  const add = (facet: FacetName, condition: SQL | null) => {
    if (condition) byFacet.set(facet, condition);
  };
  const vehicles = vehicleChoice(filters.makes, filters.models, dictionary);
  const places = placeChoice(filters, dictionary);
  // One condition stands for both levels, under the narrower one where that is filtered.
  for (const [wide, narrow, choice] of [
    ["make", "model", vehicles],
    ["province", "city", places],
  ] as const) {
    if (choice.inner) {
      add(narrow, choice.inner);
      if (choice.outer) outer.set(narrow, choice.outer);
    } else add(wide, choice.outer);
  }
  add("bodyType", oneOf("bodyType", sql`s.body_type`, filters.bodyTypes));
  add("year", within(sql`s.year`, filters.year));
  add("price", priceCondition(filters));
  add("km", within(sql`s.odometer_km`, filters.odometerKm));
  add("fuel", oneOf("fuel", sql`s.fuel`, filters.fuels));
  add("transmission", oneOf("transmission", sql`s.transmission`, filters.transmissions));
  add("drive", oneOf("drive", sql`s.drive`, filters.drives));
  add("colour", oneOf("colour", sql`s.colour`, filters.colours));
  add("condition", oneOf("condition", sql`s.condition`, filters.conditions));
  if (filters.sellers.length > 0) {
    const numbers = filters.sellers.map((seller) => SELLER_KINDS.indexOf(seller));
    add("seller", anyOf(sql`s.seller`, numbers));
  }
  if (geo && geo.radiusKm !== null) add("distance", inCircle(geo, geo.radiusKm));
  return { always: alwaysOf(filters, text, dictionary), byFacet, outer };
}

/** Everything, or everything but one facet's own. */
export function whereAll({ always, byFacet, outer }: Conditions, but?: FacetName): SQL {
  const parts = [...always];
  for (const [facet, condition] of byFacet) {
    if (!leaves(facet, but)) parts.push(condition);
    else if (facet === but) {
      const stays = outer.get(facet);
      if (stays) parts.push(stays);
    }
  }
  return sql.join(parts, sql` and `);
}

/** Leaving the make out leaves its models out too. */
function leaves(facet: FacetName, but: FacetName | undefined): boolean {
  return (
    facet === but ||
    (but === "make" && facet === "model") ||
    (but === "province" && facet === "city")
  );
}

/** Facets whose own filter changes their counts: each is counted once more without it. */
export function activeFacets({ byFacet }: Conditions): FacetName[] {
  const active = new Set(byFacet.keys());
  if (active.has("model")) active.add("make");
  if (active.has("city")) active.add("province");
  return [...active];
}

function alwaysOf(filters: SearchFilters, text: SearchText, dictionary: SearchDictionary): SQL[] {
  // Written out, not passed: the planner must see that the partial indexes hold these rows.
  const parts = [filters.status === "live" ? sql`s.status = 1` : sql`s.status = 2`];
  const named = vehicleChoice(text.makes, text.models, dictionary);
  const vehicle = named.inner ?? named.outer;
  if (vehicle) parts.push(vehicle);
  const year = within(sql`s.year`, text.year);
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

/** Kilometres from a place to the listing: `distanceKm` of the vocabulary, in SQL. */
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

type NestedChoice = { outer: SQL | null; inner: SQL | null };

function vehicleChoice(
  makes: SearchFilters["makes"],
  models: SearchFilters["models"],
  dictionary: SearchDictionary,
): NestedChoice {
  const narrowed = new Set(models.map(({ make }) => make));
  const all = new Set([...makes, ...narrowed]);
  const ids = (names: Iterable<string>) => found(names, dictionary.makeIds);
  if (models.length === 0) return { outer: all.size > 0 ? makeIn(ids(all)) : null, inner: null };
  const whole = ids(makes.filter((make) => !narrowed.has(make)));
  const single = models.length === 1 ? models[0] : undefined;
  const modelIds = found(
    models.map(({ make, model }) => nameKey(make, model)),
    dictionary.modelIds,
  );
  // With its make the index on make and model finds it.
  const chosen = single
    ? sql`(${makeIn(ids([single.make]))} and ${anyOf(sql`s.model_id`, modelIds)})`
    : anyOf(sql`s.model_id`, modelIds);
  const inner = whole.length > 0 ? sql`(${makeIn(whole)} or ${chosen})` : chosen;
  return { outer: makeIn(ids(all)), inner };
}

function makeIn(ids: number[]): SQL {
  return anyOf(sql`s.make_id`, ids);
}

function placeChoice(
  { provinces, cities }: SearchFilters,
  dictionary: SearchDictionary,
): NestedChoice {
  const narrowed = new Set(cities.map(({ provinceCode }) => provinceCode));
  const outer = oneOf("province", sql`s.province`, [...new Set([...provinces, ...narrowed])]);
  if (cities.length === 0) return { outer, inner: null };
  const whole = provinces.filter((code) => !narrowed.has(code));
  const chosen = anyOf(
    sql`s.city_id`,
    found(
      cities.map(({ provinceCode, city }) => nameKey(provinceCode, city)),
      dictionary.cityIds,
    ),
  );
  const rest = oneOf("province", sql`s.province`, whole);
  return { outer, inner: rest ? sql`(${rest} or ${chosen})` : chosen };
}

function priceCondition(filters: SearchFilters): SQL | null {
  const range = within(sql`s.price_cad`, filters.priceCad);
  if (!range || !filters.isPriceFromPayment) return range;
  const quebec = numbersOf("province", ["QC"])[0] ?? 0;
  return sql`${range} and s.province <> ${quebec}`;
}

function found(names: Iterable<string>, ids: ReadonlyMap<string, number>): number[] {
  return [...names].flatMap((name) => ids.get(name) ?? []);
}

function oneOf(facet: NumberedFacet, column: SQL, codes: readonly string[]): SQL | null {
  return codes.length === 0 ? null : anyOf(column, numbersOf(facet, codes));
}

function anyOf(column: SQL, numbers: readonly number[]): SQL {
  if (numbers.length === 0) return sql`false`;
  // One number is an equality, which an index that also orders can use.
  return numbers.length === 1
    ? sql`${column} = ${numbers[0]}`
    : sql`${column} = any(${sql.param(numbers)}::integer[])`;
}

function within(column: SQL, range: Range): SQL | null {
  if (isOpen(range)) return null;
  const parts: SQL[] = [];
  if (range.min !== null) parts.push(sql`${column} >= ${range.min}::integer`);
  if (range.max !== null) parts.push(sql`${column} <= ${range.max}::integer`);
  return sql.join(parts, sql` and `);
}
