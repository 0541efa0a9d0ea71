import { expect, it } from "vitest";
import { seededRandom } from "#packages/car-illustration/seeded-random";
import { sortSlots } from "./sort-slots.ts";

const random = seededRandom("sort slots");
const slots = Int32Array.from({ length: 45_000 }, (_, slot) => slot).filter(() => random() < 0.9);

it.each([
  ["few values", Int16Array.from({ length: 45_000 }, () => random() * 5)],
  ["values below nothing", Int16Array.from({ length: 45_000 }, () => (random() - 0.5) * 65_000)],
  ["prices", Int32Array.from({ length: 45_000 }, () => random() * 120_000)],
  ["times", Float64Array.from({ length: 45_000 }, () => Math.floor(random() * 1.8e15))],
  ["one value", new Int32Array(45_000)],
])("sorts by %s, equal ones as they came", async (_, keys) => {
  const before = slots.slice();
  const sorted = await sortSlots(slots, keys);
  expect(sorted).toEqual(slots.toSorted((one, other) => keys[one]! - keys[other]! || one - other));
  expect(slots).toEqual(before);
});

it("sorts nothing", async () => {
  expect(await sortSlots(new Int32Array(0), new Int32Array(0))).toEqual(new Int32Array(0));
});
