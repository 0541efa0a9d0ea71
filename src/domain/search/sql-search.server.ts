import { countFacets } from "./count-facets.server.ts";
import { findPage } from "./find-page.server.ts";
import { conditionsOf } from "./search-conditions.server.ts";
import { searchDictionary } from "./search-dictionary.server.ts";
import { readSearchText } from "./search-text.ts";
import type { Search } from "./search.ts";

/** The car search in SQL, on the narrow rows of `listing_search`: two statements side by side. */
export const sqlSearch: Search = async (request) => {
  const dictionary = await searchDictionary();
  const text = readSearchText(request.text, dictionary);
  const conditions = conditionsOf(request, text, dictionary);
  const [counted, page] = await Promise.all([
    countFacets(conditions, request.geo, dictionary),
    findPage(request, conditions),
  ]);
  return { ...counted, ...page };
};
