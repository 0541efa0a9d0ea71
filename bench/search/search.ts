// How long the car search takes, page and all facet counts together. It asserts nothing: see
// README.md for the method and the numbers of one machine.
//   node bench/search/search.ts [rows …]
import { storeListings } from "#domain/search/generated-listings.fixture.ts";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { generatedListings } from "../../src/domain/search/generated-listings.fixture.ts";
import { sqlSearch } from "../../src/domain/search/sql-search.server.ts";
import {
  closeDatabase,
  connectDatabase,
  type Database,
  migrateDatabase,
} from "../../src/platform/database/database.server.ts";
import { testDataDirectory } from "../../src/platform/database/test-data-directory.server.ts";
import { QUERIES } from "./queries.ts";

const WARM_UP = 10;
const RUNS = 100;

const sizes = process.argv.slice(2).map(Number);
const directory = await testDataDirectory();
const server = await startOwnPostgres({
  dataDirectory: directory.path,
  log: () => {},
  durable: false,
});
try {
  for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) await measure(size);
} finally {
  await server.stop();
  await directory.remove();
}

async function measure(size: number): Promise<void> {
  const name = `bench_${size}`;
  const url = await createDatabase(server.url, name);
  await migrateDatabase(url, "drizzle");
  const startedAt = performance.now();
  connectDatabase(url);
  const database = await storeListings(generatedListings(size));
  await database.execute("vacuum analyze");
  const seconds = (performance.now() - startedAt) / 1000;
  print(`\n${size} listings, stored in ${seconds.toFixed(0)} s; ${await describeSizes(database)}`);
  print("| query | cars | p50 ms | p95 ms |\n|---|--:|--:|--:|");
  for (const [kind, request] of Object.entries(QUERIES)) {
    const times: number[] = [];
    let count = 0;
    for (let run = 0; run < WARM_UP + RUNS; run += 1) {
      const from = performance.now();
      ({ count } = await sqlSearch(request));
      if (run >= WARM_UP) times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    print(`| ${kind} | ${count} | ${at(0.5)} | ${at(0.95)} |`);
  }
  await closeDatabase();
  await dropDatabase(server.url, name);
}

async function describeSizes(database: Database): Promise<string> {
  const { rows } = await database.execute<{ name: string; size: string }>(
    `select relname as name, pg_size_pretty(pg_table_size(oid)) as size from pg_class
      where relname in ('listing', 'listing_search', 'listing_text') order by relname`,
  );
  return rows.map(({ name, size }) => `${name} ${size}`).join(", ");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
