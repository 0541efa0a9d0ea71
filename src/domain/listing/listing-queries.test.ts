import { beforeAll, describe, expect, it } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { storeListing } from "./listing.fixture.ts";
import { findPublicListing } from "./listing-queries.server.ts";

useTestDatabase();

const ids = new Map<string, string>();

beforeAll(async () => {
  await db()
    .insert(userTable)
    .values({ id: "seller", name: "Jordan Mitchell", email: "seller@example.com" });
  for (const [model, state] of [
    ["for sale", "live"],
    ["sold", "sold"],
    ["draft", "draft"],
  ] as const)
    ids.set(model, await storeListing({ sellerId: "seller", model, state }));
});

describe("publicListing", () => {
  it("tells what strangers may know, and of the seller a short name", async () => {
    const listing = await findPublicListing(ids.get("for sale")!);
    expect(listing).toMatchObject({
      model: "for sale",
      sellerName: "Jordan M.",
      isDealer: false,
    });
    const keys = Object.keys(listing!).join(" ").toLowerCase();
    expect(keys.replace("hasphone", "")).not.toMatch(/email|phone|sellerid|lat|lon/);
  });

  it("draws plain wheels, whatever trim an older row holds", async () => {
    const illustration = { body: "SUV", colour: "Blue", trim: "Sport", seed: "7" } as const;
    const id = await storeListing({ sellerId: "seller", illustration });
    const drawn = { body: "SUV", colour: "Blue", seed: "7", make: "Toyota", model: "RAV4" };
    expect((await findPublicListing(id))?.illustration).toEqual(drawn);
  });

  it("keeps the page of a sold car", async () => {
    expect(await findPublicListing(ids.get("sold")!)).toMatchObject({ state: "sold" });
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
