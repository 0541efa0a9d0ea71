import { buildConditions } from "#domain/search/conditions.ts";
import { listWords } from "#domain/search/search-text.ts";
import type { SearchResult, SearchRequest } from "#domain/search/search.ts";
import { distanceKm } from "#values/distance.ts";
import { type Bitmap, intersectAll, Scratch } from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import { findPage } from "./find-page.ts";
import { inBitmaps } from "./select-cars.ts";
import { type Selection, type SelectionTally, tallySelection } from "./tally-selection.ts";
import { inTests } from "./single-car-conditions.ts";
import { writeFacets } from "./write-facets.ts";

const scratch = new Scratch();

/**
 * What the index answers; null where it cannot: words that it does not keep.
 */
export function searchIndex(index: CarIndex, request: SearchRequest): SearchResult | null {
  const words = listWords(request.text);
  const having = index.words.find(words);
  if (!having) return null;
  scratch.start(index.capacity);
  const tally = tallyOnce(index, request, { words, having });
  const { cars, found } = tally;
  return {
    count: found.count,
    facets: writeFacets(index, tally),
    ...findPage(index, request, { cars, count: found.count }, scratch),
  };
}

/** As it is kept since somebody asked for the same, in whatever order and on whichever page. */
function tallyOnce(
  index: CarIndex,
  selection: Selection,
  { words, having }: { words: readonly string[]; having: readonly Bitmap[] },
): SelectionTally {
  const { filters, geo } = selection;
  const key = JSON.stringify([filters, geo, words]);
  const cached = index.selections.find(key, having);
  if (cached) return cached;
  const hasWords = () => ({
    cars: intersectAll(having, scratch),
    listTotals: () => index.words.listTotals(words),
  });
  const conditions = buildConditions(selection, words, inBitmaps(index, scratch, hasWords));
  const tally = tallySelection(index, selection, conditions, scratch);
  return index.selections.store(key, tally, {
    having,
    tests: buildConditions(selection, words, inTests(index, having)),
    distanceKm: geo && ((slot) => distanceKm(geo, index.points.read(slot))),
  });
}
