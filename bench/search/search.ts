// How long the car search takes, page and all facet counts together: the index in the process beside
// the SQL. It asserts nothing: see README.md for the method and the numbers of one machine.
//   node bench/search/search.ts [cars …]
import { loadavg } from "node:os";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { readAllCars } from "../../src/domain/search-index/read-cars.server.ts";
import {
  type LoadedIndex,
  loadIndex,
} from "../../src/domain/search-index/follow-changes.server.ts";
import { learnWord } from "../../src/domain/search-index/read-words.server.ts";
import { searchIndex } from "../../src/domain/search-index/search-index.ts";
import type { SearchRequest } from "../../src/domain/search/search.ts";
import { readSearchText } from "../../src/domain/search/search-text.ts";
import { sqlSearch } from "../../src/domain/search/sql-search.server.ts";
import {
  closeDatabase,
  connectDatabase,
  type Database,
  migrateDatabase,
} from "../../src/platform/database/database.server.ts";
import { testDataDirectory } from "../../src/platform/database/test-data-directory.server.ts";
import { QUERIES } from "./queries.ts";
import { storeCars } from "./store-cars.ts";

const INDEX_RUNS = { warmUp: 20, measured: 200 };
/** A question that takes SQL a second is asked a few times. */
const SQL_RUNS = { warmUp: 1, measured: 5 };

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
  const database = connectDatabase(url);
  // The site's own connections end a statement that takes as long as storing does.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const seconds = await time(() => storeCars(drizzle(client), size));
  await client.end();
  print(
    `\n${size} cars, stored in ${(seconds / 1000).toFixed(0)} s; ${await describeSizes(database)}`,
  );
  const { loaded } = await measureLoading();
  await measureChanges(loaded);
  print(
    "| query | cars | index p50 ms | p95 ms | CPU ms | SQL p50 ms | p95 ms |\n|---|--:|--:|--:|--:|--:|--:|",
  );
  for (const [kind, request] of Object.entries(QUERIES)) await measureQuery(kind, request, loaded);
  print(
    `Load of the machine: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(", ")}`,
  );
  await closeDatabase();
  await dropDatabase(server.url, name);
}

async function measureLoading() {
  globalThis.gc?.();
  const before = process.memoryUsage();
  let longestMs = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  }, 1);
  const from = process.cpuUsage();
  const startedAt = performance.now();
  const follower = await loadIndex(new AbortController().signal);
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(from);
  clearInterval(watch);
  globalThis.gc?.();
  const after = process.memoryUsage();
  const mb = (of: "rss" | "heapUsed" | "arrayBuffers") =>
    `${((after[of] - before[of]) / 2 ** 20).toFixed(0)} MB`;
  print(
    `Index loaded in ${(ms / 1000).toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of this process's processor time, at most ${longestMs.toFixed(0)} ms without a turn of the event loop); typed arrays ${mb("arrayBuffers")}, objects ${mb("heapUsed")}, resident ${mb("rss")}`,
  );
  return follower;
}

/** Cars that are put once more with another price. */
async function measureChanges({ cars, dictionary }: LoadedIndex): Promise<void> {
  const { value: some } = await readAllCars().next();
  if (!some) return;
  const ms = await time(() => {
    for (const car of some) cars.put({ ...car, price: car.price + 50 }, dictionary);
  });
  print(`A change: ${((ms * 1000) / some.length).toFixed(1)} µs`);
}

async function measureQuery(
  kind: string,
  request: SearchRequest,
  { cars, dictionary }: LoadedIndex,
): Promise<void> {
  // What the index does after it was asked for the first time.
  for (const word of readSearchText(request.text, dictionary).words) {
    if (!cars.words.has(word)) await learnWord(cars, word);
  }
  let isIndexed = true;
  const cpuBefore = process.cpuUsage();
  const fast = await repeat(INDEX_RUNS, () => {
    isIndexed &&= searchIndex(cars, dictionary, request) !== null;
  });
  const cpu = process.cpuUsage(cpuBefore);
  const cpuMs = (cpu.user + cpu.system) / 1000 / (INDEX_RUNS.warmUp + INDEX_RUNS.measured);
  let count = 0;
  const slow = await repeat(SQL_RUNS, async () => {
    ({ count } = await sqlSearch(request));
  });
  const indexed = isIndexed ? `${fast.p50} | ${fast.p95} | ${cpuMs.toFixed(1)}` : "– | – | –";
  print(`| ${kind} | ${count} | ${indexed} | ${slow.p50} | ${slow.p95} |`);
}

async function repeat(runs: typeof INDEX_RUNS, work: () => unknown) {
  const times: number[] = [];
  for (let run = 0; run < runs.warmUp + runs.measured; run += 1) {
    const ms = await time(work);
    if (run >= runs.warmUp) times.push(ms);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return { p50: at(0.5), p95: at(0.95) };
}

async function time(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function describeSizes(database: Database): Promise<string> {
  const { rows } = await database.execute<{ name: string; size: string }>(
    sql`select relname as name, pg_size_pretty(pg_table_size(oid)) as size from pg_class
      where relname in ('listing_search', 'listing_text') order by relname`,
  );
  return rows.map(({ name, size }) => `${name} ${size}`).join(", ");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
