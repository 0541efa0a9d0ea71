import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  randomNearbyRequest,
  randomSimilarTo,
} from "#domain/search/cars-for-sale-conformance.fixture.ts";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { randomRequest } from "#domain/search/search-conformance.fixture.ts";
import { listWords } from "#domain/search/search-text.ts";
import { NO_FILTERS, type SearchRequest } from "#domain/search/search.ts";
import { sqlCarsForSale } from "#domain/search/sql-cars-for-sale.server.ts";
import { sqlSearch } from "#domain/search/sql-search.server.ts";
import { seededRandom } from "#packages/car-illustration/seeded-random";
import { type Database, db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { type Follower, IndexLost, loadIndex, trimChanges } from "./follow-changes.server.ts";
import { countCarsForSale, findNearby, findSimilar, summarize } from "./index-cars-for-sale.ts";
import { learnWord } from "./read-words.server.ts";
import { searchIndex } from "./search-index.ts";

const postgres = useTestDatabase();
const listings = [...generatedListings(300)];
const { signal } = new AbortController();
let database: Database;
let slow: pg.Client;
let follower: Follower;

beforeAll(async () => {
  database = await storeListings(listings);
  slow = new pg.Client({ connectionString: postgres.url });
  await slow.connect();
  follower = await loadIndex(signal);
});
afterAll(() => slow.end());

const ALL: SearchRequest = {
  filters: NO_FILTERS,
  text: "",
  geo: null,
  sort: "newest",
  after: null,
  limit: 1_000,
};

async function search(request: SearchRequest) {
  const { cars } = follower.loaded;
  for (const word of listWords(request.text)) {
    if (!cars.words.has(word)) await learnWord(cars, word);
  }
  return searchIndex(cars, request);
}

async function expectSame(request: SearchRequest): Promise<void> {
  const result = await search(request);
  const { next, ...expected } = await sqlSearch(request);
  expect(result).toEqual({ ...expected, next: expect.toSatisfy((each) => !each === !next) });
}

/** Everything that can happen to a car, including its insertion and deletion. */
const CHANGES: readonly ((id: string, amount: number) => ReturnType<Database["execute"]>)[] = [
  (id, amount) =>
    database.execute(sql`update listing set price_cad = ${amount * 50} where id = ${id}`),
  (id, amount) =>
    database.execute(sql`update listing set odometer_km = ${amount * 300}, year = ${1950 + (amount % 70)},
      exterior_colour = 'gold', seats = ${amount % 2 ? 5 : null} where id = ${id}`),
  (id, amount) =>
    database.execute(sql`update listing set make = 'Honda', model = ${`Model ${amount % 7}`},
      city = ${`Town ${amount % 5}`}, lat = ${45 + amount / 500} where id = ${id}`),
  (id, amount) =>
    database.execute(sql`update listing set state = ${["live", "live", "sold", "paused"][amount % 4]}
      where id = ${id}`),
  (id) => database.execute(sql`delete from listing where id = ${id}`),
  (id) =>
    database.execute(sql`insert into listing select (jsonb_populate_record(l,
      jsonb_build_object('id', ${randomUUID()}::text))).* from listing l where id = ${id}`),
  (id) =>
    database.execute(sql`insert into bid (listing_id, bidder_id, state, price_cad, phone)
      select id, 'seller', 'declined', 1000, '+14165550100' from listing where id = ${id}`),
  (_, amount) =>
    database.execute(sql`update listing_search set deal_rank = ${amount}
      where listing_id in (select listing_id from listing_search order by 1 limit 20)`),
];

it("has what SQL has, whatever changes between searches", { timeout: 60_000 }, async () => {
  const random = seededRandom("changes");
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!;
  const requested: SearchRequest[] = [];
  const drawn = fc.tuple(randomRequest(listings), randomNearbyRequest(), randomSimilarTo(listings));
  for (const [one, nearby, like] of fc.sample(drawn, { numRuns: 60, seed: 20_261_123 })) {
    const request = { ...one, limit: 24, after: null };
    for (let change = 0; change < 4; change += 1) {
      await pick(CHANGES)(pick(listings).id, Math.floor(random() * 1_000));
    }
    await follower.catchUp(signal);
    requested.push(request);
    // Counts from before the changes are computed anew, and repeated queries are cached.
    for (const each of [request, pick(requested), pick(requested), request]) await expectSame(each);
    const { cars } = follower.loaded;
    expect(findNearby(cars, nearby)).toEqual(await sqlCarsForSale.findNearby(nearby));
    expect(findSimilar(cars, like)).toEqual(await sqlCarsForSale.findSimilar(like));
    const filters = { ...request.filters, status: "live" as const };
    expect(summarize(cars, filters)).toEqual(await sqlCarsForSale.summarize(filters));
    expect(countCarsForSale(cars)).toEqual(await sqlCarsForSale.count());
  }
  expect(follower.loaded.cars.selections.size).toBeGreaterThan(0);
  for (const each of requested) await expectSame(each);
  for (const status of ["live", "sold"] as const) {
    await expectSame({ ...ALL, filters: { ...NO_FILTERS, status } });
  }
});

it("follows who comes to have a word, one that was forgotten meanwhile, too", async () => {
  const request = { ...ALL, text: "zebra" };
  const noteOne = async () => {
    await database.execute(sql`update listing set description = 'Zebra seats' where id = (
      select id from listing where state = 'live' and description <> 'Zebra seats' limit 1)`);
    await follower.catchUp(signal);
  };
  expect((await search(request))?.count).toBe(0);
  await noteOne();
  await expectSame(request);
  expect((await search(request))?.count).toBe(1);
  follower.loaded.cars.words.forget("zebra");
  await noteOne();
  await expectSame(request);
  expect((await search(request))?.count).toBe(2);
});

it("misses nothing of a transaction that ends after later ones were read", async () => {
  const { ids } = await sqlSearch(ALL);
  const [early, late] = ids;
  const isFound = async (id: string | undefined) => {
    await follower.catchUp(signal);
    return (await search(ALL))?.ids.includes(id ?? "");
  };
  await slow.query("begin");
  await slow.query("update listing set state = 'paused' where id = $1", [early]);
  await database.execute(sql`update listing set state = 'paused' where id = ${late}`);
  expect(await isFound(late)).toBe(false);
  expect(await isFound(early)).toBe(true);
  await slow.query("commit");
  expect(await isFound(early)).toBe(false);
});

it("knows nothing of what was undone", async () => {
  const [id] = (await sqlSearch(ALL)).ids;
  await slow.query("begin");
  await slow.query("delete from listing where id = $1", [id]);
  await slow.query("rollback");
  await follower.catchUp(signal);
  await expectSame(ALL);
});

const NO_TIME_S = 0;

it("forgets what was settled long ago, and nothing that is still to come", async () => {
  const [early, late] = (await sqlSearch(ALL)).ids;
  const isNoted = async (id: string | undefined) => {
    const { rows } = await db().execute(
      sql`select 1 from search_change where listing_id = ${id}::uuid limit 1`,
    );
    return rows.length > 0;
  };
  await database.execute(sql`update listing set price_cad = 20150 where id = ${early}`);
  await follower.catchUp(signal);
  await slow.query("begin");
  await slow.query("update listing set price_cad = 20250 where id = $1", [late]);
  expect(await isNoted(early)).toBe(true);
  // A transaction under way at the first call has ended by a later one.
  const trim = async () => {
    await trimChanges(NO_TIME_S);
    return isNoted(early);
  };
  await expect.poll(trim, { timeout: 20_000 }).toBe(false);
  await slow.query("commit");
  expect(await isNoted(late)).toBe(true);
  await follower.catchUp(signal);
  await expectSame({ ...ALL, sort: "price" });
});

it("is lost once what it did not read may have been forgotten, and has all when loaded anew", async () => {
  const behind = await loadIndex(signal, NO_TIME_S);
  const [id] = (await sqlSearch(ALL)).ids;
  await database.execute(sql`delete from listing where id = ${id}`);
  await expect(behind.catchUp(signal)).rejects.toThrow(IndexLost);
  follower = await loadIndex(signal);
  await follower.catchUp(signal);
  await expectSame(ALL);
});

it("keeps the log until everybody has had time to read it", async () => {
  const count = async () => {
    const { rows } = await db().execute<{ count: number }>(
      sql`select count(*)::integer as count from search_change`,
    );
    return rows[0]?.count;
  };
  const before = await count();
  await trimChanges();
  await trimChanges();
  expect(await count()).toBe(before);
});

it("is lost where the table is emptied at once, but not once more when loaded anew", async () => {
  // An older transaction keeps the window open, so that the emptying is read again.
  await slow.query("begin");
  await slow.query("select pg_current_xact_id()");
  await postgres.asOwner((owner) => owner.execute(sql`truncate listing_search`));
  await expect(follower.catchUp(signal)).rejects.toThrow("All cars are gone");
  follower = await loadIndex(signal);
  await follower.catchUp(signal);
  await slow.query("rollback");
  expect((await search(ALL))?.count).toBe(0);
});
