import { expect, it } from "vitest";
import { seededRandom } from "#packages/car-illustration/seeded-random";
import { createBitmap, hasBit, setBit } from "./bitmap.ts";
import { SortedSlots } from "./sorted-slots.ts";

it("stays in order through thousands of changes, forwards and backwards", () => {
  const random = seededRandom("sorted slots");
  const keys = Array.from({ length: 5_000 }, () => Math.floor(random() * 100));
  const compare = (one: number, other: number) => keys[one]! - keys[other]! || one - other;
  const sorted = new SortedSlots(compare);
  const present = new Set<number>();
  for (let change = 0; change < 12_000; change += 1) {
    const slot = Math.floor(random() * keys.length);
    // More come than go, so that pieces are cut in two, and at times one goes for good.
    if (present.has(slot) && random() < 0.7) {
      sorted.remove(slot);
      present.delete(slot);
    } else if (!present.has(slot)) {
      keys[slot] = Math.floor(random() * 100);
      sorted.add(slot);
      present.add(slot);
    }
  }
  const expected = [...present].toSorted(compare);
  const list = (walk: (visit: (slot: number) => boolean) => void) => {
    const slots: number[] = [];
    walk((slot) => {
      slots.push(slot);
      return false;
    });
    return slots;
  };
  expect(list((visit) => sorted.walk(sorted.start, visit))).toEqual(expected);
  expect(list((visit) => sorted.walkBack(sorted.end, visit))).toEqual(expected.toReversed());
  const middle = sorted.find((slot) => keys[slot]! - 50);
  const from50 = expected.filter((slot) => keys[slot]! >= 50);
  expect(list((visit) => sorted.walk(middle, visit))).toEqual(from50);
  expect(list((visit) => sorted.walkBack(middle, visit))).toEqual(
    expected.filter((slot) => keys[slot]! < 50).toReversed(),
  );
  const some = createBitmap(keys.length);
  for (const slot of expected) if (random() < 0.3) setBit(some, slot);
  const among = expected.filter((slot) => hasBit(some, slot));
  const positions = [0, 1, 1, among.length >> 1, among.length - 2, among.length - 1];
  expect(sorted.pick(some, positions)).toEqual(positions.map((position) => among[position]));
  expect(sorted.pickLast(some)).toBe(among.at(-1));
  expect(sorted.pickLast(createBitmap(keys.length))).toBeNull();
  for (const slot of expected) sorted.remove(slot);
  expect(list((visit) => sorted.walk(sorted.start, visit))).toEqual([]);
});

it("says so where a key was changed before its slot was taken out", () => {
  const keys = [1, 2, 3];
  const sorted = new SortedSlots((one, other) => keys[one]! - keys[other]!);
  for (const slot of keys.keys()) sorted.add(slot);
  keys[0] = 4;
  expect(() => sorted.remove(0)).toThrow("stands elsewhere");
});
