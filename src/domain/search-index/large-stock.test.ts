import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bruteForceNearby,
  randomNearbyRequest,
} from "#domain/search/cars-for-sale-conformance.fixture.ts";
import {
  FACETS,
  facetValue,
  FILTER_NAMES,
  isCodesFacet,
  isNamesFacet,
  isSetFacet,
} from "#domain/search/facets.ts";
import {
  generatedListings,
  type GeneratedListing,
} from "#domain/search/generated-listings.fixture.ts";
import { findCodeNumber, type SearchDictionary } from "#domain/search/search-dictionary.server.ts";
import { NO_FILTERS, RADII_KM, type SearchRequest } from "#domain/search/search.ts";
import { seededRandom } from "#packages/car-illustration/seeded-random";
import { CarIndex, type IndexedCar } from "./car-index.ts";
import type { FacetColumns } from "./facet-numbers.ts";
import { findNearby } from "./index-cars-for-sale.ts";
import { searchIndex } from "./search-index.ts";

// What is kept of many cars only: the stocks of the other tests are too small for it.

const COUNT = 40_000;
const TORONTO = { lat: 43.7, lon: -79.42 };
const WORD = "zebra";

const random = seededRandom("large stock");
const listings = [...generatedListings(COUNT)].filter(({ state }) => state !== "paused");
const dictionary: SearchDictionary = {
  make: numberNames("make"),
  model: numberNames("model"),
  city: numberNames("city"),
};

function numberNames(name: "make" | "model" | "city") {
  const names = [...new Set(listings.map((car) => String(facetValue(name, car))))].toSorted();
  return {
    names,
    numberOf: new Map(names.map((each, at) => [each, at + 1])),
    nameOf: new Map(names.map((each, at) => [at + 1, each])),
  };
}

function readColumn(name: (typeof FILTER_NAMES)[number], car: GeneratedListing): number {
  if (isSetFacet(name)) {
    const numbers = car[FACETS[name].column].map((code) => findCodeNumber(name, code));
    return numbers.reduce((bits, number) => bits | (1 << (number - 1)), 0);
  }
  const value = facetValue(name, car);
  if (value === null) return 0;
  if (isNamesFacet(name)) return dictionary[name].numberOf.get(String(value)) ?? 0;
  return isCodesFacet(name) ? findCodeNumber(name, value) : Number(value);
}

function indexed(car: GeneratedListing): IndexedCar {
  const columns = FILTER_NAMES.map((name) => [name, readColumn(name, car)]);
  return {
    ...(Object.fromEntries(columns) as FacetColumns),
    id: car.id,
    status: car.state === "sold" ? "sold" : "live",
    postedAt: car.postedAt.getTime() * 1_000,
    bidCount: car.bidCount,
    dealRank: car.dealRank,
    lat: car.lat,
    lon: car.lon,
  };
}

async function* inChunks(cars: readonly GeneratedListing[]) {
  for (let at = 0; at < cars.length; at += 5_000) {
    yield cars.slice(at, at + 5_000).map((car) => indexed(car));
  }
}

async function loadIndex(cars: readonly GeneratedListing[]): Promise<CarIndex> {
  const index = new CarIndex(cars.length);
  const byId = cars.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await index.load(inChunks(byId), () => Promise.resolve(dictionary));
  return index;
}

describe("Of many cars", () => {
  it("those near somebody are found whose price alone does not say whether they are", async () => {
    const index = await loadIndex(listings);
    const requests = fc.sample(randomNearbyRequest(), { numRuns: 60, seed: 20_261_123 });
    for (const request of requests) {
      expect(findNearby(index, request)).toEqual(bruteForceNearby(listings, request));
    }
  });

  it("totals of cells and words count what looking at each car does, whatever changes", async () => {
    const [loaded, later] = [listings.slice(0, 15_000), listings.slice(15_000, 18_000)];
    const index = await loadIndex(loaded);
    index.words.begin(WORD, index.capacity);
    for (const { id } of loaded) if (random() < 0.2) index.words.add(WORD, index.ids.find(id)!);
    index.words.finish(WORD, (cars) => index.tallyForSale(cars));

    const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!;
    const change = () => {
      const car = pick(loaded);
      const has = new Set(random() < 0.5 ? [WORD] : []);
      const other = { ...pick(loaded), id: car.id, postedAt: car.postedAt };
      if (random() < 0.2) index.remove(car.id);
      else index.put(indexed(other), dictionary, random() < 0.5 ? has : undefined);
    };
    expectSameCounts(index);
    for (let round = 0; round < 5; round += 1) {
      for (let each = 0; each < 300; each += 1) change();
      expectSameCounts(index);
    }
    // Cells get as many cars as have totals, and words are forgotten while the index grows.
    const words = new Set([WORD]);
    for (const car of later) index.put(indexed(car), dictionary, words);
    expectSameCounts(index);
    expect(index.points.cells.values().some(({ totals }) => totals !== null)).toBe(true);
  });
});

/** A filter that every car passes makes the index look at each of them. */
function expectSameCounts(index: CarIndex): void {
  const anything = { text: "", geo: null, sort: "newest", after: null, limit: 24 } as const;
  const circles = RADII_KM.map((radiusKm) => ({ geo: { ...TORONTO, radiusKm } }));
  const words = index.words.has(WORD) ? [{ text: WORD }] : [];
  for (const requested of [...circles, ...words]) {
    const search = (filters: Partial<SearchRequest["filters"]>) =>
      searchIndex(index, {
        ...anything,
        ...requested,
        filters: { ...NO_FILTERS, ...filters },
      });
    index.selections.forget();
    const result = search({});
    expect(result?.count).toBeGreaterThan(100);
    expect(result).toEqual(search({ year: { min: 0, max: null } }));
  }
}
