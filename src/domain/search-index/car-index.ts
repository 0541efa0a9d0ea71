import { LRUCache } from "lru-cache";
import {
  FACET_NAMES,
  type FilterName,
  isRangeFacet,
  type RangeName,
} from "#domain/search/facets.ts";
import type { SearchDictionary } from "#domain/search/search-dictionary.server.ts";
import type { SearchFilters, SearchResult } from "#domain/search/search.ts";
import { FacetedIndex } from "#packages/faceted-index";
import type { Bitmap } from "#packages/faceted-index/bitmap";
import { distanceKm, EARTH_RADIUS_KM, type Point } from "#values/distance.ts";
import { FACET_DESCRIPTORS, type FacetNumbers, readFacets } from "./car-facets.ts";
import { WordCache } from "./word-cache.ts";

type Status = SearchFilters["status"];

/** The keys by which cars are sorted, besides their amounts. */
type SortKeys = {
  /** Microseconds since 1970. */
  postedAt: number;
  bidCount: number;
  dealRank: number;
};

/** A car as `listing_search` has it, with each facet's column under the facet's name. */
export type IndexedCar = Point & { id: string; status: Status } & SortKeys & FacetNumbers;

export type AmountName = RangeName | keyof SortKeys;
export type CarRows = FacetedIndex<FilterName, AmountName>;

const AMOUNTS: readonly AmountName[] = [
  ...FACET_NAMES.filter(isRangeFacet),
  "postedAt",
  "bidCount",
  "dealRank",
];

/** The counts of a selection, whatever the order and the page. */
export type CountedSelection = Pick<SearchResult, "count" | "facets"> & { cars: Bitmap };

export type Page = Pick<SearchResult, "ids" | "next">;

const MOST_SELECTIONS = 64;
const MOST_PAGES = 256;
/** The bitmap of a selection takes one bit per car. */
const MOST_BYTES = 16 * 2 ** 20;

/** The cars for sale, the cars sold, and the cached counts and pages since the last change. */
export class CarIndex {
  /** Separate, since no search asks for both. */
  readonly rows: Readonly<Record<Status, CarRows>>;
  readonly words: WordCache;
  /** Cached, since the next page, another order and the next visitor need the same counts. */
  readonly selections = new LRUCache<string, CountedSelection>({
    max: MOST_SELECTIONS,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ cars }) => cars.byteLength,
  });

  readonly pages = new LRUCache<string, Page>({ max: MOST_PAGES });

  /** @param expected the number of cars for sale that will probably come */
  constructor(expected = 0) {
    const create = (count: number): CarRows =>
      new FacetedIndex(
        {
          facets: FACET_DESCRIPTORS,
          amounts: AMOUNTS,
          measure: { distanceKm, earthRadiusKm: EARTH_RADIUS_KM },
        },
        count,
      );
    this.rows = { live: create(expected), sold: create(0) };
    this.words = new WordCache(Object.values(this.rows));
  }

  get count(): number {
    return this.rows.live.size + this.rows.sold.size;
  }

  /**
   * Adds a car, or updates it.
   *
   * @param words the words of `words.list()` that the car has
   */
  put(car: IndexedCar, dictionary: SearchDictionary, words: ReadonlySet<string>): void {
    this.clearCaches();
    this.rows[car.status === "live" ? "sold" : "live"].remove(car.id);
    this.rows[car.status].put({
      id: car.id,
      point: car,
      facets: readFacets(car, dictionary),
      amounts: car,
    });
    this.words.note(car.id, words);
  }

  /** Does nothing if there is no such car. */
  remove(id: string): void {
    this.clearCaches();
    for (const rows of Object.values(this.rows)) rows.remove(id);
  }

  /** Cached counts and pages are valid until a car changes. */
  clearCaches(): void {
    this.selections.clear();
    this.pages.clear();
  }
}
