import { describe, expect, it } from "vitest";
import { LISTING_STATES } from "./listing-codes.ts";
import { isPublic, isSold, listingCan, listingTitle } from "./listing.ts";

describe("listingTitle", () => {
  it.each([
    [{ year: 2021, make: "Toyota", model: "RAV4", trim: "XLE" }, "2021 Toyota RAV4 XLE"],
    [{ year: 2014, make: "Ram", model: "1500", trim: null }, "2014 Ram 1500"],
    [{ year: 2014, make: "Ram", model: "1500", trim: "" }, "2014 Ram 1500"],
  ])("%o", (name, title) => expect(listingTitle(name)).toBe(title));
});

describe("listingCan.receiveBid", () => {
  const seller = { id: "seller" };
  const buyer = { id: "buyer" };
  it.each(LISTING_STATES)("in state %s", (state) => {
    const listing = { state, sellerId: seller.id };
    expect(listingCan.receiveBid(listing, buyer)).toBe(state === "live");
    expect(listingCan.receiveBid(listing, seller)).toBe(false);
    expect(listingCan.receiveBid(listing, null)).toBe(false);
    expect(isSold(listing)).toBe(state === "sold");
    expect(isPublic(listing)).toBe(state === "live" || state === "sold");
  });
});
