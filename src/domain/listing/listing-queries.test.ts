import { beforeAll, describe, expect, it } from "vitest";
import { listTopBidListings } from "#domain/bid/bid-queries.server.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { storeListing } from "./listing.fixture.ts";
import { findPublicListing } from "./listing-queries.server.ts";
import type { ListingState } from "./listing-state.ts";

useTestDatabase();

const ids = new Map<string, string>();

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
  ids.set(model, listingId);
  for (const priceCad of bidsCad)
    // One open bid a person and car.
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

describe("publicListing", () => {
  it("tells what strangers may know, and of the seller a short name", async () => {
    const listing = await findPublicListing(ids.get("one high bid")!);
    expect(listing).toMatchObject({
      model: "one high bid",
      sellerName: "Jordan M.",
      isDealer: false,
    });
    const keys = Object.keys(listing!).join(" ").toLowerCase();
    expect(keys.replace("hasphone", "")).not.toMatch(/email|phone|sellerid|lat|lon/);
  });

  it("keeps the page of a sold car", async () => {
    expect(await findPublicListing(ids.get("sold, many bids")!)).toMatchObject({ state: "sold" });
  });

  it.each([
    ["a draft", () => ids.get("draft")!],
    ["no such listing", () => "0198a000-0000-7000-8000-000000000000"],
    ["no id at all", () => "42"],
    ["something hostile", () => "'; drop table listing; --"],
  ])("has no page for %s", async (_, id) => {
    expect(await findPublicListing(id())).toBeNull();
  });
});
