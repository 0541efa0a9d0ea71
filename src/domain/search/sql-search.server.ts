import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { readDb } from "#platform/database/replicas.server.ts";
import { countFacets } from "./count-facets.server.ts";
import {
  buildSqlConditions,
  distanceFrom,
  inCircle,
  type SqlConditions,
  whereAll,
} from "./search-conditions.server.ts";
import { searchDictionary } from "./search-dictionary.server.ts";
import { listWords } from "./search-text.ts";
import { type Cursor, readCursor, writeCursor } from "./search-cursor.ts";
import type { Search, SearchRequest, Sort } from "./search.ts";

/** The car search in SQL, on the narrow rows of `listing_search`: two statements in parallel. */
export const sqlSearch: Search = async (request) => {
  const dictionary = await searchDictionary();
  const conditions = buildSqlConditions(request, listWords(request.text), dictionary);
  const [counted, page] = await Promise.all([
    countFacets(conditions, request.geo, dictionary),
    findPage(request, conditions),
  ]);
  return { ...counted, ...page };
};

type Page = { ids: string[]; next: string | null };
type PageRow = { id: string; key: string };
type Order = { key: SQL; by: SQL; isDescending: boolean; keyValue(key: number): SQL };

const number = (key: number) => sql`${key}::integer`;

// Each order has its index (listing-search.table.ts), which is read forwards or backwards.
export const ORDERS: Readonly<Record<Exclude<Sort, "distance">, Order>> = {
  newest: {
    key: sql`(extract(epoch from s.posted_at) * 1000000)::bigint`,
    by: sql`s.posted_at`,
    isDescending: true,
    // PostgreSQL's time has whole microseconds, which fit exactly into a JavaScript number.
    keyValue: (key) => sql`(timestamptz 'epoch' + ${key}::float8 * interval '1 microsecond')`,
  },
  deal: { key: sql`s.deal_rank`, by: sql`s.deal_rank`, isDescending: false, keyValue: number },
  price: { key: sql`s.price_cad`, by: sql`s.price_cad`, isDescending: false, keyValue: number },
  price_desc: { key: sql`s.price_cad`, by: sql`s.price_cad`, isDescending: true, keyValue: number },
  km: { key: sql`s.odometer_km`, by: sql`s.odometer_km`, isDescending: false, keyValue: number },
  bids: { key: sql`s.bid_count`, by: sql`s.bid_count`, isDescending: true, keyValue: number },
};

/** Finds one page by keyset: every page costs the same, and changes do not shift it. */
async function findPage(
  request: SearchRequest,
  conditions: SqlConditions,
  database: Database = readDb(),
): Promise<Page> {
  const { geo, limit } = request;
  const sort = request.sort === "distance" && !geo ? "newest" : request.sort;
  const after = readCursor(sort, request.after);
  const read = async (query: SQL) => (await database.execute<PageRow>(query)).rows;
  const rows =
    sort === "distance" && geo
      ? await nearest(read, request, conditions, after)
      : await read(pageQuery(ORDERS[sort as keyof typeof ORDERS], conditions, after, limit + 1));
  const last = rows[limit - 1];
  return {
    ids: rows.slice(0, limit).map(({ id }) => id),
    next:
      rows.length > limit && last
        ? writeCursor(sort, { key: Number(last.key), id: last.id })
        : null,
  };
}

/** The page's statement, for the search and for tests of its plan. */
export function pageQuery(
  order: Order,
  conditions: SqlConditions,
  after: Cursor | null,
  limit: number,
): SQL {
  const { key, by, isDescending, keyValue } = order;
  const further = after
    ? sql` and (${by}, s.listing_id) ${isDescending ? sql`<` : sql`>`}
        (${keyValue(after.key)}, ${after.id}::uuid)`
    : sql``;
  const direction = isDescending ? sql`desc` : sql`asc`;
  return sql`select s.listing_id as id, ${key} as key from listing_search s
    where ${whereAll(conditions)}${further}
    order by ${by} ${direction}, s.listing_id ${direction} limit ${limit}`;
}

/** After the last circle, the rest of the country is searched. */
const CIRCLES_KM = [50, 200, 1_000] as const;

/**
 * Finds the nearest cars in growing circles, so that the index on points finds them without
 * computing the distance of every car. The order is by the true distance, in metres.
 */
async function nearest(
  read: (query: SQL) => Promise<PageRow[]>,
  { geo, limit }: SearchRequest,
  conditions: SqlConditions,
  after: Cursor | null,
): Promise<PageRow[]> {
  if (!geo) return [];
  const { radiusKm } = geo;
  // `distanceMetres` of src/values, in SQL.
  const metres = sql`floor(${distanceFrom(geo)} * 1000)`;
  const order: Order = {
    key: metres,
    by: metres,
    isDescending: false,
    keyValue: (key) => sql`${key}::float8`,
  };
  const circles = CIRCLES_KM.filter(
    (circleKm) => circleKm * 1_000 > (after?.key ?? 0) && circleKm < (radiusKm ?? Infinity),
  );
  for (const circleKm of circles) {
    const narrowed = { ...conditions, always: [...conditions.always, inCircle(geo, circleKm)] };
    const rows = await read(pageQuery(order, narrowed, after, limit + 1));
    if (rows.length > limit) return rows;
  }
  return read(pageQuery(order, conditions, after, limit + 1));
}
