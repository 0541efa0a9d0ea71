// How long the price model takes, and how long it blocks other work at most. It asserts nothing:
// README.md has the method and the numbers of one machine.
//   node bench/price-estimate/price-estimate.ts [rows …]
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { storeListings } from "#domain/search/generated-listings.fixture.ts";
import { forgetPriceBook, writePriceBook } from "../../src/domain/pricing/price-book.server.ts";
import { estimatePrice } from "../../src/domain/pricing/price-estimate.server.ts";
import { pricedCars } from "../../src/domain/pricing/price-model/priced-cars.fixture.ts";
import { generatedListings } from "../../src/domain/search/generated-listings.fixture.ts";
import { connectDatabase } from "../../src/platform/database/database.server.ts";
import { measureSizes, readSizes } from "../own-postgres.ts";

const BOOKS = 10;
const ESTIMATED = 500;

print("| listings | fit p50 ms | fit p95 ms | longest wait ms | estimate p50 ms | p95 ms |");
print("|--:|--:|--:|--:|--:|--:|");
await measureSizes(readSizes([1_000, 10_000, 100_000]), measure);

async function measure(size: number, url: string): Promise<void> {
  const { cars } = pricedCars({ seed: "bench", count: size, makes: 12, modelsEach: 5 });
  const listings = generatedListings(size).map((listing, index) => ({
    ...listing,
    ...cars[index]!,
    priceCad: Math.round(cars[index]!.priceCad),
    state: "live" as const,
  }));
  connectDatabase(url);
  const database = await storeListings(listings);
  await database.execute("vacuum analyze");
  const fits: number[] = [];
  await writePriceBook();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let run = 0; run < BOOKS; run += 1) {
    fits.push(await timed(writePriceBook));
    await setTimeout(5);
  }
  delay.disable();
  const estimates: number[] = [];
  forgetPriceBook();
  await estimatePrice(cars[0]!);
  for (let run = 0; run < ESTIMATED; run += 1)
    estimates.push(await timed(() => estimatePrice(cars[(run * 37) % cars.length]!)));
  const cells = [
    at(fits, 0.5),
    at(fits, 0.95),
    delay.max / 1e6,
    at(estimates, 0.5),
    at(estimates, 0.95),
  ];
  print(`| ${size.toLocaleString("en-CA")} | ${cells.map((ms) => ms.toFixed(1)).join(" | ")} |`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function at(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
