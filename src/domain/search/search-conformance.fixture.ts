import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bruteForceSearch } from "./brute-force-search.fixture.ts";
import { type Code, nameKey, OPEN, type Range } from "./facet-kinds.ts";
import {
  facetValue,
  FACETS,
  FILTER_NAMES,
  type FilterName,
  findFacet,
  isSetFacet,
} from "./facets.ts";
import { GENERATED_CITIES, type GeneratedListing } from "./generated-listings.fixture.ts";
import {
  type PricesByTax,
  NO_FILTERS,
  RADII_KM,
  type Search,
  type SearchFilters,
  type SearchRequest,
  SORTS,
} from "./search.ts";

// oxfmt-ignore
const TEXTS = [
  "civic 2018 leather", "Honda", "crv", "f 150", "f-150 2015-2019", "mazda 3", "1500", "ram 1500",
  "tt", "audi tt", "caravan", "dodge grand caravan", "land rover", "mercedes", "seats", "sièges cuir",
  "rouge", "VUS montréal", "honda corolla", "winter tires toronto", "toyota mazda", "hybride",
  "toit ouvrant", "remote starter civic", "nothing of the kind", "'; drop table listing; --", "&|!:*()", "🚗", "2012", "st. john’s", "4x4",
  "traction intégrale honda", "boîte automatique", "all-wheel drive", "electric", "vitres électriques", "red or blue civic", "camionnette automatique",
  "black interior toronto", "hybride ou électrique noire",
];

export const PRICES_BY_TAX = [
  [{ prices: OPEN, cars: [{ provinceCode: "ON", isDealer: true }] }],
  [
    {
      prices: { min: 9_000, max: 25_000 },
      cars: [
        { provinceCode: "ON", isDealer: false },
        { provinceCode: "QC", isDealer: true },
      ],
    },
    { prices: { min: null, max: 31_000 }, cars: [{ provinceCode: "AB", isDealer: false }] },
  ],
] as const satisfies readonly (readonly PricesByTax[])[];

/** Any search of these listings, mostly with a few filters at once. */
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
      pricesByTax: seldom(fc.constantFrom([], ...PRICES_BY_TAX), null),
      // Each facet has values of its own type, which cannot be expressed for an object made from a
      // list.
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
  // One or two, because hardly any car has three given ones.
  if (isSetFacet(name)) {
    const { codes } = FACETS[name];
    return seldom<readonly Code[]>(fc.subarray([...codes], { minLength: 1, maxLength: 2 }), []);
  }
  const facet = findFacet(name);
  const had = new Set(listings.flatMap((listing) => facetValue(name, listing) ?? []));
  if (facet.kind === "range") return randomRange([...had].map(Number));
  const all = facet.kind === "codes" ? facet.codes : [...had, "Honda_Nobody’s"];
  const some = fc.subarray([...all], { minLength: 1, maxLength: Math.min(4, all.length) });
  return seldom<readonly Code[]>(some, []);
}

/** From slightly below the smallest amount to slightly above the largest. */
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

const RUNS = 500;
/** The same requests every time, so that a failure can be repeated. */
const SEED = 20_261_121;

/** All ids that a search finds, page after page. */
export async function listEveryPage(
  search: Search,
  request: Omit<SearchRequest, "limit" | "after">,
  limit: number,
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page = await search({ ...request, limit, after });
    expect(page.ids.length).toBeLessThanOrEqual(limit);
    ids.push(...page.ids);
    after = page.next;
  } while (after !== null);
  return ids;
}

/** The tests that every implementation of `Search` must pass, on the given listings. */
export function describeSearch(
  name: string,
  peer: { search: Search; listings: readonly GeneratedListing[] },
): void {
  const { search, listings } = peer;
  const anything: Omit<SearchRequest, "limit" | "after"> = {
    filters: NO_FILTERS,
    text: "",
    geo: null,
    sort: "newest",
  };

  describe(`${name} answers as the rows read one by one`, () => {
    it(`to ${RUNS} random requests: count, facets and page`, { timeout: 240_000 }, async () => {
      let hits = 0;
      await fc.assert(
        fc.asyncProperty(randomRequest(listings), async (drawn) => {
          const request = { ...drawn, limit: 24, after: null };
          const expected = bruteForceSearch(listings, request);
          const { next, ...result } = await search(request);
          expect(result).toEqual({ ...expected, ids: expected.ids.slice(0, 24) });
          expect(next !== null).toBe(expected.count > 24);
          if (expected.count > 0) hits += 1;
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
      // Requests that find nothing prove little.
      expect(hits).toBeGreaterThan(RUNS / 3);
    });

    it("to a model with its make, without it, and beside another make or model", async () => {
      const cars = [...new Map(listings.map((car) => [car.make, car])).values()].slice(0, 8);
      for (const [at, { make, model }] of cars.entries()) {
        const own = nameKey(make, model);
        const other = cars[(at + 1) % cars.length]!;
        for (const chosen of [
          { make: [make], model: [own] },
          { make: [], model: [own] },
          { make: [make, other.make], model: [own] },
          { make: [make], model: [own, nameKey(other.make, other.model)] },
        ]) {
          const filters = { ...NO_FILTERS, ...chosen };
          const request = { ...anything, filters, limit: 24, after: null };
          const expected = bruteForceSearch(listings, request);
          const { count, facets } = await search(request);
          expect({ count, facets }).toEqual({ count: expected.count, facets: expected.facets });
        }
      }
    });
  });

  describe(`${name} reads`, () => {
    it.each(["electric windows", "vitres électriques", "automatic headlights", "black interior"])(
      "%j as words of what a seller says",
      async (text) => {
        const found = await listEveryPage(search, { ...anything, text }, 1_000);
        const { description = "" } = listings.find(({ id }) => id === found[0]) ?? {};
        expect(found.length).toBeGreaterThan(100);
        expect(description.toLowerCase()).toContain(text);
      },
    );
  });

  describe(`${name} pages`, () => {
    it.each(SORTS)("by %s to the end, ties and all, without loss or repeat", async (sort) => {
      const request = { ...anything, sort, geo: { lat: 43.7, lon: -79.42, radiusKm: null } };
      const expected = bruteForceSearch(listings, { ...request, limit: 1, after: null }).ids;
      expect(await listEveryPage(search, request, 233)).toEqual(expected);
    });

    it("by distance through many cars at one place, in the order of their ids", async () => {
      const [, , lat, lon] = GENERATED_CITIES[2];
      const request = { ...anything, sort: "distance" as const, geo: { lat, lon, radiusKm: 25 } };
      const expected = bruteForceSearch(listings, { ...request, limit: 1, after: null }).ids;
      const here = listings.filter((car) => car.state === "live" && car.lat === lat);
      // Several pages with only equal distances.
      expect(here.length).toBeGreaterThan(30);
      expect(expected.slice(0, here.length)).toEqual(here.map(({ id }) => id).toSorted());
      expect(await listEveryPage(search, request, 7)).toEqual(expected);
    });

    it("through random requests to the end", { timeout: 120_000 }, async () => {
      const drawn = fc.tuple(randomRequest(listings), fc.integer({ min: 2, max: 6 }));
      await fc.assert(
        fc.asyncProperty(drawn, async ([request, pages]) => {
          const expected = bruteForceSearch(listings, { ...request, limit: 1, after: null }).ids;
          const limit = Math.max(1, Math.ceil(expected.length / pages));
          expect(await listEveryPage(search, request, limit)).toEqual(expected);
        }),
        { numRuns: 50, seed: SEED, endOnFailure: true },
      );
    });

    it.each([
      "",
      "nonsense",
      "newest.1",
      "price.12.0198a000-0000-7000-8000-000000000000",
      "newest.9e999.x",
    ])("from the start where %j is where it should go on", async (after) => {
      const first = await search({ ...anything, limit: 5, after: null });
      expect((await search({ ...anything, limit: 5, after })).ids).toEqual(first.ids);
    });

    it("to a page of nothing: only the counts", async () => {
      const { ids, count } = await search({ ...anything, limit: 0, after: null });
      expect(ids).toEqual([]);
      expect(count).toBe(listings.filter(({ state }) => state === "live").length);
    });
  });
}
