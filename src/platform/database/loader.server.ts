import { groupCommit } from "./group-commit.server.ts";
import type { Database } from "./database.server.ts";
import { readDb, readingFrom } from "./replicas.server.ts";

/** More keys than a busy moment has. */
const MOST_KEYS = 200;

/**
 * Looks a row up by its key for all who ask at the same moment: one statement for many, as `groupCommit`
 * does for what is written. Nobody is handed what was read before they asked. Those who ask the
 * primary and those who ask a replica (`readDb`) do not ask together.
 *
 * `read` finds rows by keys, none of which it is given twice; what it does not find is null.
 */
export function createLoader<Key, Row>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (key: Key) => Promise<Row | null> {
  const readers = new WeakMap<Database, (key: Key) => Promise<Row | null>>();
  const readerOf = (database: Database) => {
    const reader = groupCommit(
      async (keys: readonly Key[]) => {
        const found = await readingFrom(database, () => read([...new Set(keys)]));
        return keys.map((key) => found.get(key) ?? null);
      },
      { most: MOST_KEYS },
    );
    readers.set(database, reader);
    return reader;
  };
  return (key) => {
    const database = readDb();
    return (readers.get(database) ?? readerOf(database))(key);
  };
}
