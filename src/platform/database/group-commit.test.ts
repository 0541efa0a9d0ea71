import { expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "./database.server.ts";
import { isReadingOnly, readOnlyFrom } from "./read-only.server.ts";
import { groupCommit } from "./group-commit.server.ts";

/** What was written together, and what each item was told. */
function writer({ refuse = () => false, most = 10 }: Options = {}) {
  const written: number[][] = [];
  const write = groupCommit(
    async (items: readonly number[]) => {
      await Promise.resolve();
      const refused = items.find(refuse);
      if (refused !== undefined) throw new Error(`not ${refused}`);
      written.push([...items]);
      return items.map((item) => item * 10);
    },
    { most, keysOf: (item) => [String(item % 100)] },
  );
  const writeAll = (items: readonly number[]) =>
    Promise.all(items.map((item) => write(item).catch((error: unknown) => String(error))));
  return { written, writeAll };
}
type Options = { refuse?: (item: number) => boolean; most?: number };

test("the first goes at once, what comes meanwhile goes together, and each hears of its own", async () => {
  const { written, writeAll } = writer();
  expect(await writeAll([1, 2, 3, 4])).toEqual([10, 20, 30, 40]);
  expect(written).toEqual([[1], [2, 3, 4]]);
  expect(await writeAll([5])).toEqual([50]);
});

test("a batch holds no more than it may", async () => {
  const { written, writeAll } = writer({ most: 2 });
  await writeAll([1, 2, 3, 4, 5, 6]);
  expect(written).toEqual([[1], [2, 3], [4, 5], [6]]);
});

test("who waits for a batch that takes long goes without it", async () => {
  const ends: (() => void)[] = [];
  const write = groupCommit(
    async (items: readonly string[]) => {
      if (items.includes("long")) await new Promise<void>((resolve) => ends.push(resolve));
      return items;
    },
    { most: 10 },
  );
  const long = write("long");
  expect(await Promise.all([write("a"), write("b")])).toEqual(["a", "b"]);
  for (const end of ends) end();
  expect(await long).toBe("long");
});

test("who comes long after one that still takes its time goes without it too", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const end = Promise.withResolvers<void>();
  const write = groupCommit(
    async (items: readonly string[]) => {
      if (items.some((item) => item.startsWith("long"))) await end.promise;
      return items;
    },
    { most: 1, atOnce: 2 },
  );
  const long = write("long");
  await vi.advanceTimersByTimeAsync(60_000);
  const late = write("late");
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(late).resolves.toBe("late");
  // Where as many take long as may be under way, the next one goes once one of them has ended.
  const others = [write("long too"), write("last")];
  await vi.advanceTimersByTimeAsync(60_000);
  end.resolve();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(Promise.all([long, ...others])).resolves.toEqual(["long", "long too", "last"]);
});

test("what has a key in common is written one after the other", async () => {
  const { written, writeAll } = writer();
  await writeAll([1, 102, 2, 202, 3]);
  expect(written).toEqual([[1], [102, 3], [2], [202]]);
});

test("where one is refused, the others are written alone, and it alone hears why", async () => {
  const { written, writeAll } = writer({ refuse: (item) => item === 3 });
  expect(await writeAll([1, 2, 3, 4])).toEqual([10, 20, "Error: not 3", 40]);
  expect(written).toEqual([[1], [2], [4]]);
});

test("who waits in vain for a lock keeps those after it no longer than once more", async () => {
  const begun: number[][] = [];
  const write = groupCommit(
    async (items: readonly number[]) => {
      await Promise.resolve();
      begun.push([...items]);
      if (items.some((item) => item > 1))
        throw Object.assign(new Error("timeout"), { code: "57014" });
      return items;
    },
    { most: 100 },
  );
  const all = await Promise.allSettled(
    Array.from({ length: 40 }, (_, position) => write(position)),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  // The first, the others together, and as many of them alone as are written at a time, but for one
  // that was stored.
  expect(begun.slice(2)).toEqual([[1], [2], [3], [4], [5]]);
});

test("a batch is not written where whoever began it reads from a standby", async () => {
  const standby = {} as Database;
  const readOnly: boolean[] = [];
  const released = Promise.withResolvers<void>();
  const write = groupCommit(
    async (items: readonly string[]) => {
      readOnly.push(isReadingOnly());
      await released.promise;
      return items;
    },
    { most: 10 },
  );
  const reading = readOnlyFrom(standby, () => write("of a reader"));
  const writing = Promise.all([write("a"), write("b")]);
  released.resolve();
  await Promise.all([reading, writing]);
  expect(readOnly).toEqual([true, false, false]);
});

test("where the database is away, nothing is tried again", async () => {
  let tries = 0;
  const write = groupCommit(
    async () => {
      await Promise.resolve();
      tries += 1;
      throw new Error("Connection terminated unexpectedly");
    },
    { most: 10 },
  );
  const all = await Promise.allSettled([1, 2, 3].map(write));
  expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(tries).toBe(2);
});
