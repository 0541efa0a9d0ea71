import { type SQL, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { CODES_A_COLUMN } from "#domain/search/facet-kinds.ts";
import { FACETS, FILTER_NAMES, type FilterName, isSetFacet } from "#domain/search/facets.ts";
import { searchColumn } from "#domain/search/packed-columns.ts";
import { makeRecord } from "#values/record.ts";
import type { IndexedCar } from "./car-index.ts";
import type { FacetNumbers } from "./car-facets.ts";

/**
 * The size of a car as PostgreSQL sends it: its numbers in binary, one after the other. Reading a
 * row of 24 columns takes 20 µs and leaves 24 objects for the garbage collector, which is too much
 * for a million rows.
 */
const ID_BYTES = 36;
const FACETS_AT = ID_BYTES + 2 + 8 + 8 + 8 + 4 + 2;
const CAR_BYTES = FACETS_AT + 4 * FILTER_NAMES.length;
const PACKED_CAR = sql.join(
  [
    sql`convert_to(s.listing_id::text, 'UTF8')`,
    sql`int2send(s.status)`,
    // Whole microseconds, which a JavaScript number represents exactly.
    sql`float8send((extract(epoch from s.posted_at) * 1000000)::float8)`,
    sql`float8send(s.lat)`,
    sql`float8send(s.lon)`,
    sql`int4send(s.bid_count)`,
    sql`int2send(s.deal_rank)`,
    ...FILTER_NAMES.map((name) => sql`int4send(${facetNumber(name)}::integer)`),
  ],
  sql` || `,
);

/** For a set: the bits of all its columns, the first code lowest. */
function facetNumber(name: FilterName): SQL {
  const column = (of: string) => sql`s.${sql.identifier(of)}`;
  if (!isSetFacet(name)) return column(searchColumn(name));
  const bits = FACETS[name].packed.map(
    (each, at) => sql`(${column(each)}::integer << ${at * CODES_A_COLUMN}::integer)`,
  );
  return sql`(${sql.join(bits, sql` | `)})`;
}

function unpackCar(bytes: Buffer, start: number): IndexedCar {
  const at = start + ID_BYTES;
  return {
    id: bytes.toString("latin1", start, at),
    status: bytes.readInt16BE(at) === 1 ? "live" : "sold",
    postedAt: bytes.readDoubleBE(at + 2),
    lat: bytes.readDoubleBE(at + 10),
    lon: bytes.readDoubleBE(at + 18),
    bidCount: bytes.readInt32BE(at + 26),
    dealRank: bytes.readInt16BE(at + 30),
    ...unpackFacets(bytes, start + FACETS_AT),
  };
}

const NO_FACETS: FacetNumbers = makeRecord(FILTER_NAMES, () => 0);

function unpackFacets(bytes: Buffer, at: number): FacetNumbers {
  // Copied and filled: creating an object from a list of entries costs ten times as much.
  const columns: Record<FilterName, number> = { ...NO_FACETS };
  for (let each = 0; each < FILTER_NAMES.length; each += 1) {
    columns[FILTER_NAMES[each]!] = bytes.readInt32BE(at + 4 * each);
  }
  return columns;
}

/** The cars that one turn of the event loop reads: a few milliseconds. */
const BATCH_SIZE = 1_000;

/**
 * All cars for sale and sold, in batches by their ids, so that no statement and no transaction
 * lasts as long as the whole read. Changes meanwhile come from the change log.
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

/** The cars with these ids that are for sale or sold. */
export function readCars(ids: readonly string[]): Promise<IndexedCar[]> {
  return readWhere(sql`and s.listing_id = any(${sql.param(ids)}::uuid[])`);
}

/** In the order of their ids. */
async function readWhere(further: SQL): Promise<IndexedCar[]> {
  const { rows } = await db().execute<{ cars: Buffer | null }>(sql`
    select string_agg(car.packed, ''::bytea order by car.id) as cars from (
      select s.listing_id as id, ${PACKED_CAR} as packed
      from listing_search s where s.status in (1, 2) ${further}
    ) car`);
  const bytes = rows[0]?.cars;
  return bytes
    ? Array.from({ length: bytes.length / CAR_BYTES }, (_, at) => unpackCar(bytes, at * CAR_BYTES))
    : [];
}
