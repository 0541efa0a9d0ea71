import fc from "fast-check";
import { expect, it } from "vitest";
import { scaleOnStrip } from "./strip-scale.ts";

const range = { lowCad: 20_000, highCad: 25_000 };
const at = (text: string) => Number.parseFloat(text);

it("puts each price where its value is", () => {
  const { percent, width } = scaleOnStrip(range, [19_000, 26_000]);
  const [least, most] = [at(percent(19_000)), at(percent(26_000))];
  for (const priceCad of [20_000, 22_500, 25_000])
    expect((at(percent(priceCad)) - least) / (most - least)).toBeCloseTo(
      (priceCad - 19_000) / 7_000,
      3,
    );
  expect(at(width(20_000, 25_000))).toBeCloseTo(at(percent(25_000)) - at(percent(20_000)), 1);
});

it("says what lies further out than it reaches, and leaves the range its room", () => {
  const scale = scaleOnStrip(range, [5_000, 22_000, 90_000]);
  expect([5_000, 22_000, 90_000].map(scale.isBeyond)).toEqual([true, false, true]);
  expect(scale.hasBeyond).toBe(true);
  expect(scale.anchor(5_000)).toBe("start");
  expect(scale.anchor(90_000)).toBe("end");
  expect(at(scale.width(20_000, 25_000))).toBeGreaterThan(45);
});

it("keeps every mark inside, in order", () => {
  const price = fc.integer({ min: 500, max: 300_000 });
  fc.assert(
    fc.property(price, fc.nat({ max: 50_000 }), fc.array(price), (lowCad, span, prices) => {
      const { percent } = scaleOnStrip({ lowCad, highCad: lowCad + span }, prices);
      const shares = [lowCad, lowCad + span, ...prices]
        .toSorted((a, b) => a - b)
        .map((each) => at(percent(each)));
      expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
      for (const share of shares) expect(share >= 0 && share <= 100).toBe(true);
    }),
  );
});
