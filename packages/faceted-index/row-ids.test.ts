import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { RowIds } from "./row-ids.ts";

it("finds what was added and not what was taken out, however full it is", () => {
  const ids = new RowIds(64);
  const all = Array.from({ length: 64 }, () => randomUUID());
  all.forEach((id, row) => ids.add(id, row));
  all.forEach((_, row) => {
    if (row % 3 === 0) ids.remove(row);
  });
  expect(all.map((id) => ids.find(id))).toEqual(all.map((_, row) => (row % 3 === 0 ? null : row)));
  all.forEach((id, row) => {
    if (row % 3 === 0) ids.add(id, row);
  });
  ids.grow(200, 64);
  ids.add("ffffffff-0000-7000-8000-000000000000", 64);
  expect(all.map((id) => ids.find(id))).toEqual(all.map((_, row) => row));
  expect(all.map((_, row) => ids.read(row))).toEqual(all);
  expect(ids.find(randomUUID())).toBeNull();
  const order = [...all.keys()].toSorted((one, other) => ids.compare(one, other));
  expect(order.map((row) => all[row])).toEqual(all.toSorted());
});
