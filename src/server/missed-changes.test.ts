import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetLandings, listLandings } from "#domain/landing/landing-queries.server.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { searchCars, startSearchIndex } from "#domain/search-index/search-cars.server.ts";
import { NO_FILTERS } from "#domain/search/search.ts";
import { searchDictionary } from "#domain/search/search-dictionary.server.ts";
import {
  listenTo,
  checkDatabase,
  startDatabaseWatch,
} from "#platform/database/database-watch.server.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { serveApp } from "./app.fixture.ts";
import { PAGES_CHANGED } from "./shared-pages.ts";

// A notification is sent only once: if this process had no connection then, it never gets it.

const database = useTestDatabase();
/** Nothing listens at this address. */
const NOWHERE = "postgresql://127.0.0.1:1/none";
let isCut = false;
let id: string;
const stops: (() => Promise<unknown>)[] = [];
let ask: (path: string) => Promise<string>;
const heard = { pages: 0 };

const readPrice = async () =>
  (await db().execute<{ price: number }>(sql`select price_cad as price from listing`)).rows[0]
    ?.price;

beforeAll(async () => {
  const { id: sellerId } = await storePerson("Camille Seller", { role: "seller" });
  id = await storeListing({ sellerId, make: "Honda", model: "Civic", priceCad: 10_000 });
  const stopWatch = startDatabaseWatch({ address: () => (isCut ? NOWHERE : database.url) });
  stops.push(stopWatch);
  await checkDatabase();
  // As the server's own start does (main.ts).
  const site = await serveApp(
    {},
    {
      respondWithPage: async () =>
        new Response(`<p>${await readPrice()}</p>`, { headers: { "content-type": "text/html" } }),
      onPagesChanged: (empty) => listenTo(PAGES_CHANGED, empty),
    },
  );
  listenTo(PAGES_CHANGED, forgetLandings);
  listenTo(PAGES_CHANGED, () => (heard.pages += 1));
  const index = startSearchIndex(1);
  stops.push(
    () => index.stop(),
    () => site.close(),
  );
  await index.loaded;
  ask = async (path) => (await fetch(site.origin + path)).text();
});
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

async function cutTheWatch(): Promise<void> {
  isCut = true;
  await database.asOwner((owner) =>
    owner.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'rouvia watch%'`),
  );
  await expect.poll(checkDatabase, { timeout: 10_000 }).not.toBeNull();
}

async function connectAgain(): Promise<void> {
  isCut = false;
  await expect.poll(checkDatabase, { timeout: 10_000 }).toBeNull();
}

const findCheap = async () => {
  const filters = { ...NO_FILTERS, price: { min: null, max: 9_999 } };
  const request = { filters, text: "", geo: null, sort: "newest", after: null, limit: 1 } as const;
  return (await searchCars(request)).ids;
};

test("whoever keeps something looks anew once the connection is back", async () => {
  expect(await ask("/about")).toContain("10000");
  expect(JSON.parse(await ask(`/singleListing/${id}`))).toMatchObject({ price: 10_000 });
  expect((await listLandings()).map(({ path }) => path)).toContain("/cars/honda");
  expect(await findCheap()).toEqual([]);
  await cutTheWatch();
  const { pages } = heard;

  await db().execute(
    sql`update listing set price_cad = 9000, make = 'Mazda', model = 'CX-5' where id = ${id}`,
  );
  // The cached page is still served: no notification came.
  expect(heard.pages).toBe(pages);
  expect((await listLandings()).map(({ path }) => path)).toContain("/cars/honda");

  await connectAgain();
  await expect.poll(() => heard.pages, { timeout: 10_000 }).toBeGreaterThan(pages);
  expect(await ask("/about")).toContain("9000");
  expect(JSON.parse(await ask(`/singleListing/${id}`))).toMatchObject({ price: 9_000 });
  expect((await listLandings()).map(({ path }) => path)).toContain("/cars/mazda");
  expect(await findCheap()).toEqual([id]);
  await expect
    .poll(async () => (await searchDictionary()).make.names, { timeout: 10_000 })
    .toContain("Mazda");
});
