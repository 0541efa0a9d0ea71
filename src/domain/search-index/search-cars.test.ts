import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { NO_FILTERS, type SearchRequest } from "#domain/search/search.ts";
import { startDatabaseWatch } from "#platform/database/database-watch.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { searchCars, startSearchIndex } from "./search-cars.server.ts";

const postgres = useTestDatabase();
const PRICE = 123_450;
let database: Database;
let stopWatch: () => Promise<void>;
let id: string;

const DEAREST: SearchRequest = {
  filters: NO_FILTERS,
  text: "",
  geo: null,
  sort: "price_desc",
  after: null,
  limit: 1,
};

async function findDearest(): Promise<string | undefined> {
  return (await searchCars(DEAREST)).ids[0];
}

beforeAll(async () => {
  const listings = [...generatedListings(50)];
  database = await storeListings(listings);
  stopWatch = startDatabaseWatch({ address: () => postgres.url });
  const [cheapest] = listings
    .filter(({ state }) => state === "live")
    .toSorted((a, b) => a.priceCad - b.priceCad);
  id = cheapest!.id;
});
afterAll(() => stopWatch());

/** Sends no notification: only the memory of a process still has the old price. */
function changeUnseen(priceCad: number): Promise<unknown> {
  return postgres.asOwner(async (owner) => {
    await owner.execute(sql`set local session_replication_role = replica`);
    await owner.execute(
      sql`update listing_search set price_cad = ${priceCad} where listing_id = ${id}`,
    );
  });
}

it("answers in SQL where the stock is small", async () => {
  const { stop } = startSearchIndex(51);
  const before = await findDearest();
  await changeUnseen(PRICE);
  expect(await findDearest()).toBe(id);
  await changeUnseen(0);
  expect(await findDearest()).toBe(before);
  await stop();
});

it("answers from memory where it is large, and follows what changes", async () => {
  const before = await findDearest();
  await changeUnseen(PRICE);
  const { loaded, stop } = startSearchIndex(1);
  await loaded;
  await changeUnseen(0);
  expect(await findDearest()).toBe(id);
  await database.execute(sql`update listing set price_cad = 1 where id = ${id}`);
  await expect.poll(findDearest, { timeout: 10_000 }).toBe(before);
  await stop();
  await changeUnseen(PRICE);
  expect(await findDearest()).toBe(id);
});

/** SQL sees the change at once, although nobody was notified. */
async function isAnsweredFromMemory(): Promise<boolean> {
  await changeUnseen(PRICE);
  const dearest = await findDearest();
  await changeUnseen(0);
  return dearest === (await findDearest());
}

it("loads anew where it has lost the thread, once", async () => {
  const { loaded, stop } = startSearchIndex(1);
  await loaded;
  await changeUnseen(0);
  expect(await findDearest()).toBe(id);
  // As if the table was emptied and filled again: no single change says what it contains now.
  await postgres.asOwner((owner) =>
    owner.execute(sql`insert into search_change (listing_id) values (null)`),
  );
  await expect.poll(findDearest, { timeout: 10_000 }).not.toBe(id);
  await expect.poll(isAnsweredFromMemory, { timeout: 10_000 }).toBe(true);
  await stop();
});
