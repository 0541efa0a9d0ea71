// What a second process adds: shared pages, pages for one visitor, searches that are not cached,
// JSON reads and form posts with WORKERS=1 and WORKERS=2, as requests a second and as processor
// time. It asserts nothing: README.md has the method and the numbers of one machine.
//   node bench/workers/workers.ts [cars] [workers] [seconds]     (default 10000 2 6; build first)
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { sql } from "drizzle-orm";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { createDatabase } from "#packages/embedded-postgres/databases";
import { closeDatabase, connectDatabase } from "#platform/database/database.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { testDataDirectory } from "#platform/database/test-data-directory.server.ts";
import { removeDataDirectory, type Site, startSite } from "../../e2e/site.fixture.ts";
import { readPostgresMs, readProcessorMs, readResidentMb } from "../processor-time.ts";

const WARM_UP_MS = 2_000;
const KINDS = {
  shared: "GET /details/{id}, as strangers share it",
  own: "GET /details/{id}, rendered for one visitor",
  miss: "GET /cars?…, a search nobody asked for before",
  json: "GET /singleListing/{id}, read each time",
  post: "POST /forms/sell-car",
};

const [cars = 10_000, most = 2, seconds = 6] = process.argv.slice(2).map(Number);
const cores = availableParallelism();
const directory = await testDataDirectory();
const postgres = await startOwnPostgres({ dataDirectory: directory.path, log: () => {} });
const DATABASE_URL = await createDatabase(postgres.url, "bench_workers");
let site: Site = await startSite({ DATABASE_URL });
try {
  const id = await fillStock();
  const measured = new Map<string, Measured>();
  const resident: string[] = [];
  for (const workers of [1, most]) {
    await site.stop();
    site = await startSite({ DATABASE_URL, WORKERS: String(workers) }, site.dataDirectory);
    for (const kind of Object.keys(KINDS)) {
      measured.set(`${kind} ${workers}`, await measure(kind, id));
      print(`${kind}, WORKERS=${workers}: ${JSON.stringify(measured.get(`${kind} ${workers}`))}`);
    }
    const sizes = listProcesses().map((pid) => readResidentMb(pid).toFixed(0));
    resident.push(`WORKERS=${workers}: ${sizes.join(" + ")} MB`);
  }
  print(`\n${cores} cores; load ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]}\n`);
  print(
    `| request | requests/s, 1 | requests/s, ${most} | ratio | cores busy, 1 | cores busy, ${most} | Node ms, 1 | Node ms, ${most} | PostgreSQL ms | asker ms | ratio with cores to spare, calculated |`,
  );
  print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
  for (const [kind, name] of Object.entries(KINDS)) {
    const one = measured.get(`${kind} 1`);
    const all = measured.get(`${kind} ${most}`);
    if (one && all) print(`| ${[name, ...describe(one, all)].join(" | ")} |`);
  }
  print(`\nresident after it: ${resident.join("; ")}`);
} finally {
  await site.stop();
  await removeDataDirectory(site);
  await postgres.stop();
  await directory.remove();
}

type Measured = { perSecond: number; nodeMs: number; postgresMs: number; askerMs: number };

/** Measures all processes together, for each response. */
async function measure(kind: string, id: string): Promise<Measured> {
  const asking = [
    process.execPath,
    "bench/workers/ask.ts",
    kind,
    site.origin,
    id,
    String(WARM_UP_MS),
    String(seconds * 1_000),
  ];
  const [command = "", ...parameters] = [...pinnedToLastCore(), ...asking];
  const asker = spawn(command, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  let before = readTimes();
  for await (const line of createInterface({ input: asker.stdout })) {
    if (line === "measures") {
      before = readTimes();
      continue;
    }
    const after = readTimes();
    const said = JSON.parse(line) as Record<"answered" | "refused" | "seconds" | "askerMs", number>;
    if (said.refused > 0) print(`${kind}: ${said.refused} requests were refused`);
    return {
      perSecond: said.answered / said.seconds,
      nodeMs: (after.node - before.node) / said.answered,
      postgresMs: (after.postgres - before.postgres) / said.answered,
      askerMs: said.askerMs / said.answered,
    };
  }
  throw new Error(`Nothing was measured of ${kind}.`);
}

/** Limits the sending process to one core, if util-linux is installed. */
function pinnedToLastCore(): string[] {
  const isThere = spawnSync("taskset", ["--version"]).status === 0;
  return isThere ? ["taskset", "--cpu-list", String(cores - 1)] : [];
}

function readTimes() {
  return {
    node: listProcesses().reduce((sum, pid) => sum + readProcessorMs(pid), 0),
    postgres: readPostgresMs(directory.path),
  };
}

/** The site's process and its workers. */
function listProcesses(): number[] {
  const { processId } = site;
  const children = readFileSync(`/proc/${processId}/task/${processId}/children`, "utf8");
  return [processId, ...children.split(" ").filter(Boolean).map(Number)];
}

function describe(one: Measured, all: Measured): string[] {
  return [
    one.perSecond.toFixed(0),
    all.perSecond.toFixed(0),
    (all.perSecond / one.perSecond).toFixed(2),
    countBusyCores(one).toFixed(2),
    countBusyCores(all).toFixed(2),
    one.nodeMs.toFixed(2),
    all.nodeMs.toFixed(2),
    all.postgresMs.toFixed(2),
    all.askerMs.toFixed(2),
    ((most * one.nodeMs) / all.nodeMs).toFixed(2),
  ];
}

function countBusyCores({ perSecond, nodeMs, postgresMs, askerMs }: Measured): number {
  return (perSecond * (nodeMs + postgresMs + askerMs)) / 1_000;
}

/** Adds listings to the demo's. Returns a car for sale. */
async function fillStock(): Promise<string> {
  const database = connectDatabase(DATABASE_URL);
  await storeListings(generatedListings(cars));
  await database.execute("vacuum analyze");
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from listing where state = 'live' order by posted_at desc limit 1`,
  );
  await closeDatabase();
  return rows[0]!.id;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
