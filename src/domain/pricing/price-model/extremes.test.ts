import fc from "fast-check";
import { expect, it } from "vitest";
import { isNear, noExtremes, widen } from "./extremes.ts";

const numbers = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2, maxLength: 12 });

it("tells what is near the others, with any one of them left out", () => {
  fc.assert(
    fc.property(numbers, fc.nat(), fc.integer({ min: -12, max: 12 }), (values, pick, value) => {
      const extremes = noExtremes();
      for (const each of values) widen(extremes, each);
      const left = pick % values.length;
      const others = values.filter((_, index) => index !== left);
      expect(isNear(extremes, value, { slack: 2, without: values[left] })).toBe(
        value >= Math.min(...others) - 2 && value <= Math.max(...others) + 2,
      );
      expect(isNear(extremes, value, { slack: 0, without: undefined })).toBe(
        value >= Math.min(...values) && value <= Math.max(...values),
      );
    }),
  );
});

it("is near nothing where there is nothing", () => {
  expect(isNear(noExtremes(), 0, { slack: 1, without: undefined })).toBe(false);
});
