import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { generatedListings, storeListings } from "./generated-listings.fixture.ts";
import { buildSqlConditions } from "./search-conditions.server.ts";
import { searchDictionary } from "./search-dictionary.server.ts";
import { listWords } from "./search-text.ts";
import { NO_FILTERS, type SearchRequest } from "./search.ts";
import { ORDERS, pageQuery } from "./sql-search.server.ts";

/** Enough rows that the planner prefers an index if it can use one. */
const COUNT = 10_000;

const postgres = useTestDatabase();
let database: Database;

beforeAll(async () => {
  database = await storeListings(generatedListings(COUNT));
  await postgres.asOwner((owner) => owner.execute(sql`analyze`));
}, 180_000);

const { min, max } = NO_FILTERS.year;
const ST_JOHNS = { lat: 47.56, lon: -52.71 };

async function findIndexes(
  sort: keyof typeof ORDERS,
  filters: Partial<SearchRequest["filters"]>,
  rest: Partial<SearchRequest>,
  setting = sql`set local enable_seqscan = on`,
): Promise<(string | undefined)[]> {
  const request: SearchRequest = {
    filters: { ...NO_FILTERS, ...filters },
    text: "",
    geo: null,
    sort,
    after: null,
    limit: 24,
    ...rest,
  };
  const dictionary = await searchDictionary();
  const words = listWords(request.text);
  const page = pageQuery(ORDERS[sort], buildSqlConditions(request, words, dictionary), null, 25);
  const plan = await database.transaction(async (transaction) => {
    await transaction.execute(setting);
    return transaction.execute(sql`explain (format json) ${page}`);
  });
  const used = JSON.stringify(plan.rows).matchAll(/"Index Name":"(\w+)"/g);
  return [...used].map(([, name]) => name);
}

it.each<[string, keyof typeof ORDERS, Partial<SearchRequest["filters"]>, Partial<SearchRequest>]>([
  ["listing_search_posted", "newest", {}, {}],
  ["listing_search_price", "price", {}, {}],
  ["listing_search_price", "price_desc", { year: { min: 2010, max } }, {}],
  ["listing_search_deal", "deal", {}, {}],
  ["listing_search_km", "km", { km: { min, max: 200_000 } }, {}],
  ["listing_search_bids", "bids", {}, {}],
  ["listing_search_sold", "newest", { status: "sold" }, {}],
  ["listing_search_model", "newest", { model: ["Ram_1500"] }, {}],
  ["listing_search_body", "newest", { bodyType: ["minivan"], seller: ["dealer"] }, {}],
  ["listing_search_province", "newest", { province: ["NL"], colour: ["gold"] }, {}],
  ["listing_search_features", "newest", { features: ["third_row", "tow_hitch", "sunroof"] }, {}],
  // For the only city of a province, the province's index finds the same rows, so either index
  // would do.
  ["listing_search_city", "newest", { city: ["BC_Victoria"], colour: ["gold"] }, {}],
  ["listing_search_point", "price", { colour: ["gold"] }, { geo: { ...ST_JOHNS, radiusKm: 25 } }],
])("%s serves the page by %s of %j %j", async (index, sort, filters, rest) => {
  expect(await findIndexes(sort, filters, rest)).toContain(index);
});

it("listing_text_words finds beginnings of words", async () => {
  // The planner estimates 100 pages for each word beginning, more than this small table has. This
  // test asks only whether the index can be used at all, so all other plans are disabled.
  const setting = sql`select set_config(way, 'off', true) from unnest(array[
    'enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan', 'enable_nestloop']) as way`;
  const text = "gold minivan john’s";
  expect(await findIndexes("newest", {}, { text }, setting)).toContain("listing_text_words");
});
