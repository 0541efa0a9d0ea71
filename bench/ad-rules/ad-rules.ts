// How long the check of every live listing by the ad rules takes (`npm run ads:lint`). It asserts
// nothing: README.md has the method and the numbers of one machine.
//   node bench/ad-rules/ad-rules.ts [ads …]
import { sql } from "drizzle-orm";
import { connectDatabase } from "../../src/platform/database/database.server.ts";
import {
  generatedListings,
  storeListings,
} from "../../src/domain/search/generated-listings.fixture.ts";
import { lintLiveAds } from "../../src/server/ads-lint.ts";
import { measureSizes, readSizes } from "../own-postgres.ts";

const RUNS = 5;

/**
 * About 1,000 characters, as dealerships write; every second text adds a fee or denies an accident.
 */
const TEXTS = [
  "Certified by our own technicians. Financing on site, trade-ins are welcome, and we deliver. ",
  "Plus $499 admin fee and freight. Call us today, this one goes quickly. ",
  "Accident-free and one owner, always dealer maintained, new brakes and winter tires on rims. ",
  "Prix tout compris, sauf les taxes. Inspection de 150 points, carnet d’entretien au complet. ",
];

print("| ads | broken | s p50 | s max |");
print("|--:|--:|--:|--:|");
await measureSizes(readSizes([10_000, 100_000]), measure);

async function measure(size: number, url: string): Promise<void> {
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
  // Half of the dealerships' listings state the all-in price.
  await database.execute(sql`
    update listing set is_all_in_price = id::text ~ '[0-7]$', stock_number = 'S' || right(id::text, 5)
    where dealership_id is not null`);
  await database.execute(sql`vacuum analyze`);
  const seconds: number[] = [];
  let broken = 0;
  for (let run = 0; run < RUNS; run += 1) {
    broken = 0;
    const from = performance.now();
    const lookup = await lintLiveAds(database, (_ad, findings) => {
      if (findings.some(({ severity }) => severity === "must")) broken += 1;
    });
    if (lookup !== size) throw new Error(`${lookup} of ${size} were looked at.`);
    seconds.push((performance.now() - from) / 1_000);
  }
  const sorted = seconds.toSorted((one, other) => one - other);
  const cells = [size, broken].map((count) => count.toLocaleString("en-CA"));
  const times = [sorted[Math.floor(RUNS / 2)]!, sorted.at(-1)!].map((each) => each.toFixed(1));
  print(`| ${[...cells, ...times].join(" | ")} |`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
