import { beforeAll, describe, expect, it } from "vitest";
import { bidTable } from "#domain/bid/bid.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { storeListing } from "#domain/listing/listing.fixture.ts";
import type { ListingState } from "#domain/listing/listing-state.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { listTopBidListings } from "./most-bids.server.ts";

useTestDatabase();

beforeAll(async () => {
  await db()
    .insert(userTable)
    .values([
      { id: "seller", name: "Jordan Mitchell", email: "seller@example.com" },
      { id: "buyer", name: "Amara Okafor", email: "buyer@example.com" },
    ]);
  await park("no bids, older", "live", 1);
  await park("no bids, newer", "live", 2);
  await park("one high bid", "live", 3, [19_000]);
  await park("two bids", "live", 4, [9_000, 9_500]);
  await park("two higher bids", "live", 5, [9_000, 9_900]);
  await park("sold, many bids", "sold", 6, [9_000, 9_010, 9_020, 9_030]);
  await park("draft", "draft", 7, [30_000]);
});

async function park(model: string, state: ListingState, day: number, bidsCad: number[] = []) {
  const postedAt = new Date(Date.UTC(2026, 0, day));
  const listingId = await storeListing({ sellerId: "seller", model, state, postedAt });
  for (const priceCad of bidsCad)
    // Declined, because a person may have only one open bid on a car.
    await db()
      .insert(bidTable)
      .values({ listingId, bidderId: "buyer", state: "declined", priceCad, phone: "+14165550100" });
}

describe("topBidListings", () => {
  const models = async (limit: number) =>
    (await listTopBidListings(limit)).map(({ model }) => model);

  it("counts bids first, then the highest one, of live listings only", async () => {
    expect(await models(3)).toEqual(["two higher bids", "two bids", "one high bid"]);
  });

  it("is filled up with the newest", async () => {
    expect(await models(10)).toEqual([
      "two higher bids",
      "two bids",
      "one high bid",
      "no bids, newer",
      "no bids, older",
    ]);
  });

  it("shows the newest where there is no bid at all", async () => {
    await db().delete(bidTable);
    expect(await models(2)).toEqual(["two higher bids", "two bids"]);
  });
});
