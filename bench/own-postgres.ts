import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { closeDatabase, migrateDatabase } from "../src/platform/database/database.server.ts";
import { startOwnPostgres } from "../src/platform/database/own-postgres.server.ts";
import { testDataDirectory } from "../src/platform/database/test-data-directory.server.ts";

/**
 * Calls `measure` for each size with the URL of an empty, migrated database, on a separate
 * PostgreSQL that writes without fsync. Everything else is closed and deleted afterwards.
 */
export async function measureSizes(
  sizes: readonly number[],
  measure: (size: number, url: string) => Promise<void>,
): Promise<void> {
  const directory = await testDataDirectory();
  const server = await startOwnPostgres({
    dataDirectory: directory.path,
    log: () => {},
    durable: false,
  });
  try {
    for (const size of sizes) {
      const name = `bench_${size}`;
      const url = await createDatabase(server.url, name);
      await migrateDatabase(url, "drizzle");
      await measure(size, url);
      await closeDatabase();
      await dropDatabase(server.url, name);
    }
  } finally {
    await server.stop();
    await directory.remove();
  }
}

/** The sizes from the command line, or the given ones. */
export function readSizes(usual: readonly number[]): readonly number[] {
  const requested = process.argv.slice(2).map(Number);
  return requested.length > 0 ? requested : usual;
}
