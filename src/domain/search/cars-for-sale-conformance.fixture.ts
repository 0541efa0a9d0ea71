import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceKm } from "#values/distance.ts";
import { PROVINCES } from "#values/province.ts";
import { makeRecord } from "#values/record.ts";
import { BODY_TYPES } from "#values/vehicle.ts";
import { bruteForceSearch } from "./brute-force-search.fixture.ts";
import { type CarCounts, type CarsForSale, type CarsSummary, COUNTED } from "./cars-for-sale.ts";
import { facetValue } from "./facets.ts";
import { GENERATED_CITIES, type GeneratedListing } from "./generated-listings.fixture.ts";
import type { NearbyResult, NearbyRequest, Within } from "./nearby-cars.ts";
import { PRICES_BY_TAX, randomRequest } from "./search-conformance.fixture.ts";
import { NO_FILTERS, type PricesByTax, type SearchFilters } from "./search.ts";
import type { SimilarTo } from "./similar-cars.ts";

// The correct results, computed row by row: slow, but simple enough to be trusted.

function listLive(listings: readonly GeneratedListing[]): GeneratedListing[] {
  return listings.filter(({ state }) => state === "live");
}

function count(listings: readonly GeneratedListing[]): CarCounts {
  const counts = makeRecord(COUNTED, (): Record<string, number> => ({}));
  for (const car of listLive(listings)) {
    for (const name of COUNTED) {
      const key = String(facetValue(name, car));
      counts[name][key] = (counts[name][key] ?? 0) + 1;
    }
  }
  return counts;
}

function summarize(
  listings: readonly GeneratedListing[],
  filters: SearchFilters,
): CarsSummary | null {
  const request = { filters, text: "", geo: null, sort: "newest", after: null, limit: 1 } as const;
  const found = new Set(bruteForceSearch(listings, request).ids);
  const cars = listings.filter(({ id }) => found.has(id));
  const prices = cars.map(({ priceCad }) => priceCad);
  return cars.length === 0
    ? null
    : {
        count: cars.length,
        minCad: Math.min(...prices),
        medianCad: findMedian(prices),
        maxCad: Math.max(...prices),
        medianKm: findMedian(cars.map(({ odometerKm }) => odometerKm)),
        medianPostedAtS: findMedian(cars.map(({ postedAt }) => postedAt.getTime() / 1000)),
      };
}

function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
}

/**
 * The cars with the nearest price among the 400 newest of the body type; outside the province, a
 * fifth of the price is added to the difference.
 */
function findSimilar(listings: readonly GeneratedListing[], car: SimilarTo): string[] {
  const newest = listLive(listings)
    .filter(({ id, bodyType }) => id !== car.id && bodyType === car.bodyType)
    .toSorted((a, b) => b.postedAt.getTime() - a.postedAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, 400);
  const gap = (other: GeneratedListing) =>
    Math.abs(other.priceCad - car.priceCad) +
    (other.provinceCode === car.provinceCode ? 0 : Math.floor(car.priceCad / 5));
  return newest
    .toSorted((a, b) => gap(a) - gap(b) || (a.id < b.id ? -1 : 1))
    .slice(0, 4)
    .map(({ id }) => id);
}

export function bruteForceNearby(
  listings: readonly GeneratedListing[],
  request: NearbyRequest,
): NearbyResult {
  const { bodyType, pricesByTax, bestPrices, provinceCode, point, within } = request;
  const cars = listLive(listings).filter(
    (car) =>
      (bodyType === null || car.bodyType === bodyType) &&
      (pricesByTax === null || isAt(car, pricesByTax)),
  );
  const inProvince = cars.filter((car) => car.provinceCode === provinceCode);
  const inCircle = (radiusKm: number) =>
    cars.filter((car) => point && distanceKm(point, car) <= radiusKm);
  const result = (some: GeneratedListing[], radiusKm: number | null) => ({
    count: some.length,
    radiusKm,
    ids: some
      .toSorted(
        (a, b) =>
          Number(isWrittenOff(a)) - Number(isWrittenOff(b)) ||
          Number(isAt(b, bestPrices)) - Number(isAt(a, bestPrices)) ||
          (isAt(a, bestPrices) ? a.priceCad - b.priceCad : b.priceCad - a.priceCad) ||
          (point ? distanceKm(point, a) - distanceKm(point, b) : 0) ||
          b.year - a.year ||
          (a.id < b.id ? 1 : -1),
      )
      .slice(0, 3)
      .map(({ id }) => id),
  });
  if (!point || within === "province") return { ...result(inProvince, null), wider: null };
  const nearKm = inCircle(50).length >= 3 ? 50 : 100;
  const radiusKm = within ?? nearKm;
  const found = result(inCircle(radiusKm), radiusKm);
  const wider = [
    ...[100, 250]
      .filter((each) => each > radiusKm)
      .map((each) => ({ radiusKm: each, count: inCircle(each).length })),
    { radiusKm: null, count: inProvince.length },
  ].find((each) => each.count > found.count);
  return { ...found, wider: wider ?? null };
}

function isWrittenOff({ brand }: GeneratedListing): boolean {
  return brand === "rebuilt" || brand === "salvage" || brand === "non_repairable";
}

function isAt(car: GeneratedListing, pricesByTax: readonly PricesByTax[]): boolean {
  return pricesByTax.some(
    ({ prices: { min, max }, cars }) =>
      cars.some(
        ({ provinceCode, isDealer }) =>
          provinceCode === car.provinceCode && isDealer === (car.seller === "dealer"),
      ) &&
      car.priceCad >= (min ?? -Infinity) &&
      car.priceCad <= (max ?? Infinity),
  );
}

/** A request of a person near one of the cities of these listings, or in a province. */
export function randomNearbyRequest(): fc.Arbitrary<NearbyRequest> {
  const towns = GENERATED_CITIES.map(([, , lat, lon]) => ({ lat, lon }));
  return fc.record({
    bodyType: fc.constantFrom(null, ...BODY_TYPES),
    pricesByTax: fc.constantFrom(null, [], ...PRICES_BY_TAX),
    bestPrices: fc.constantFrom([], ...PRICES_BY_TAX),
    provinceCode: fc.constantFrom(...PROVINCES),
    point: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...towns) },
      { weight: 1, arbitrary: fc.constant({ lat: 44.2, lon: -78.3 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    within: fc.constantFrom<Within>(null, null, 250, "province"),
  });
}

/** A car of these listings, or one that resembles none of them. */
export function randomSimilarTo(listings: readonly GeneratedListing[]): fc.Arbitrary<SimilarTo> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...listings) },
    {
      weight: 1,
      arbitrary: fc.record({
        id: fc.constant("0198a000-0000-7000-8000-000000000000"),
        bodyType: fc.constantFrom(...BODY_TYPES),
        priceCad: fc.integer({ min: 1, max: 200_000 }),
        provinceCode: fc.constantFrom(...PROVINCES),
      }),
    },
  );
}

const RUNS = { numRuns: 150, seed: 20_261_123, endOnFailure: true };

/** The tests that every implementation of `CarsForSale` must pass, on the given listings. */
export function describeCarsForSale(
  name: string,
  peer: { carsForSale: CarsForSale; listings: readonly GeneratedListing[] },
): void {
  const { carsForSale, listings } = peer;

  describe(`${name} answers as the rows read one by one`, () => {
    it("how many cars there are of each", async () => {
      expect(await carsForSale.count()).toEqual(count(listings));
    });

    it("what is said of cars", { timeout: 60_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(randomRequest(listings), async ({ filters }) => {
          const live = { ...filters, status: "live" as const };
          expect(await carsForSale.summarize(live)).toEqual(summarize(listings, live));
        }),
        RUNS,
      );
      expect(await carsForSale.summarize(NO_FILTERS)).toEqual(summarize(listings, NO_FILTERS));
    });

    it("which cars are like another", async () => {
      await fc.assert(
        fc.asyncProperty(randomSimilarTo(listings), async (car) => {
          expect(await carsForSale.findSimilar(car)).toEqual(findSimilar(listings, car));
        }),
        RUNS,
      );
    });

    it("which cars are near somebody", async () => {
      const found = { near: 0, wider: 0 };
      await fc.assert(
        fc.asyncProperty(randomNearbyRequest(), async (request) => {
          const expected = bruteForceNearby(listings, request);
          expect(await carsForSale.findNearby(request)).toEqual(expected);
          if (expected.ids.length > 0) found.near += 1;
          if (expected.wider) found.wider += 1;
        }),
        RUNS,
      );
      // Requests that find nothing prove little.
      expect(found.near).toBeGreaterThan(RUNS.numRuns / 3);
      expect(found.wider).toBeGreaterThan(RUNS.numRuns / 10);
    });
  });
}
