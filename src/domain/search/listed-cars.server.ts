import { sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";

/** A car for sale, and the day on which its page last changed. */
type ListedCar = { id: string; changedOn: string };

/** The first id of each slice of this size, for all cars for sale in the order of their ids. */
export async function findSliceStarts(size: number): Promise<string[]> {
  const { rows } = await db().execute<{ id: string }>(sql`
    select id from (
      select listing_id as id, row_number() over (order by listing_id) as number
      from listing_search where status = 1
    ) numbered
    where (number - 1) % ${size}::integer = 0 order by id`);
  return rows.map(({ id }) => id);
}

const BATCH_SIZE = 1_000;

/**
 * The cars for sale from an id on, at most `most`, in batches. A batch is read when the last one
 * was consumed, from where it ended, so that no slice is in memory as a whole, however many cars
 * there are.
 */
export async function* readListedCars(
  from: string,
  most: number,
  batchSize = BATCH_SIZE,
): AsyncGenerator<ListedCar[], void, undefined> {
  let left = most;
  let start = sql`s.listing_id >= ${from}::uuid`;
  while (left > 0) {
    const { rows } = await db().execute<ListedCar>(sql`
      select s.listing_id as id,
        to_char(greatest(s.posted_at, max(change.at)), 'YYYY-MM-DD') as "changedOn"
      from (
        select listing_id, posted_at from listing_search s
        where s.status = 1 and ${start}
        order by listing_id limit ${Math.min(batchSize, left)}
      ) s left join listing_price_change change on change.listing_id = s.listing_id
      group by s.listing_id, s.posted_at order by s.listing_id`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    left -= rows.length;
    if (rows.length < batchSize) return;
    start = sql`s.listing_id > ${last.id}::uuid`;
  }
}
