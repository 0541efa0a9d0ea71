import { type SQL, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { FILTER_NAMES } from "#domain/search/facets.ts";
import { searchColumn } from "#domain/search/packed-columns.ts";
import type { IndexedCar } from "./car-index.ts";

/** As the index takes a car in, off `listing_search s`. */
const COLUMNS = sql.join(
  [
    sql`s.listing_id as id`,
    sql`case s.status when 1 then 'live' else 'sold' end as status`,
    // Whole microseconds, which a JavaScript number holds exactly.
    sql`(extract(epoch from s.posted_at) * 1000000)::float8 as "postedAt"`,
    sql`s.lat`,
    sql`s.lon`,
    sql`s.bid_count as "bidCount"`,
    sql`s.deal_rank as "dealRank"`,
    ...FILTER_NAMES.map(
      (name) => sql`s.${sql.identifier(searchColumn(name))} as ${sql.identifier(name)}`,
    ),
  ],
  sql`, `,
);

const BATCH_SIZE = 2_000;

/**
 * All cars for sale and sold, a batch at a time by their ids: no statement and no transaction lasts
 * as long as the whole. What changes meanwhile is the change log's to tell.
 */
export async function* readAllCars(
  batchSize = BATCH_SIZE,
): AsyncGenerator<IndexedCar[], void, undefined> {
  let start = sql``;
  for (;;) {
    const cars = await readWhere(sql`${start} order by s.listing_id limit ${batchSize}`);
    const last = cars.at(-1);
    if (last) yield cars;
    if (!last || cars.length < batchSize) return;
    start = sql`and s.listing_id > ${last.id}::uuid`;
  }
}

/** Those of the ids that are for sale or sold. */
export function readCars(ids: readonly string[]): Promise<IndexedCar[]> {
  return readWhere(sql`and s.listing_id = any(${sql.param(ids)}::uuid[])`);
}

async function readWhere(further: SQL): Promise<IndexedCar[]> {
  const { rows } = await db().execute<IndexedCar>(
    sql`select ${COLUMNS} from listing_search s where s.status in (1, 2) ${further}`,
  );
  return rows;
}
