import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { listingTable } from "#domain/listing/listing.table.ts";
import { fitInSteps, type PriceFit } from "#domain/pricing/price-model/fit-price-model.ts";
import { makeKey, modelKey, type PricedCar } from "#domain/pricing/price-model/priced-car.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";

/** A listing as it was when the price book was built. */
export type PriceBookCar = PricedCar & { id: string; provinceCode: string };

export type PriceBook = Pick<PriceFit, "model" | "calibration"> & {
  /** The listings that the model was fitted to, by `modelKey` and by `makeAndBodyKey`. */
  carsByModel: ReadonlyMap<string, readonly PriceBookCar[]>;
  carsByMakeAndBody: ReadonlyMap<string, readonly PriceBookCar[]>;
  carsById: ReadonlyMap<string, PriceBookCar>;
};

/** Cars of one make and body type: "Honda sedans". */
export function makeAndBodyKey({ make, bodyType }: Pick<PricedCar, "make" | "bodyType">): string {
  return `${makeKey({ make })}/${bodyType ?? ""}`;
}

/** Older asking prices say little about today's market. */
const SOLD_WITHIN_DAYS = 180;

/**
 * Only the newest: more would not improve the model, and each takes time (bench/price-estimate).
 */
const MOST_LISTINGS = 25_000;

const MINUTE_MS = 60_000;
/** A book older than this is rebuilt in the background, while requests still get the old one. */
const FRESH_MS = 10 * MINUTE_MS;
/** An older book is no longer used. */
const MOST_MS = 60 * MINUTE_MS;

const books = new LRUCache<"book", { book: PriceBook | null }>({
  max: 1,
  ttl: FRESH_MS,
  ttlResolution: 0,
  perf: { now: () => now().getTime() },
  fetchMethod: async () => ({ book: await writePriceBook().catch(logAndThrow) }),
  // If a rebuild fails, the old book stays in use; after `forgetPriceBook` requests wait for the
  // new one.
  noDeleteOnFetchRejection: true,
  ignoreFetchAbort: true,
});

function logAndThrow(error: unknown): never {
  log.error("the price model was not renewed", { error: loggableError(error) });
  throw error;
}

/**
 * The model of the site's own listings; null if there are too few. Only the first request, and one
 * after a long pause, waits for it to be built.
 */
export async function priceBook(): Promise<PriceBook | null> {
  const ageMs = FRESH_MS - books.getRemainingTTL("book");
  const { book } = await books.forceFetch("book", { allowStale: ageMs < MOST_MS });
  return book;
}

/** For tests and the demo seed, which must see a new listing at once. */
export function forgetPriceBook(): void {
  books.clear();
}

/**
 * Reads the listings in one query and fits the model in small steps, so that requests are served in
 * between.
 */
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
 * A car with a bad title is not comparable with a clean one (`isBranded`). Written so that the
 * planner knows that nearly all rows match, and reads the newest from their index.
 */
const IS_COMPARABLE = sql`(brand is null or brand = 'clean')`;

/**
 * Only asking prices: the price of an accepted bid is private to its two sides. The newest of each
 * state are read from an index, so that more listings cost no more.
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
