import { expect, test } from "vitest";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import { CREDIT_BANDS, isCreditBand, MIDDLE_BAND, SCORE_RANGE } from "./credit-band.ts";

test("the bands cover 300 to 900 without gap or overlap", () => {
  const ranges = CREDIT_BANDS.flatMap((band) => SCORE_RANGE[band] ?? []).toReversed();
  expect(ranges.at(0)?.lowest).toBe(300);
  expect(ranges.at(-1)?.highest).toBe(900);
  for (const [index, range] of ranges.slice(1).entries()) {
    expect(range.lowest).toBe((ranges[index]?.highest ?? 0) + 1);
  }
});

test("the middle band has the middle one of the default rates, the higher of two", () => {
  const { ratePercent } = DEFAULT_FACTS;
  const rates = Object.values(ratePercent).toSorted((a, b) => a - b);
  expect(Object.keys(ratePercent)).toEqual([...CREDIT_BANDS]);
  expect(ratePercent[MIDDLE_BAND]).toBe(rates[rates.length / 2]);
});

test("codes are recognised and nothing else", () => {
  expect(CREDIT_BANDS.every(isCreditBand)).toBe(true);
  expect(isCreditBand("Excellent")).toBe(false);
  expect(isCreditBand(undefined)).toBe(false);
});
