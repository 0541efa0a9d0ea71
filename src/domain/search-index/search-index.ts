import { buildConditions } from "#domain/search/conditions.ts";
import type { SearchDictionary } from "#domain/search/search-dictionary.server.ts";
import { readSearchText } from "#domain/search/search-text.ts";
import type { SearchAnswer, SearchRequest } from "#domain/search/search.ts";
import { type Bitmap, intersectAll, Scratch } from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import { countCars } from "./count-cars.ts";
import { findPage } from "./find-page.ts";
import { inBitmaps } from "./select-cars.ts";

const scratch = new Scratch();

/**
 * What the index answers; null where it cannot: words that it does not keep.
 *
 * @param dictionary all names that cars have had, by which a text is read
 */
export function searchIndex(
  index: CarIndex,
  dictionary: SearchDictionary,
  request: SearchRequest,
): SearchAnswer | null {
  const text = readSearchText(request.text, dictionary);
  const having = index.words.find(text.words);
  if (!having) return null;
  scratch.start(index.capacity);
  const hasWords = (): Bitmap => intersectAll(having, scratch);
  const conditions = buildConditions(request, text, inBitmaps(index, scratch, hasWords));
  const { facets, ...found } = countCars(index, request, conditions, scratch);
  return { count: found.count, facets, ...findPage(index, request, found, scratch) };
}
