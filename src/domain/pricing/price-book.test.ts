import { type SQL, sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { storeListing } from "#domain/listing/listing.fixture.ts";
import { closeDatabase, connectDatabase, db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { priceBookCarsQuery, forgetPriceBook, priceBook } from "./price-book.server.ts";

const MINUTE_MS = 60_000;
/** A book of 3,000 cars, on a machine with much else to do. */
const PATIENCE = { timeout: 30_000 };

const postgres = useTestDatabase();
beforeAll(async () => {
  await db().insert(userTable).values({ id: "seller", name: "A B", email: "a@example.com" });
  for (let car = 0; car < 3; car += 1) await storeListing({ sellerId: "seller" });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  forgetPriceBook();
});
afterEach(() => vi.useRealTimers());

const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE_MS);

describe("the listings that it is written from", () => {
  const soldAfter = new Date(Date.now() - 24 * 60 * MINUTE_MS);

  beforeAll(async () => {
    // With the triggers of the search, so many take longer than a visitor would wait.
    await postgres.asOwner((owner) =>
      owner.execute(sql`
      insert into listing (seller_id, make, model, year, price_cad, odometer_km, body_type, fuel,
        transmission, condition, exterior_colour, description, city, province_code, lat, lon, illustration,
        state, posted_at, sold_at)
      select seller_id, make, model, year, price_cad, odometer_km, body_type, fuel, transmission,
        condition, exterior_colour, description, city, province_code, lat, lon, illustration,
        case number % 5 when 1 then 'sold' when 2 then 'paused' else 'live' end,
        now() - number * interval '1 hour',
        case number % 5 when 1 then now() - (number % 3) * interval '1 day' end
      from (select * from listing limit 1) one, generate_series(1, 4000) number`),
    );
    await postgres.asOwner((owner) => owner.execute(sql`analyze listing`));
  });

  it.each([1, 7, 50, 2_000, 25_000])("are the newest %i for sale or sold of late", async (most) => {
    const read = async (query: SQL) =>
      (await db().execute<{ id: string }>(query)).rows.map(({ id }) => id);
    const expected = await read(sql`
      select id from listing
      where state = 'live' or (state = 'sold' and sold_at > ${soldAfter.toISOString()})
      order by posted_at desc, id desc limit ${most}`);
    expect(await read(priceBookCarsQuery(soldAfter, most))).toEqual(expected);
  });

  it("are found without a look at all others", async () => {
    const { rows } = await db().execute(sql`explain ${priceBookCarsQuery(soldAfter, 50)}`);
    expect(JSON.stringify(rows)).toContain("listing_live_posted");
    expect(JSON.stringify(rows)).not.toContain("Seq Scan");
  });
});

describe("the price book", { timeout: 60_000 }, () => {
  it("is written once for all who ask at the same time", async () => {
    const [first, second] = await Promise.all([priceBook(), priceBook()]);
    expect(first).not.toBeNull();
    expect(second).toBe(first);
    later(9);
    expect(await priceBook()).toBe(first);
  });

  it("is renewed behind whoever asks late, and never kept longer than an hour", async () => {
    const first = await priceBook();
    later(11);
    expect(await priceBook()).toBe(first);
    await vi.waitFor(async () => expect(await priceBook()).not.toBe(first), PATIENCE);
    const second = await priceBook();
    later(61);
    expect(await priceBook()).not.toBe(second);
  });

  it("serves on through a failure, and is renewed after it", async () => {
    const first = await priceBook();
    await closeDatabase();
    later(11);
    expect(await priceBook()).toBe(first);
    await vi.waitFor(async () => expect(await priceBook()).toBe(first));
    connectDatabase(postgres.url);
    await vi.waitFor(async () => expect(await priceBook()).not.toBe(first), PATIENCE);
  });

  it("tells the first asker of a failure, and is written for the next", async () => {
    await closeDatabase();
    await expect(priceBook()).rejects.toThrow("before boot");
    connectDatabase(postgres.url);
    expect(await priceBook()).not.toBeNull();
  });

  it("is forgotten, also while it is being written", async () => {
    const waiting = priceBook();
    forgetPriceBook();
    const next = priceBook();
    expect(await waiting).not.toBeNull();
    expect(await next).not.toBe(await waiting);
    expect(await priceBook()).toBe(await next);
  });
});
