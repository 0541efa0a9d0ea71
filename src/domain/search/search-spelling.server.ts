import { sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { writeWordQuery } from "./search-conditions.server.ts";
import { searchDictionary } from "./search-dictionary.server.ts";
import { correctSpelling } from "./search-spelling.ts";
import { listWords, readSearchText } from "./search-text.ts";

/**
 * The probable meaning of a text that finds nothing; null if each of its words occurs in some
 * listing, or if a word resembles no known one. Called only then, so that a successful search costs
 * nothing more.
 */
export async function findMeantText(text: string): Promise<string | null> {
  const dictionary = await searchDictionary();
  const words = listWords(readSearchText(text, dictionary).rest);
  if (words.length === 0) return null;
  const { rows } = await db().execute<{ word: string }>(sql`
    select word from unnest(${sql.param(words)}::text[],
      ${sql.param(words.map(writeWordQuery))}::text[]) sought (word, query)
    where not exists (
      select 1 from listing_text t join listing_search s on s.listing_id = t.listing_id
      where s.status = 1 and t.words @@ query::tsquery)`);
  const misspelt = rows.map(({ word }) => word);
  return misspelt.length > 0 ? correctSpelling(text, misspelt, dictionary) : null;
}
