import { activeFacets, buildConditions, listConditions } from "#domain/search/conditions.ts";
import { type FacetName, FILTER_NAMES, isSetFacet } from "#domain/search/facets.ts";
import { readCursor, writeCursor } from "#domain/search/search-cursor.ts";
import { listWords } from "#domain/search/search-text.ts";
import {
  type FacetCounts,
  RADII_KM,
  type SearchRequest,
  type SearchResult,
  type Sort,
} from "#domain/search/search.ts";
import type { FoundRow, PageRequest } from "#packages/faceted-index";
import { type Bitmap, countBits, intersect } from "#packages/faceted-index/bitmap";
import type { AmountName, CarIndex, CarRows, CountedSelection, Page } from "./car-index.ts";
import type { Point } from "#values/distance.ts";
import { writeCounts } from "./car-facets.ts";
import { inBitmaps } from "./select-cars.ts";

/** The result from the index; null if it cannot answer: words that it has not cached. */
export function searchIndex(index: CarIndex, request: SearchRequest): SearchResult | null {
  const { filters, geo } = request;
  const words = listWords(request.text);
  const having = index.words.find(words, index.rows[filters.status]);
  if (!having) return null;
  const key = JSON.stringify([filters, geo, words]);
  const known = index.selections.get(key);
  const selection = known ?? countSelection(index, request, { words, having });
  if (!known) index.selections.set(key, selection);
  const { count, facets, cars } = selection;
  const pageKey = JSON.stringify([key, request.sort, request.after, request.limit]);
  const page = index.pages.get(pageKey) ?? findPage(index, request, cars);
  index.pages.set(pageKey, page);
  return { count, facets, ...page };
}

/**
 * Counts the cars that fulfil the conditions, and for every facet those that pass without its own
 * filter.
 */
function countSelection(
  index: CarIndex,
  { filters, geo }: SearchRequest,
  { words, having }: { words: readonly string[]; having: readonly Bitmap[] },
): CountedSelection {
  const rows = index.rows[filters.status];
  const conditions = buildConditions({ filters, geo }, words, inBitmaps(rows, having));
  const cars = intersect(rows.all, ...listConditions(conditions));
  const count = countBits(cars);
  const without = new Map(
    activeFacets(conditions).map((name) => [
      name,
      intersect(rows.all, ...listConditions(conditions, name)),
    ]),
  );
  const found = rows.count(cars, FILTER_NAMES);
  const facets = FILTER_NAMES.map((name): [FacetName, FacetCounts] => {
    const others = without.get(name);
    // The chosen codes of a set also narrow the counts of its other codes.
    const counts =
      others && !isSetFacet(name) ? rows.count(others, [name]).get(name) : found.get(name);
    return [
      name,
      {
        counts: writeCounts(name, counts ?? NO_COUNTS, rows.names(name)),
        without: others ? countBits(others) : count,
      },
    ];
  });
  const near = without.get("distance") ?? cars;
  const distance = {
    counts: geo ? countCircles(near, rows.circles(geo, RADII_KM, true)) : {},
    without: countBits(near),
  };
  return {
    cars,
    count,
    facets: Object.fromEntries([...facets, ["distance", distance]]) as SearchResult["facets"],
  };
}

const NO_COUNTS = new Int32Array(0);

function countCircles(cars: Bitmap, circles: readonly Bitmap[]): FacetCounts["counts"] {
  const counts = circles.map((circle, at): [number, number] => [
    RADII_KM[at]!,
    countBits(intersect(cars, circle)),
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** One page of the cars, after the cursor, in exactly the order of the SQL. */
function findPage(
  index: CarIndex,
  { filters, geo, sort: requestedSort, after, limit }: SearchRequest,
  cars: Bitmap,
): Page {
  const rows = index.rows[filters.status];
  const sort = requestedSort === "distance" && !geo ? "newest" : requestedSort;
  const page = {
    isDescending: sort === "newest" || sort === "price_desc" || sort === "bids",
    after: readCursor(sort, after),
    limit: limit + 1,
  };
  const found =
    sort === "distance" && geo
      ? findNearest(rows, cars, { ...page, by: { distanceFrom: geo } })
      : rows.first(cars, { ...page, by: SORTED_BY[sort] });
  const last = found[limit - 1];
  return {
    ids: found.slice(0, limit).map(({ id }) => id),
    next: found.length > limit && last ? writeCursor(sort, last) : null,
  };
}

/** Searches in growing circles, so that few distances are measured. */
function findNearest(
  rows: CarRows,
  cars: Bitmap,
  page: PageRequest<AmountName> & { by: { distanceFrom: Point } },
): FoundRow[] {
  for (const circle of rows.circles(page.by.distanceFrom, RADII_KM, true)) {
    const found = rows.first(intersect(cars, circle), page);
    if (found.length === page.limit) return found;
  }
  return rows.first(cars, page);
}

const SORTED_BY = {
  newest: "postedAt",
  // If the search has no location.
  distance: "postedAt",
  deal: "dealRank",
  price: "price",
  price_desc: "price",
  km: "km",
  bids: "bidCount",
} as const satisfies Record<Sort, AmountName>;
