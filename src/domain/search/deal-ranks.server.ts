import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { listingTable } from "#domain/listing/listing.table.ts";
import { priceBook } from "#domain/pricing/price-book.server.ts";
import { rankListing, type RankedCar } from "#domain/pricing/price-estimate.server.ts";
import { findRatingOfRank } from "#domain/pricing/price-model/fair-price.ts";
import { type Database, db } from "#platform/database/database.server.ts";
import { listingSearchTable, UNRATED } from "./listing-search.table.ts";

const CARS_A_BATCH = 2_000;
const CARS_A_STEP = 50;

/**
 * Writes the changed ranks of all cars for sale, in batches, so that other work can run in between.
 */
export async function writeDealRanks(database: Database = db()): Promise<void> {
  const book = await priceBook();
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows: cars } = await database.execute<RankedCar & { rank: number }>(sql`
      select l.id, l.make, l.model, l.trim, l.year, l.body_type as "bodyType", l.fuel,
        l.brand,
        l.odometer_km as "odometerKm", l.price_cad as "priceCad", s.deal_rank as rank
      from ${listingTable} l join ${listingSearchTable} s on s.listing_id = l.id
      where l.state = 'live' and l.id > ${after}::uuid
      order by l.id limit ${CARS_A_BATCH}`);
    const changed: { id: string; rank: number }[] = [];
    for (const [index, car] of cars.entries()) {
      if (index % CARS_A_STEP === 0) await setImmediate();
      const rank = (book && rankListing(book, car)) ?? UNRATED;
      if (isMoved(car.rank, rank)) changed.push({ id: car.id, rank });
    }
    await storeRanks(database, changed);
    if (cars.length < CARS_A_BATCH) return;
    after = cars.at(-1)?.id ?? after;
  }
}

/**
 * In thousandths of half a range. A car whose rank changed less is not written, which would also
 * update its indexes.
 */
const LEAST_MOVE = 50;

function isMoved(from: number, to: number): boolean {
  return Math.abs(to - from) >= LEAST_MOVE || findRatingOfRank(from) !== findRatingOfRank(to);
}

async function storeRanks(
  database: Database,
  changed: readonly { id: string; rank: number }[],
): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  const ranks = changed.map(({ rank }) => rank);
  await database.execute(sql`
    update listing_search s set deal_rank = r.rank
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(ranks)}::smallint[]) r (id, rank)
    where s.listing_id = r.id`);
}
