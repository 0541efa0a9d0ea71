import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { CarIds } from "./car-ids.ts";

it("finds what was added and not what was taken out, however full it is", () => {
  const ids = new CarIds(64);
  const all = Array.from({ length: 64 }, () => randomUUID());
  all.forEach((id, slot) => ids.add(id, slot));
  all.forEach((_, slot) => {
    if (slot % 3 === 0) ids.remove(slot);
  });
  expect(all.map((id) => ids.find(id))).toEqual(
    all.map((_, slot) => (slot % 3 === 0 ? null : slot)),
  );
  all.forEach((id, slot) => {
    if (slot % 3 === 0) ids.add(id, slot);
  });
  ids.grow(200, 64);
  ids.add("ffffffff-0000-7000-8000-000000000000", 64);
  expect(all.map((id) => ids.find(id))).toEqual(all.map((_, slot) => slot));
  expect(all.map((_, slot) => ids.read(slot))).toEqual(all);
  expect(ids.find(randomUUID())).toBeNull();
  const order = [...all.keys()].toSorted((one, other) => ids.compare(one, other));
  expect(order.map((slot) => all[slot])).toEqual(all.toSorted());
});
