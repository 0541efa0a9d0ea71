// Whether the site's memory and processor time stay stable, through minutes of load and minutes of
// rest: a sample every ten seconds, as a curve and a table. It asserts nothing: README.md has the
// method and the numbers of one machine.
//   node bench/soak/soak.ts [minutes of load] [minutes of rest] [cars]     (default 30, 10 and
// 10000)
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { createDatabase } from "#packages/embedded-postgres/databases";
import { closeDatabase, connectDatabase } from "#platform/database/database.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { testDataDirectory } from "#platform/database/test-data-directory.server.ts";
import { removeDataDirectory, startSite } from "../../e2e/site.fixture.ts";
import { drawCurve } from "./curve.ts";
import { type Load, startLoad } from "./load.ts";
import { fitSlope, mean, readCounters, readMemory, type Sample } from "./samples.ts";

const [loadMinutes = 30, restMinutes = 10, cars = 10_000] = process.argv.slice(2).map(Number);
const SAMPLE_MS = 10_000;
/** In a shorter run, code that is loaded and compiled at its first use looks like growth. */
const SHORTEST_MINUTES = 15;
/** How many of `load.faults()` are printed already. */
let faultsPrinted = 0;
const CURVE = "bench/soak/curve.svg";

const directory = await testDataDirectory();
const heapReport = join(directory.path, "heap");
const postgres = await startCountingPostgres();
const databaseUrl = await createDatabase(postgres.url, "bench_soak");
const reporter = pathToFileURL(resolve("bench/soak/report-heap.mjs")).href;
const site = await startSite({
  DATABASE_URL: databaseUrl,
  HEAP_REPORT: heapReport,
  NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import ${reporter}`,
});
const watcher = new pg.Client({ connectionString: databaseUrl });
await watcher.connect();
try {
  const ids = await fillStock();
  await watcher.query("create extension if not exists pg_stat_statements");
  print(
    "minute,phase,site MB,heap MB,external MB,PostgreSQL MB,answers/s,statements/s,site %,PostgreSQL %",
  );
  const samples: Sample[] = [];
  const load = await startLoad(site.origin, ids);
  const begun = performance.now();
  await sample("load", loadMinutes, begun, samples, load);
  await load.stop();
  print(`stored: ${JSON.stringify(load.acknowledged())}, faults: ${load.faults().length}`);
  await watcher.query("select pg_stat_statements_reset()");
  const restBegun = performance.now();
  await sample("rest", restMinutes, begun, samples, load);
  await printStatements((performance.now() - restBegun) / 60_000);
  printResult(samples);
} finally {
  await watcher.end();
  await site.stop();
  await removeDataDirectory(site);
  await postgres.stop();
  await directory.remove();
}

/** Starts a PostgreSQL that counts its statements. That setting must be made before it starts. */
async function startCountingPostgres() {
  const options = { dataDirectory: directory.path, log: () => {}, durable: false };
  const first = await startOwnPostgres(options);
  const client = new pg.Client({ connectionString: first.url });
  await client.connect();
  await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await client.end();
  await first.stop();
  return startOwnPostgres(options);
}

async function fillStock(): Promise<string[]> {
  const database = connectDatabase(databaseUrl);
  await storeListings(generatedListings(cars));
  await database.execute("vacuum analyze");
  await closeDatabase();
  const { rows } = await watcher.query<{ id: string }>(
    `select id from listing where state = 'live' and seller_id <> all(
      array(select id from "user" where email = 'buyer@example.com')) order by id`,
  );
  return rows.map(({ id }) => id);
}

async function sample(
  phase: Sample["phase"],
  minutes: number,
  begun: number,
  samples: Sample[],
  load: Load,
): Promise<void> {
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    // The same few people send everything, so the rate limits are cleared.
    if (phase === "load") await watcher.query("delete from rate_limit");
    const before = readCounters(site.processId, directory.path);
    const answersBefore = load.responses();
    const statementsBefore = await countStatements();
    await pause(SAMPLE_MS);
    for (; faultsPrinted < load.faults().length; faultsPrinted += 1)
      print(`fault: ${load.faults()[faultsPrinted]}`);
    const now = readCounters(site.processId, directory.path);
    const ms = now.at - before.at;
    const each: Sample = {
      minute: (now.at - begun) / 60_000,
      phase,
      ...readMemory(site.processId, directory.path, heapReport),
      responsesPerSecond: ((load.responses() - answersBefore) / ms) * 1000,
      statementsPerSecond: (((await countStatements()) - statementsBefore) / ms) * 1000,
      sitePercent: ((now.siteMs - before.siteMs) / ms) * 100,
      postgresPercent: ((now.postgresMs - before.postgresMs) / ms) * 100,
    };
    samples.push(each);
    print(
      [
        each.minute.toFixed(1),
        phase,
        ...[each.residentMb, each.heapUsedMb, each.externalMb, each.postgresMb].map(round),
        round(each.responsesPerSecond),
        each.statementsPerSecond.toFixed(1),
        each.sitePercent.toFixed(1),
        each.postgresPercent.toFixed(1),
      ].join(),
    );
  }
}

/** The number of statements, without the soak test's own. */
async function countStatements(): Promise<number> {
  const { rows } = await watcher.query<{ calls: number }>(
    "select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements where query !~ 'pg_stat_statements|delete from rate_limit$'",
  );
  return rows[0]?.calls ?? 0;
}

/** Prints which statements run how often while the site gets no requests. */
async function printStatements(minutes: number): Promise<void> {
  const { rows } = await watcher.query<{ calls: number; ms: number; query: string }>(
    `select calls::float8, total_exec_time as ms, query from pg_stat_statements
      where query !~ 'pg_stat_statements' order by calls desc limit 16`,
  );
  print("\n| at rest, a minute | ms each | statement |\n|--:|--:|---|");
  for (const { calls, ms, query } of rows) {
    const words = query.replaceAll(/\s+/g, " ").replaceAll("|", "¦").slice(0, 90);
    print(`| ${(calls / minutes).toFixed(1)} | ${(ms / calls).toFixed(2)} | ${words} |`);
  }
}

function printResult(samples: readonly Sample[]): void {
  const loaded = samples.filter(({ phase }) => phase === "load");
  const resting = samples.filter(({ phase }) => phase === "rest");
  const third = Math.ceil(loaded.length / 3);
  const parts = [
    ["load, first third", loaded.slice(0, third)],
    ["load, second third", loaded.slice(third, 2 * third)],
    ["load, last third", loaded.slice(2 * third)],
    ["rest, last half", resting.slice(Math.floor(resting.length / 2))],
  ] as const;
  print(
    "\n| | site MB | most | heap in use | external | PostgreSQL MB | answers/s | statements/s | site % of a core | PostgreSQL % |",
  );
  print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
  for (const [name, part] of parts) {
    if (part.length === 0) continue;
    const of = (kind: Exclude<keyof Sample, "phase">) => mean(part.map((each) => each[kind]));
    const most = Math.max(...part.map(({ residentMb }) => residentMb));
    print(
      `| ${[
        name,
        ...[of("residentMb"), most, of("heapUsedMb"), of("externalMb"), of("postgresMb")].map(
          round,
        ),
        round(of("responsesPerSecond")),
        ...[of("statementsPerSecond"), of("sitePercent"), of("postgresPercent")].map((value) =>
          value.toFixed(1),
        ),
      ].join(" | ")} |`,
    );
  }
  const lastThird = loaded.slice(2 * third);
  const { perHour, error } = fitSlope(lastThird);
  const isLevel =
    perHour - 2 * error <= 0 || perHour <= mean(lastThird.map(({ residentMb }) => residentMb)) / 20;
  const trend = isLevel ? "level" : "NOT LEVEL";
  const verdict = loadMinutes < SHORTEST_MINUTES ? "too short a load to tell" : trend;
  print(
    `\nlast third of the load: ${perHour.toFixed(0)} MB an hour (standard error ${error.toFixed(0)}): ${verdict}`,
  );
  const caption = `${loadMinutes} minutes of load, ${restMinutes} of rest, ${cars} cars`;
  writeFileSync(CURVE, drawCurve(samples, caption));
  print(`curve: ${CURVE}`);
}

function round(value: number): string {
  return value.toFixed(0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
