import { expect, test } from "vitest";
import {
  CREDIT_BANDS,
  ILLUSTRATIVE_RATE_PERCENT,
  isCreditBand,
  MIDDLE_BAND,
  SCORE_RANGE,
} from "./credit-band.ts";
import { CRIMINAL_APR_PERCENT } from "./payment.ts";

test("the bands cover 300 to 900 without gap or overlap", () => {
  const ranges = CREDIT_BANDS.flatMap((band) => SCORE_RANGE[band] ?? []).toReversed();
  expect(ranges.at(0)?.lowest).toBe(300);
  expect(ranges.at(-1)?.highest).toBe(900);
  for (const [index, range] of ranges.slice(1).entries()) {
    expect(range.lowest).toBe((ranges[index]?.highest ?? 0) + 1);
  }
});

test("no illustrative rate is above the criminal one", () => {
  expect(Object.values(ILLUSTRATIVE_RATE_PERCENT).every((r) => r < CRIMINAL_APR_PERCENT)).toBe(
    true,
  );
});

test("the middle band has the middle one of the rates, the higher of two", () => {
  const rates = Object.values(ILLUSTRATIVE_RATE_PERCENT).toSorted((a, b) => a - b);
  expect(ILLUSTRATIVE_RATE_PERCENT[MIDDLE_BAND]).toBe(rates[rates.length / 2]);
});

test("codes are recognised and nothing else", () => {
  expect(CREDIT_BANDS.every(isCreditBand)).toBe(true);
  expect(isCreditBand("Excellent")).toBe(false);
  expect(isCreditBand(undefined)).toBe(false);
});
