// How long the car search takes, including the page and all facet counts: the index in the process
// compared with SQL. It asserts nothing: README.md has the method and the numbers of one machine.
//   node --expose-gc bench/search/search.ts [cars …]
import { loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { readAllCars } from "../../src/domain/search-index/read-cars.server.ts";
import {
  type LoadedIndex,
  loadIndex,
} from "../../src/domain/search-index/follow-changes.server.ts";
import { learnWord } from "../../src/domain/search-index/read-words.server.ts";
import { searchCars, startSearchIndex } from "../../src/domain/search-index/search-cars.server.ts";
import { searchIndex } from "../../src/domain/search-index/search-index.ts";
import type { SearchRequest } from "../../src/domain/search/search.ts";
import { listWords } from "../../src/domain/search/search-text.ts";
import { sqlSearch } from "../../src/domain/search/sql-search.server.ts";
import { startDatabaseWatch } from "../../src/platform/database/database-watch.server.ts";
import { connectDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { type Question, QUESTIONS } from "./cars-for-sale.ts";
import { QUERIES } from "./queries.ts";
import { storeCars } from "./store-cars.ts";
import { measureSizes, readSizes } from "../own-postgres.ts";

const INDEX_RUNS = { warmUp: 20, measured: 200 };
/** A query that takes SQL a second is repeated only a few times. */
const SQL_RUNS = { warmUp: 1, measured: 5 };
const CITY_RUNS = { warmUp: 5, measured: 40 };
const CHANGES = 20;

/** The medians (p50) of the index, in ms. */
type Medians = { first: number; again: number };
/** For each kind of query, by the number of cars. */
const medians = new Map<number, Map<string, Medians>>();

await measureSizes(readSizes([10_000, 1_000_000]), measure);
describeGrowth();

async function measure(size: number, url: string): Promise<void> {
  const database = connectDatabase(url);
  // A separate connection, because the site's own would cancel such a long statement.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const seconds = await time(() => storeCars(drizzle(client), size));
  await client.end();
  print(
    `\n${size} cars, stored in ${(seconds / 1000).toFixed(0)} s; ${await describeSizes(database)}`,
  );
  await measureQueries(size);
  await measureUntilSearchable(url);
  print(
    `Load of the machine: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(", ")}`,
  );
}

async function measureQueries(size: number): Promise<void> {
  const { loaded } = await measureLoading();
  await measureChanges(loaded);
  print(
    "| query | cars | first p50 ms | p95 ms | CPU ms | again p50 ms | p95 ms | CPU ms | SQL p50 ms | p95 ms |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
  );
  const ofSize = new Map<string, Medians>();
  medians.set(size, ofSize);
  for (const [kind, request] of Object.entries(QUERIES)) {
    ofSize.set(kind, await measureQuery(kind, request, loaded));
  }
  await measureNewCities(loaded);
  print("| question | p50 ms | p95 ms | CPU ms | SQL p50 ms | p95 ms |\n|---|--:|--:|--:|--:|--:|");
  for (const [kind, question] of Object.entries(QUESTIONS)) {
    await measureQuestion(kind, question, loaded);
  }
  await measureChanges(loaded);
  const { rss, arrayBuffers } = process.memoryUsage();
  print(`In the end typed arrays ${toMb(arrayBuffers)}, the whole process resident ${toMb(rss)}`);
}

/** For a location that was not searched recently, the circles are computed first. */
async function measureNewCities({ cars }: LoadedIndex): Promise<void> {
  const request = QUERIES["100 km around Toronto"]!;
  let position = 0;
  const { p50, p95 } = await repeat(CITY_RUNS, () => {
    position += 1;
    const geo = { lat: 43.7 + position / 1000, lon: -79.42, radiusKm: 100 };
    searchIndex(cars, { ...request, geo });
  });
  print(`| 100 km around a place, for the first time | | ${p50} | ${p95} | | | | | | |`);
}

/**
 * Measures the complete path: a committed change, the notification, the log, and a search that
 * finds it.
 */
async function measureUntilSearchable(url: string): Promise<void> {
  const stopWatch = startDatabaseWatch({ address: () => url });
  const { loaded, stop } = startSearchIndex(1);
  await loaded;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    "select listing_id as id from listing_search where status = 1 order by 1 limit $1",
    [CHANGES],
  );
  const dearest: SearchRequest = { ...QUERIES["cheapest first"]!, sort: "price_desc", limit: 1 };
  const times: number[] = [];
  for (const [at, { id }] of rows.entries()) {
    await client.query("update listing_search set price_cad = $1 where listing_id = $2", [
      1_000_000 + at,
      id,
    ]);
    const isFound = async () => (await searchCars(dearest)).ids[0] === id;
    times.push(
      await time(async () => {
        // The index responds without yielding to the event loop, which must run to receive
        // notifications.
        while (!(await isFound())) await nextTurn();
      }),
    );
  }
  await client.end();
  await stop();
  await stopWatch();
  times.sort((a, b) => a - b);
  print(
    `From a change's commit until a search finds it: ${times[times.length >> 1]?.toFixed(0)} ms p50, ${times.at(-1)?.toFixed(0)} ms at most of ${times.length}`,
  );
}

function describeGrowth(): void {
  const [[few, small] = [], [many, large] = []] = medians;
  if (!small || !large) return;
  print(
    `\n| query | first, ${few} cars, p50 ms | ${many} cars | growth | again, ${few} cars, p50 ms | ${many} cars | growth |\n|---|--:|--:|--:|--:|--:|--:|`,
  );
  const compare = (before: number, after: number) =>
    `${before.toFixed(2)} | ${after.toFixed(2)} | ${(after / before).toFixed(1)}`;
  for (const [kind, before] of small) {
    const after = large.get(kind) ?? { first: NaN, again: NaN };
    print(
      `| ${kind} | ${compare(before.first, after.first)} | ${compare(before.again, after.again)} |`,
    );
  }
}

async function measureLoading() {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const holds = monitorEventLoopDelay({ resolution: 1 });
  holds.enable();
  const from = process.cpuUsage();
  const startedAt = performance.now();
  const follower = await loadIndex(new AbortController().signal);
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(from);
  holds.disable();
  globalThis.gc?.();
  const after = process.memoryUsage();
  const mb = (of: "rss" | "heapUsed" | "arrayBuffers") => toMb(after[of] - before[of]);
  print(
    `Index loaded in ${(ms / 1000).toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of this process's processor time, the event loop held for ${(holds.max / 1e6).toFixed(0)} ms at most, ${(holds.percentile(99) / 1e6).toFixed(0)} ms at p99); typed arrays ${mb("arrayBuffers")}, objects ${mb("heapUsed")}, resident ${mb("rss")}`,
  );
  return follower;
}

function toMb(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`;
}

/** Puts cars again with another price. */
async function measureChanges({ cars, dictionary }: LoadedIndex): Promise<void> {
  const { value: some } = await readAllCars().next();
  if (!some) return;
  const noWords = new Set<string>();
  const ms = await time(() => {
    for (const car of some) cars.put({ ...car, price: car.price + 50 }, dictionary, noWords);
  });
  print(`A change: ${((ms * 1000) / some.length).toFixed(1)} µs`);
}

async function measureQuery(
  kind: string,
  request: SearchRequest,
  { cars }: LoadedIndex,
): Promise<Medians> {
  // The index does this after the first search for a word.
  for (const word of listWords(request.text)) {
    if (!cars.words.has(word)) await learnWord(cars, word);
  }
  const search = () => {
    if (!searchIndex(cars, request)) throw new Error("The index knows these words.");
  };
  const first = await repeat(INDEX_RUNS, search, () => cars.clearCaches());
  const again = await repeat(INDEX_RUNS, search);
  let count = 0;
  const slow = await repeat(SQL_RUNS, async () => {
    ({ count } = await sqlSearch(request));
  });
  const write = ({ p50, p95, cpuMs }: Repeated) => `${p50} | ${p95} | ${cpuMs}`;
  print(`| ${kind} | ${count} | ${write(first)} | ${write(again)} | ${slow.p50} | ${slow.p95} |`);
  return { first: first.median, again: again.median };
}

/** Measures a question other than a search; these have no number of cars to print. */
async function measureQuestion(
  kind: string,
  { inIndex, inSql }: Question,
  loaded: LoadedIndex,
): Promise<void> {
  const fast = await repeat(INDEX_RUNS, () => inIndex(loaded));
  const slow = inSql ? await repeat(SQL_RUNS, inSql) : { p50: "–", p95: "–" };
  print(`| ${kind} | ${fast.p50} | ${fast.p95} | ${fast.cpuMs} | ${slow.p50} | ${slow.p95} |`);
}

type Repeated = { p50: string; p95: string; cpuMs: string; median: number };

/** @param prepare before each run, outside its time but not outside its processor time */
async function repeat(
  runs: typeof INDEX_RUNS,
  work: () => unknown,
  prepare = () => {},
): Promise<Repeated> {
  const times: number[] = [];
  const cpuBefore = process.cpuUsage();
  for (let run = 0; run < runs.warmUp + runs.measured; run += 1) {
    prepare();
    const ms = await time(work);
    if (run >= runs.warmUp) times.push(ms);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return {
    p50: at(0.5),
    p95: at(0.95),
    cpuMs: ((user + system) / 1000 / (runs.warmUp + runs.measured)).toFixed(1),
    median: times[times.length >> 1] ?? NaN,
  };
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
