// What a request costs: processor time of the site's process and of PostgreSQL, compared with a
// bare handler in the same run and with the first measurement. It asserts nothing: README.md has
// the method and the numbers of one machine.
//   node bench/requests/requests.ts [cars]        (default 10000; build the site first)
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { createDatabase } from "#packages/embedded-postgres/databases";
import {
  closeDatabase,
  connectDatabase,
  type Database,
} from "#platform/database/database.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { testDataDirectory } from "#platform/database/test-data-directory.server.ts";
import { readPostgresMs, readProcessorMs, readResidentMb } from "../processor-time.ts";
import { signIn } from "../../e2e/chaos/people.fixture.ts";
import { removeDataDirectory, startSite } from "../../e2e/site.fixture.ts";

const CONNECTIONS = 16;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 5_000;
/** PostgreSQL's processes report their statistics once a second. */
const STATISTICS_MS = 1_200;
const CARS = "/cars?make=Honda&priceMax=20000";

/** Milliseconds of Node and of PostgreSQL in November 2026, before any optimisation. */
const AT_FIRST = {
  row: [0.1, 0.05],
  json: [1.38, 1.02],
  details: [8.5, 3.5],
  cars: [12.2, 0],
  home: [6.6, 0],
  about: [2.8, 0],
  file: [0.52, 0],
  health: [0.02, 0],
} as const;

/** The path, or a function that returns it for each request. */
type Asking = { path: string | (() => string); headers?: Record<string, string> };
type Measured = { ms: number };
type Server = { origin: string; processId: number };

const cars = Number(process.argv[2] ?? 10_000);
const directory = await testDataDirectory();
const postgres = await startOwnPostgres({
  dataDirectory: directory.path,
  log: () => {},
  durable: false,
});
const databaseUrl = await createDatabase(postgres.url, "bench_requests");
const site = await startSite({ DATABASE_URL: databaseUrl });
const database = connectDatabase(databaseUrl);
let bareProcess: ChildProcess | undefined;
try {
  const ids = await fillStock(database);
  const [id = ""] = ids;
  bareProcess = spawn(process.execPath, ["bench/requests/bare.ts"], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const bare = { origin: await readyAt(bareProcess), processId: bareProcess.pid ?? 0 };
  const details = `/details/${id}`;
  const json = `/singleListing/${id}`;

  printHead("Reads");
  // A different listing each time, so that concurrent requests read different rows.
  const eachListing = (path: (id: string) => string) => {
    let turn = 0;
    return { path: () => path(ids[(turn += 1) % ids.length] ?? id) };
  };
  const rows = eachListing((each) => `/row/${each}`);
  const row = await measure("bare: one row", bare, rows, { first: AT_FIRST.row });
  await measure(
    `GET /singleListing/{id}`,
    site,
    { path: json },
    { beside: row, first: AT_FIRST.json },
  );
  // An address with a query is not cached.
  const anew = eachListing((each) => `/singleListing/${each}?1`);
  await measure("the same, read each time", site, anew, { beside: row });

  printHead("Pages of strangers, files");
  for (const [name, path, first] of [
    ["GET /details/{id}", details, AT_FIRST.details],
    [`GET ${CARS}`, CARS, AT_FIRST.cars],
    ["GET /", "/", AT_FIRST.home],
    ["GET /about", "/about", AT_FIRST.about],
    ["GET /faq", "/faq", undefined],
    ["the router's data of /details/{id}", `${details}.data`, undefined],
    ["a script file", await findAsset(), AT_FIRST.file],
  ] as const) {
    const bytes = await fetchBytes(path);
    await fetch(`${bare.origin}/bytes`, { method: "POST", body: bytes });
    const beside = await measure("bare: as many bytes", bare, { path: "/bytes" });
    await measure(name, site, { path }, { beside, ...(first ? { first } : {}) });
  }
  await measure("GET /healthz", site, { path: "/healthz" }, { first: AT_FIRST.health });

  printHead("Pages that are rendered, uncompressed: of a visitor of whom something is stored");
  const visitor = await storeVisitor(database);
  for (const [name, path] of [
    ["/details/{id}", details],
    [CARS, CARS],
    ["/", "/"],
    ["/about", "/about"],
  ] as const) {
    const headers = { cookie: visitor, "accept-encoding": "identity" };
    const html = await fetchBytes(path, headers);
    await fetch(`${bare.origin}/framework`, { method: "POST", body: html });
    const alone = { path: "/", headers };
    const beside = await measure("bare: the framework, as much HTML", bare, alone);
    await measure(`GET ${name}`, site, { path, headers }, { beside });
  }

  printHead("Of a signed-in buyer with saved cars, and of the visitor above");
  const buyer = await signInWhoSaves(id);
  for (const [name, path, cookie] of [
    ["the router's data of /details/{id}, visitor", `${details}.data`, visitor],
    [`the router's data of ${CARS}, visitor`, CARS.replace("?", ".data?"), visitor],
    ["GET /details/{id}, buyer", details, buyer],
    ["the router's data of it, buyer", `${details}.data`, buyer],
    ["GET /, buyer", "/", buyer],
    ["GET /saved, buyer", "/saved", buyer],
  ] as const) {
    await measure(name, site, { path, headers: { cookie } });
  }
  print(`\nresident: ${readResidentMb(site.processId).toFixed(0)} MB after this`);
} finally {
  bareProcess?.kill();
  await closeDatabase();
  await site.stop();
  await removeDataDirectory(site);
  await postgres.stop();
  await directory.remove();
}

/** Adds listings to the demo's. Returns the newest cars for sale. */
async function fillStock(database: Database): Promise<string[]> {
  await storeListings(generatedListings(cars));
  await database.execute("vacuum analyze");
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from listing where state = 'live' order by posted_at desc limit 500`,
  );
  return rows.map(({ id }) => id);
}

/** Stores a visitor with a draft. Returns the cookie. */
async function storeVisitor(database: Database): Promise<string> {
  const secret = "bench-".padEnd(32, "b");
  const hash = createHash("sha256").update(secret).digest("hex");
  await database.execute(sql`
    insert into draft (id, visitor_hash, form_name, form_version, sealed_content, expires_at)
    values (${randomUUID()}, ${hash}, 'none', 1, '\\x00', now() + interval '1 day')`);
  return `visitor=${secret}`;
}

/** Signs in the demo's buyer and saves the car. Returns the cookie. */
async function signInWhoSaves(listingId: string): Promise<string> {
  const session = await signIn(site.origin, "buyer");
  await fetch(`${site.origin}/newSavedAd`, {
    method: "POST",
    headers: { cookie: session, origin: site.origin, "content-type": "application/json" },
    body: JSON.stringify({ singleAdId: listingId }),
  });
  return session;
}

function printHead(title: string): void {
  print(`\n### ${title}\n`);
  print(
    "| request | kB sent | requests/s | Node ms | PostgreSQL ms | queries | a second of processor answers | share of bare | at first, ms | times as fast |",
  );
  print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
}

async function measure(
  name: string,
  { origin, processId }: Server,
  asking: Asking,
  { beside, first }: { beside?: Measured; first?: readonly [number, number] } = {},
): Promise<Measured> {
  await load(origin, asking, WARM_UP_MS);
  await pause(STATISTICS_MS);
  const before = { node: readProcessorMs(processId), postgres: readPostgresMs(directory.path) };
  const queriesBefore = await countQueries();
  const startedAt = performance.now();
  const { count, bytes } = await load(origin, asking, MEASURED_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  const node = (readProcessorMs(processId) - before.node) / count;
  const postgresMs = (readPostgresMs(directory.path) - before.postgres) / count;
  await pause(STATISTICS_MS);
  const queries = ((await countQueries()) - queriesBefore) / count;
  const ms = node + postgresMs;
  const firstMs = first && first[0] + first[1];
  print(
    `| ${[
      name,
      (bytes / count / 1000).toFixed(1),
      (count / seconds).toFixed(0),
      node.toFixed(3),
      postgresMs.toFixed(3),
      queries.toFixed(queries < 1 ? 2 : 0),
      (1000 / ms).toFixed(0),
      beside ? (beside.ms / ms).toFixed(2) : "",
      first ? `${first[0]} + ${first[1]}` : "",
      firstMs ? (firstMs / ms).toFixed(1) : "",
    ].join(" | ")} |`,
  );
  return { ms };
}

/** The number of queries so far: each read is a separate transaction. */
async function countQueries(): Promise<number> {
  const { rows } = await database.execute<{ count: string }>(
    sql`select xact_commit as count from pg_stat_database where datname = current_database()`,
  );
  return Number(rows[0]?.count);
}

/**
 * Opens as many connections as in a busy minute; each sends the next request after its response.
 */
async function load(origin: string, { path, headers }: Asking, ms: number) {
  const nextPath = typeof path === "string" ? () => path : path;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + ms;
  let count = 0;
  let bytes = 0;
  const runNext = async () => {
    while (performance.now() < until) {
      const sent = await get(origin + nextPath(), { agent, headers });
      bytes += sent.length;
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runNext));
  agent.destroy();
  return { count, bytes };
}

function fetchBytes(path: string, headers: Record<string, string> = {}) {
  return get(site.origin + path, { headers });
}

/** The body as it was sent, without decompression. */
function get(
  url: string,
  { agent, headers }: { agent?: Agent; headers?: Record<string, string> | undefined },
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((done, failed) => {
    const sent = { "accept-encoding": "gzip, br, zstd", accept: "text/html,*/*", ...headers };
    request(url, { agent, headers: sent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        response.statusCode === 200
          ? done(Buffer.concat(chunks))
          : failed(new Error(`${url} answered ${response.statusCode}`)),
      );
      response.on("error", failed);
    })
      .on("error", failed)
      .end();
  });
}

/** The path of the largest script that the home page loads. */
async function findAsset(): Promise<string> {
  const html = await (await fetch(site.origin)).text();
  const paths = [...new Set(html.match(/\/assets\/[\w./-]+\.js/g))];
  const sizes = await Promise.all(
    paths.map(async (path) => ({ path, bytes: (await fetchBytes(path)).length })),
  );
  return sizes.toSorted((a, b) => b.bytes - a.bytes)[0]!.path;
}

async function readyAt(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await once(lines, "line")) as [string];
  return line.replace("ready ", "");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
