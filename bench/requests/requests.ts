// What a request costs: processor time of the site's process and of PostgreSQL, and requests a
// second, each beside a bare handler in the same run. It asserts nothing: README.md has the method
// and the numbers of one machine.
//   node bench/requests/requests.ts [cars]        (10000 without; build the site first)
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { sql } from "drizzle-orm";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { createDatabase } from "#packages/embedded-postgres/databases";
import { closeDatabase, connectDatabase } from "#platform/database/database.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { testDataDirectory } from "#platform/database/test-data-directory.server.ts";
import { readPostgresMs, readProcessorMs, readResidentMb } from "../processor-time.ts";
import { removeDataDirectory, startSite } from "../../e2e/site.fixture.ts";

const CONNECTIONS = 16;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 6_000;
const CARS = "/cars?make=Honda&priceMax=20000";

const cars = Number(process.argv[2] ?? 10_000);
const directory = await testDataDirectory();
const postgres = await startOwnPostgres({
  dataDirectory: directory.path,
  log: () => {},
  durable: false,
});
const databaseUrl = await createDatabase(postgres.url, "bench_requests");
const site = await startSite({ DATABASE_URL: databaseUrl });
let bare: ChildProcess | undefined;
try {
  const id = await fillStock();
  const pageBytes = await get(`${site.origin}/details/${id}`);
  bare = spawn(process.execPath, ["bench/requests/bare.ts"], {
    env: { ...process.env, DATABASE_URL: databaseUrl, PAGE_BYTES: String(pageBytes) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const bareOrigin = await readyAt(bare);
  const asset = await findAsset();
  print("| request | kB sent | requests/s | Node ms | PostgreSQL ms | share of bare |");
  print("|---|--:|--:|--:|--:|--:|");
  const bareRow = await measure("bare: one row", bareOrigin, `/row/${id}`, bare);
  await measure("GET /singleListing/{id}", site.origin, `/singleListing/${id}`, site, bareRow);
  const barePage = await measure("bare: a page of that size", bareOrigin, "/page", bare);
  await measure("GET /details/{id}", site.origin, `/details/${id}`, site, barePage);
  await measure("GET /cars?make=Honda&priceMax=20000", site.origin, CARS, site, barePage);
  await measure("GET /", site.origin, "/", site, barePage);
  await measure("GET /about", site.origin, "/about", site, barePage);
  await measure("GET /faq", site.origin, "/faq", site, barePage);
  await measure("a script file", site.origin, asset, site, barePage);
  await measure("GET /healthz", site.origin, "/healthz", site, barePage);
  print(`\nresident: ${readResidentMb(site.processId).toFixed(0)} MB after this`);
} finally {
  bare?.kill();
  await site.stop();
  await removeDataDirectory(site);
  await postgres.stop();
  await directory.remove();
}

/** The stock beside the demo's; a car that is for sale. */
async function fillStock(): Promise<string> {
  const database = connectDatabase(databaseUrl);
  await storeListings(generatedListings(cars));
  await database.execute("vacuum analyze");
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from listing where state = 'live' order by posted_at desc limit 1`,
  );
  await closeDatabase();
  return rows[0]!.id;
}

type Measured = { perSecond: number };

async function measure(
  name: string,
  origin: string,
  path: string,
  { pid, processId = pid ?? 0 }: { pid?: number; processId?: number },
  beside?: Measured,
): Promise<Measured> {
  await load(origin, path, WARM_UP_MS);
  const before = { node: readProcessorMs(processId), postgres: readPostgresMs(directory.path) };
  const startedAt = performance.now();
  const { count, bytes } = await load(origin, path, MEASURED_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  const perSecond = count / seconds;
  print(
    `| ${[
      name,
      (bytes / count / 1000).toFixed(1),
      perSecond.toFixed(0),
      ((readProcessorMs(processId) - before.node) / count).toFixed(2),
      ((readPostgresMs(directory.path) - before.postgres) / count).toFixed(2),
      beside ? (perSecond / beside.perSecond).toFixed(2) : "",
    ].join(" | ")} |`,
  );
  return { perSecond };
}

/** As many connections as a busy minute has, each asking again once it was answered. */
async function load(origin: string, path: string, ms: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + ms;
  let count = 0;
  let bytes = 0;
  const lane = async () => {
    while (performance.now() < until) {
      const sent = await get(origin + path, agent);
      bytes += sent;
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  agent.destroy();
  return { count, bytes };
}

/** How many bytes the body had as it was sent. */
function get(url: string, agent?: Agent): Promise<number> {
  return new Promise((done, failed) => {
    const headers = { "accept-encoding": "br, gzip", accept: "text/html,*/*" };
    request(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      response.on("end", () =>
        response.statusCode === 200
          ? done(bytes)
          : failed(new Error(`${url} answered ${response.statusCode}`)),
      );
      response.on("error", failed);
    })
      .on("error", failed)
      .end();
  });
}

/** The largest script that home asks for. */
async function findAsset(): Promise<string> {
  const html = await (await fetch(site.origin)).text();
  const paths = [...new Set(html.match(/\/assets\/[\w.-]+\.js/g))];
  const sizes = await Promise.all(
    paths.map(async (path) => ({ path, bytes: await get(site.origin + path) })),
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
