import { expect, test, vi } from "vitest";
import type { Database } from "./database.server.ts";
import { createLoader } from "./loader.server.ts";
import { readDb, readingFrom } from "./replicas.server.ts";

const ONE = { name: "one" } as unknown as Database;
const OTHER = { name: "other" } as unknown as Database;

/** Doubles even numbers; the others it does not find. Says what it was asked, and of whom. */
function reader() {
  const requested: [Database, number[]][] = [];
  const read = createLoader(async (keys: readonly number[]) => {
    requested.push([readDb(), [...keys]]);
    await Promise.resolve();
    return new Map(keys.filter((key) => key % 2 === 0).map((key) => [key, key * 2]));
  });
  return {
    asked: requested,
    readFrom: (from: Database, key: number) => readingFrom(from, () => read(key)),
  };
}

test("who asks while another read is under way asks together, for each key once", async () => {
  const { asked, readFrom } = reader();
  const found = await Promise.all([2, 4, 4, 5].map((key) => readFrom(ONE, key)));
  expect(found).toEqual([4, 8, 8, null]);
  expect(asked).toEqual([
    [ONE, [2]],
    [ONE, [4, 5]],
  ]);
});

test("nobody is handed what was read before they asked", async () => {
  const { asked, readFrom } = reader();
  await Promise.all([readFrom(ONE, 2), readFrom(ONE, 2)]);
  await readFrom(ONE, 2);
  expect(asked.map(([, keys]) => keys)).toEqual([[2], [2], [2]]);
});

test("who asks one database is answered by that one, however many ask another", async () => {
  const { asked, readFrom } = reader();
  await Promise.all([readFrom(ONE, 2), readFrom(OTHER, 4), readFrom(ONE, 6), readFrom(OTHER, 8)]);
  expect(asked).toEqual([
    [ONE, [2]],
    [OTHER, [4]],
    [ONE, [6]],
    [OTHER, [8]],
  ]);
});

test("a failure is everybody's who asked, and nobody's who asks afterwards", async () => {
  const read = vi.fn<(keys: readonly number[]) => Promise<Map<number, number>>>();
  read.mockRejectedValue(new Error("away"));
  const find = createLoader(read);
  const ask = (key: number) => readingFrom(ONE, () => find(key));
  await expect(Promise.all([ask(1), ask(2)])).rejects.toThrow("away");
  read.mockResolvedValue(new Map([[1, 1]]));
  expect(await ask(1)).toBe(1);
});
