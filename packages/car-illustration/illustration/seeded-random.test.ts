import { describe, expect, it } from "vitest";
import { hash, pick, pickBelow, seededRandom } from "./seeded-random.ts";

describe("seededRandom", () => {
  it("gives the same numbers on every machine", () => {
    const random = seededRandom("SUV|42");
    expect([random(), random(), random()]).toMatchInlineSnapshot(`
      [
        0.7436051326803863,
        0.03199032717384398,
        0.2253186609596014,
      ]
    `);
  });

  it("spreads evenly from 0 up to 1", () => {
    const random = seededRandom("spread");
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let draw = 0; draw < 10_000; draw++) tenths[Math.floor(random() * 10)]! += 1;
    expect(Math.min(...tenths)).toBeGreaterThan(900);
    expect(Math.max(...tenths)).toBeLessThan(1100);
  });
});

describe("pick", () => {
  it("reaches the first and the last", () => {
    expect(pick(() => 0, ["a", "b", "c"])).toBe("a");
    expect(pick(() => 0.999, ["a", "b", "c"])).toBe("c");
    expect(pickBelow(() => 0.999, 3)).toBe(2);
  });
});

describe("hash", () => {
  it("tells neighbours apart", () => {
    expect(hash("listing-1")).not.toBe(hash("listing-2"));
  });
});
