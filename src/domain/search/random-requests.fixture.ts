import fc from "fast-check";
import { type Code, OPEN, type Range } from "./facet-kinds.ts";
import { facetValue, FILTER_NAMES, type FilterName, findFacet } from "./facets.ts";
import { GENERATED_CITIES, type GeneratedListing } from "./generated-listings.fixture.ts";
import { RADII_KM, type SearchFilters, type SearchRequest, SORTS } from "./search.ts";

// oxfmt-ignore
const TEXTS = [
  "civic 2018 leather", "Honda", "crv", "f 150", "f-150 2015-2019", "mazda 3", "1500", "ram 1500",
  "tt", "audi tt", "caravan", "dodge grand caravan", "land rover", "mercedes", "seats", "sièges cuir",
  "rouge", "VUS montréal", "honda corolla", "winter tires toronto", "toyota mazda", "hybride",
  "nothing of the kind", "'; drop table listing; --", "&|!:*()", "🚗", "2012", "st. john’s", "4x4",
];

/** Anything that people may ask of these listings, mostly a few filters at once. */
export function randomRequest(
  listings: readonly GeneratedListing[],
): fc.Arbitrary<Omit<SearchRequest, "limit" | "after">> {
  const filters = Object.fromEntries(
    FILTER_NAMES.map((name) => [name, randomFilter(name, listings)]),
  );
  return fc.record({
    filters: fc.record({
      ...filters,
      status: fc.oneof(
        { weight: 9, arbitrary: fc.constant("live" as const) },
        fc.constant("sold" as const),
      ),
      isPriceFromPayment: fc.boolean(),
      // Each facet draws values of its own kind, which an object made of a list cannot say.
    }) as fc.Arbitrary<SearchFilters>,
    text: seldom(fc.constantFrom(...TEXTS), ""),
    geo: seldom(
      fc.record({
        lat: fc.constantFrom(...GENERATED_CITIES.map(([, , lat]) => lat)),
        lon: fc.constantFrom(...GENERATED_CITIES.map(([, , , lon]) => lon)),
        radiusKm: fc.constantFrom(...RADII_KM, null),
      }),
      null,
    ),
    sort: fc.constantFrom(...SORTS),
  });
}

function seldom<Value>(value: fc.Arbitrary<Value>, otherwise: Value): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(otherwise) },
    { weight: 1, arbitrary: value },
  );
}

function randomFilter(name: FilterName, listings: readonly GeneratedListing[]) {
  const facet = findFacet(name);
  const had = new Set(listings.flatMap((listing) => facetValue(name, listing) ?? []));
  if (facet.kind === "range") return randomRange([...had].map(Number));
  const all = facet.kind === "codes" ? facet.codes : [...had, "Honda_Nobody’s"];
  const some = fc.subarray([...all], { minLength: 1, maxLength: Math.min(4, all.length) });
  return seldom<readonly Code[]>(some, []);
}

/** From a little below the least to a little above the greatest. */
function randomRange(amounts: readonly number[]): fc.Arbitrary<Range> {
  const least = amounts.reduce((one, other) => Math.min(one, other));
  const most = amounts.reduce((one, other) => Math.max(one, other));
  const beyond = Math.ceil((most - least) / 10);
  const end = fc.integer({ min: least - beyond, max: most + beyond });
  return fc.oneof(
    { weight: 15, arbitrary: fc.constant(OPEN) },
    { weight: 1, arbitrary: fc.record({ min: end, max: fc.constant(null) }) },
    { weight: 1, arbitrary: fc.record({ min: fc.constant(null), max: end }) },
    { weight: 1, arbitrary: fc.record({ min: end, max: end }) },
  );
}
