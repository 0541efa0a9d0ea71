import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { storeListing } from "#domain/listing/listing.fixture.ts";
import { closeDatabase, connectDatabase, db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { forgetPriceBook, priceBook } from "./price-book.server.ts";

const MINUTE_MS = 60_000;

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

describe("the price book", () => {
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
    await vi.waitFor(async () => expect(await priceBook()).not.toBe(first));
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
    await vi.waitFor(async () => expect(await priceBook()).not.toBe(first));
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
