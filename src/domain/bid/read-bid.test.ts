import { describe, expect, test } from "vitest";
import { BID_MESSAGE_MAX_LENGTH, proposeFirstPrice } from "./bid.ts";
import { readBid, type TypedBid } from "./read-bid.server.ts";

const typed = (changes: Partial<TypedBid> = {}): TypedBid => ({
  bidderPhone: "416-555-0100",
  proposedPrice: "28900",
  bidderMessage: "",
  ...changes,
});

describe("readBid", () => {
  test.each([
    ["28900", 28_900],
    ["$28,900", 28_900],
    ["28 900 $", 28_900],
    ["1000", 1_000],
    ["1010", 1_010],
    ["10000000", 10_000_000],
  ])("reads the price %j", (proposedPrice, priceCad) =>
    expect(readBid(typed({ proposedPrice }))).toEqual({
      ok: true,
      phone: "+14165550100",
      priceCad,
      message: "",
    }),
  );

  test.each([
    [{ proposedPrice: "" }, "price_missing"],
    [{ proposedPrice: "a lot" }, "not_a_price"],
    [{ proposedPrice: "1e4" }, "not_a_price"],
    [{ proposedPrice: "999" }, "price_too_low"],
    [{ proposedPrice: "990" }, "price_too_low"],
    [{ proposedPrice: "0" }, "price_too_low"],
    [{ proposedPrice: "-28900" }, "price_too_low"],
    [{ proposedPrice: "28905" }, "price_off_step"],
    [{ proposedPrice: "28900.50" }, "price_off_step"],
    [{ proposedPrice: "10000010" }, "price_too_high"],
    [{ bidderPhone: "" }, "phone_missing"],
    [{ bidderPhone: "416 555" }, "not_a_phone"],
    [{ bidderPhone: "212 555 0123" }, "phone_not_canadian"],
    [{ bidderMessage: "x".repeat(BID_MESSAGE_MAX_LENGTH + 1) }, "message_too_long"],
    [{ bidderMessage: "a\u0000b" }, "message_unreadable"],
  ])("refuses %j", (changes, code) => {
    const reading = readBid(typed(changes));
    expect(reading.ok ? [] : reading.fieldErrors.map((fieldError) => fieldError.code)).toEqual([
      code,
    ]);
  });

  test("names every field that is wrong", () => {
    const reading = readBid({ bidderPhone: "", proposedPrice: "", bidderMessage: "\u0007" });
    expect(reading.ok ? [] : reading.fieldErrors.map(({ field }) => field)).toEqual([
      "bidderPhone",
      "proposedPrice",
      "bidderMessage",
    ]);
  });
});

test.each([
  [29_990, 29_990],
  [18_754, 18_750],
  [18_755, 18_760],
  [400, 1_000],
])("a listing at %d first proposes %d", (priceCad, proposal) =>
  expect(proposeFirstPrice({ priceCad })).toBe(proposal),
);
