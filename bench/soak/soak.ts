// Whether the site stays as it is: memory and processor time of its process through minutes of load
// and minutes of rest, a line every ten seconds. It asserts nothing: README.md has the method and the
// curve of one machine.
//   node bench/soak/soak.ts [minutes of load] [minutes of rest] [cars]     (30, 10 and 10000 without)
import { sql } from "drizzle-orm";
import { setTimeout as pause } from "node:timers/promises";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { createDatabase } from "#packages/embedded-postgres/databases";
import { closeDatabase, connectDatabase } from "#platform/database/database.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { testDataDirectory } from "#platform/database/test-data-directory.server.ts";
import { removeDataDirectory, startSite } from "../../e2e/site.fixture.ts";
import { readPostgresMs, readProcessorMs, readResidentMb } from "../processor-time.ts";

const [loadMinutes = 30, restMinutes = 10, cars = 10_000] = process.argv.slice(2).map(Number);
const CONNECTIONS = 8;
const SAMPLE_MS = 10_000;

const directory = await testDataDirectory();
const postgres = await startOwnPostgres({
  dataDirectory: directory.path,
  log: () => {},
  durable: false,
});
const databaseUrl = await createDatabase(postgres.url, "bench_soak");
const site = await startSite({ DATABASE_URL: databaseUrl });
try {
  const ids = await fillStock();
  print("minute,phase,resident MB,answers/s,site % of a core,PostgreSQL % of a core");
  const ended = new AbortController();
  let answers = 0;
  const lanes = Array.from({ length: CONNECTIONS }, async (_, lane) => {
    for (let turn = 0; !ended.signal.aborted; turn += 1) {
      await ask(pathOf(ids, lane * 7_919 + turn), turn);
      answers += 1;
    }
  });
  const begun = performance.now();
  await sample("load", loadMinutes, begun, () => answers);
  ended.abort();
  await Promise.all(lanes);
  await sample("rest", restMinutes, begun, () => answers);
} finally {
  await site.stop();
  await removeDataDirectory(site);
  await postgres.stop();
  await directory.remove();
}

async function fillStock(): Promise<string[]> {
  const database = connectDatabase(databaseUrl);
  await storeListings(generatedListings(cars));
  await database.execute("vacuum analyze");
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from listing where state = 'live' order by id`,
  );
  await closeDatabase();
  return rows.map(({ id }) => id);
}

/** What people and programs ask for: each car, filters, information, calls, in both languages. */
function pathOf(ids: readonly string[], turn: number): string {
  const id = ids[turn % ids.length]!;
  const paths = [
    `/details/${id}`,
    `/singleListing/${id}`,
    `/cars?priceMax=${10_000 + (turn % 400) * 100}`,
    `/fr/details/${id}`,
    `/details/${id}.data`,
    ["/", "/fr", "/about", "/faq", "/blogs", "/sell-car", "/allListings"][turn % 7]!,
    `/api/search-suggestions?text=${["hon", "toy", "rav", "tor"][turn % 4]}`,
  ];
  return paths[turn % paths.length]!;
}

/** Each from an address of its own, as far as limits go; every third has a cookie that a page heeds. */
async function ask(path: string, turn: number): Promise<void> {
  const answer = await fetch(site.origin + path, {
    redirect: "manual",
    headers: {
      "x-forwarded-for": `10.${turn % 250}.${(turn >> 8) % 250}.7`,
      ...(turn % 3 === 0 ? { cookie: "device=soak" } : {}),
    },
  });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
}

async function sample(phase: string, minutes: number, begun: number, count: () => number) {
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    const before = readCounters();
    const answered = count();
    const at = performance.now();
    await pause(SAMPLE_MS);
    const now = readCounters();
    const ms = performance.now() - at;
    const share = (used: number) => ((used / ms) * 100).toFixed(1);
    print(
      [
        ((performance.now() - begun) / 60_000).toFixed(1),
        phase,
        readResidentMb(site.processId).toFixed(0),
        ((count() - answered) / (ms / 1000)).toFixed(0),
        share(now.site - before.site),
        share(now.postgres - before.postgres),
      ].join(),
    );
  }
}

function readCounters() {
  return {
    site: readProcessorMs(site.processId),
    postgres: readPostgresMs(directory.path),
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
