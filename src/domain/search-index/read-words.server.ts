import { sql } from "drizzle-orm";
import { writeWordQuery } from "#domain/search/search-conditions.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { CarIndex } from "./car-index.ts";

/** Reads which cars have a word that begins with this one, and caches it from then on. */
export async function learnWord(cars: CarIndex, word: string): Promise<void> {
  const { words } = cars;
  words.begin(word);
  try {
    await db().transaction(async (transaction) => {
      await transaction.execute(sql`declare cars_having cursor for
        select listing_id as id from listing_text where words @@ ${writeWordQuery(word)}::tsquery`);
      for (;;) {
        // As many as one turn of the event loop can apply.
        const { rows } = await transaction.execute<{ id: string }>(
          sql`fetch 1000 from cars_having`,
        );
        if (rows.length === 0) break;
        for (const { id } of rows) words.add(word, id);
      }
    });
    words.finish(word);
  } catch (thrown) {
    words.forget(word);
    throw thrown;
  }
}

/** Which of the words each of the cars has. */
export async function readWords(
  ids: readonly string[],
  words: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
  if (ids.length === 0 || words.length === 0) return found;
  const { rows } = await db().execute<{ id: string; word: string }>(sql`
    select t.listing_id as id, looked.word
    from unnest(${sql.param(words)}::text[], ${sql.param(words.map(writeWordQuery))}::text[]) looked (word, query)
      join listing_text t on t.words @@ looked.query::tsquery
    where t.listing_id = any(${sql.param(ids)}::uuid[])`);
  for (const { id, word } of rows) found.get(id)?.add(word);
  return found;
}
