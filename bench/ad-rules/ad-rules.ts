// How long the look at every live ad takes (`npm run ads:lint`). It asserts nothing: see README.md for
// the method and the numbers of one machine.
//   node bench/ad-rules/ad-rules.ts [ads …]
import { sql } from "drizzle-orm";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import {
  closeDatabase,
  connectDatabase,
  migrateDatabase,
} from "../../src/platform/database/database.server.ts";
import { startOwnPostgres } from "../../src/platform/database/own-postgres.server.ts";
import { testDataDirectory } from "../../src/platform/database/test-data-directory.server.ts";
import {
  generatedListings,
  storeListings,
} from "../../src/domain/search/generated-listings.fixture.ts";
import { lintLiveAds } from "../../src/server/ads-lint.ts";

const RUNS = 5;

/** Some 1,000 characters, as dealerships write; every other one adds a fee or denies an accident. */
const TEXTS = [
  "Certified by our own technicians. Financing on site, trade-ins are welcome, and we deliver. ",
  "Plus $499 admin fee and freight. Call us today, this one goes quickly. ",
  "Accident-free and one owner, always dealer maintained, new brakes and winter tires on rims. ",
  "Prix tout compris, sauf les taxes. Inspection de 150 points, carnet d’entretien au complet. ",
];

const sizes = process.argv.slice(2).map(Number);
const directory = await testDataDirectory();
const server = await startOwnPostgres({
  dataDirectory: directory.path,
  log: () => {},
  durable: false,
});
try {
  print("| ads | broken | s p50 | s max |");
  print("|--:|--:|--:|--:|");
  for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) await measure(size);
} finally {
  await server.stop();
  await directory.remove();
}

async function measure(size: number): Promise<void> {
  const name = `bench_${size}`;
  const url = await createDatabase(server.url, name);
  await migrateDatabase(url, "drizzle");
  connectDatabase(url);
  const database = await storeListings(
    [...generatedListings(size)].map((listing, index) => ({
      ...listing,
      state: "live" as const,
      description: Array.from(
        { length: 11 },
        (_, at) => TEXTS[(index * 3 + at * (index % 2)) % 4],
      ).join(""),
    })),
  );
  // Half of the dealerships' ads state the all-in price.
  await database.execute(sql`
    update listing set is_all_in_price = id::text ~ '[0-7]$', stock_number = 'S' || right(id::text, 5)
    where dealership_id is not null`);
  await database.execute(sql`vacuum analyze`);
  const seconds: number[] = [];
  let broken = 0;
  for (let run = 0; run < RUNS; run += 1) {
    broken = 0;
    const from = performance.now();
    const looked = await lintLiveAds(database, (_ad, findings) => {
      if (findings.some(({ severity }) => severity === "must")) broken += 1;
    });
    if (looked !== size) throw new Error(`${looked} of ${size} were looked at.`);
    seconds.push((performance.now() - from) / 1_000);
  }
  const sorted = seconds.toSorted((one, other) => one - other);
  const cells = [size, broken].map((count) => count.toLocaleString("en-CA"));
  const times = [sorted[Math.floor(RUNS / 2)]!, sorted.at(-1)!].map((each) => each.toFixed(1));
  print(`| ${[...cells, ...times].join(" | ")} |`);
  await closeDatabase();
  await dropDatabase(server.url, name);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
