import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { listingTable } from "#domain/listing/listing.table.ts";
import { fitInSteps, type PriceFit } from "#domain/pricing/price-model/fit-price-model.ts";
import { makeKey, modelKey, type PricedCar } from "#domain/pricing/price-model/priced-car.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";

/** A listing as it was when the book was written. */
export type PriceBookCar = PricedCar & { id: string; provinceCode: string };

export type PriceBook = Pick<PriceFit, "model" | "calibration"> & {
  /** The listings that the model rests on, by `modelKey` and by `makeAndBodyKey`. */
  carsByModel: ReadonlyMap<string, readonly PriceBookCar[]>;
  carsByMakeAndBody: ReadonlyMap<string, readonly PriceBookCar[]>;
  carsById: ReadonlyMap<string, PriceBookCar>;
};

/** Cars of one make and body type: "Honda sedans". */
export function makeAndBodyKey({ make, bodyType }: Pick<PricedCar, "make" | "bodyType">): string {
  return `${makeKey({ make })}/${bodyType ?? ""}`;
}

/** What was asked longer ago says little of today's market. */
const SOLD_WITHIN_DAYS = 180;

/** The newest ones: more would not know better, and each takes its time (bench/price-estimate). */
const MOST_LISTINGS = 25_000;

const MINUTE_MS = 60_000;
/** A book older than this is rebuilt in the background, while requests still get the old one. */
const FRESH_MS = 10 * MINUTE_MS;
/** From this age on nobody gets it any more. */
const MOST_MS = 60 * MINUTE_MS;

const books = new LRUCache<"book", { book: PriceBook | null }>({
  max: 1,
  ttl: FRESH_MS,
  ttlResolution: 0,
  perf: { now: () => now().getTime() },
  fetchMethod: async () => ({ book: await writePriceBook().catch(logAndThrow) }),
  // A book that could not be renewed serves on; whoever waits for one that was forgotten gets it.
  noDeleteOnFetchRejection: true,
  ignoreFetchAbort: true,
});

function logAndThrow(error: unknown): never {
  log.error("the price model was not renewed", { error: loggableError(error) });
  throw error;
}

/**
 * The model of the site's own listings; null where there is none to rest on. Only the first asker,
 * and whoever comes after a long silence, waits for it.
 */
export async function priceBook(): Promise<PriceBook | null> {
  const ageMs = FRESH_MS - books.getRemainingTTL("book");
  const { book } = await books.forceFetch("book", { allowStale: ageMs < MOST_MS });
  return book;
}

/** For what must see a listing at once: tests, and a seed. */
export function forgetPriceBook(): void {
  books.clear();
}

/** Reads the listings by one query and fits them, letting requests in between. */
export async function writePriceBook(): Promise<PriceBook | null> {
  const at = now();
  const soldAfter = new Date(at.getTime() - SOLD_WITHIN_DAYS * 24 * 60 * MINUTE_MS);
  const { rows: cars } = await db().execute<PriceBookCar>(
    priceBookCarsQuery(soldAfter, MOST_LISTINGS),
  );
  const steps = fitInSteps(cars, at.getUTCFullYear());
  let step = steps.next();
  while (!step.done) {
    await setImmediate();
    step = steps.next();
  }
  const fit = step.value;
  if (!fit) return null;
  const used = Array.from(fit.used, (index) => cars[index]).filter((car) => car !== undefined);
  await setImmediate();
  const carsByModel = Map.groupBy(used, modelKey);
  await setImmediate();
  const carsByMakeAndBody = Map.groupBy(used, makeAndBodyKey);
  const carsById = new Map(used.map((car) => [car.id, car]));
  return {
    model: fit.model,
    calibration: fit.calibration,
    carsByModel,
    carsByMakeAndBody,
    carsById,
  };
}

/**
 * A car that was written off is no comparable of a clean one (`isBranded`). Said so that the planner
 * knows that it is nearly all of them, and reads the newest off their index.
 */
const IS_COMPARABLE = sql`(brand is null or brand = 'clean')`;

/**
 * Asking prices only. An accepted bid is between two people and can be shown to nobody else. The
 * newest of each state are read off the index of both, so that a larger stock costs no more.
 */
export function priceBookCarsQuery(soldAfter: Date, most: number): SQL {
  const newest = (where: SQL) => sql`
    select id, make, model, trim, year, body_type as "bodyType", fuel,
      odometer_km as "odometerKm", price_cad as "priceCad", province_code as "provinceCode", posted_at
    from ${listingTable} where ${where} and ${IS_COMPARABLE}
    order by posted_at desc, id desc limit ${most}`;
  return sql`
    with live as (${newest(sql`state = 'live'`)}),
    sold as (${newest(sql`state = 'sold' and sold_at > ${soldAfter.toISOString()}::timestamptz
      and posted_at >= (
        -- Older ones than all of these have no place.
        select case count(*) when ${most} then min(posted_at) else '-infinity' end from live
      )`)})
    select id, make, model, trim, year, "bodyType", fuel, "odometerKm", "priceCad", "provinceCode"
    from (select * from live union all select * from sold) car
    order by posted_at desc, id desc limit ${most}`;
}
