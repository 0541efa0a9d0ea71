import { describe, expect, test } from "vitest";
import { readCounter, readOffer, type TypedOffer } from "./read-offer.ts";

const TODAY = "2026-11-21";
const GOOD: TypedOffer = { amount: "15,250", validUntil: "2026-12-05", conditions: "" };

const listCodes = (typed: Partial<TypedOffer>) => {
  const reading = readOffer({ ...GOOD, ...typed }, TODAY);
  return reading.ok ? [] : reading.fieldErrors.map(({ code }) => code);
};

describe("an offer as typed", () => {
  test("is read, in either way of writing amounts", () => {
    const terms = { amountCad: 15_250, validUntil: "2026-12-05", conditions: "" };
    expect(readOffer(GOOD, TODAY)).toEqual({ ok: true, terms });
    expect(readOffer({ ...GOOD, amount: "15 250 $" }, TODAY)).toEqual({ ok: true, terms });
  });

  test.each<[Partial<TypedOffer>, string[]]>([
    [{ amount: "" }, ["amount_missing"]],
    [{ amount: "a lot" }, ["not_an_amount"]],
    [{ amount: "100.50" }, ["not_an_amount"]],
    [{ amount: "99" }, ["amount_limits"]],
    [{ amount: "100" }, []],
    [{ amount: "2000001" }, ["amount_limits"]],
    [{ amount: "-500" }, ["amount_limits"]],
    [{ validUntil: "" }, ["day_missing"]],
    [{ validUntil: "next week" }, ["not_a_day"]],
    [{ validUntil: "2027-02-30" }, ["not_a_day"]],
    [{ validUntil: TODAY }, ["day_limits"]],
    [{ validUntil: "2026-11-22" }, []],
    [{ validUntil: "2027-01-20" }, []],
    [{ validUntil: "2027-01-21" }, ["day_limits"]],
    [{ conditions: "x".repeat(1_000) }, []],
    [{ conditions: "x".repeat(1_001) }, ["conditions_too_long"]],
    [{ conditions: "a\u0000b" }, ["conditions_unreadable"]],
    [{ amount: "", validUntil: "" }, ["amount_missing", "day_missing"]],
  ])("%o is %o", (typed, codes) => {
    expect(listCodes(typed)).toEqual(codes);
  });
});

test.each([
  ["16,000", 16_000],
  ["15 251 $", 15_251],
  ["15250", null],
  ["2000001", null],
  ["15300.50", null],
  ["more", null],
  ["", null],
])("a price of %j in return for $15,250 is %s", (typed, amountCad) => {
  expect(readCounter(typed, 15_250)).toBe(amountCad);
});
