import { describe, expect, onTestFinished, test } from "vitest";
import { LISTING_STATES, type ListingState } from "#domain/listing/listing-state.ts";
import { provideFacts } from "#site/site.ts";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import { canTakeBid } from "./bid-conditions.ts";

describe("a bid is taken", () => {
  const buyer = { id: "buyer", role: "buyer" } as const;
  const seller = { id: "seller", role: "seller" } as const;
  const staff = { id: "staff", role: "staff" } as const;
  const listing = (state: ListingState, isReserved = false, isDealerships = false) => ({
    state,
    reservedAt: isReserved ? new Date() : null,
    sellerId: seller.id,
    dealershipId: isDealerships ? "dealership" : null,
  });

  test.each(LISTING_STATES)("of a buyer and not of the seller, where it is %s", (state) => {
    const refusal =
      state === "live" ? null : state === "sold" ? "sold" : ("no_such_listing" as const);
    const result = (code: string | null) => (code ? { ok: false, code } : { ok: true });
    expect(canTakeBid(listing(state), buyer)).toEqual(result(refusal));
    expect(canTakeBid(listing(state), null)).toEqual(result(refusal));
    expect(canTakeBid(listing(state), seller)).toEqual(result(refusal ?? "own_listing"));
    expect(canTakeBid(listing(state), staff)).toEqual(result(refusal ?? "not_permitted"));
  });

  test("not of a colleague of the dealership that sells the car", () => {
    const dealer = (id: string) =>
      ({ id: "dealer", role: "dealer", dealership: { id, role: "owner" } }) as const;
    const result = (id: string) => canTakeBid(listing("live", false, true), dealer(id));
    expect(result("dealership")).toEqual({ ok: false, code: "own_listing" });
    expect(result("another")).toEqual({ ok: true });
  });

  test("not of a held car, nor of none", () => {
    expect(canTakeBid(listing("live", true), buyer)).toEqual({ ok: false, code: "reserved" });
    expect(canTakeBid(listing("live", true), seller)).toEqual({ ok: false, code: "own_listing" });
    expect(canTakeBid(null, buyer)).toEqual({ ok: false, code: "no_such_listing" });
  });

  test("of nobody while the site takes none", () => {
    onTestFinished(provideFacts(() => ({ ...DEFAULT_FACTS, offers: ["sell_car"] })));
    expect(canTakeBid(listing("live"), buyer)).toEqual({ ok: false, code: "not_offered" });
    expect(canTakeBid(listing("live"), null)).toEqual({ ok: false, code: "not_offered" });
    expect(canTakeBid(listing("sold"), buyer)).toEqual({ ok: false, code: "sold" });
  });
});
