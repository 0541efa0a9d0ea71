import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { withinRequest } from "#platform/request/request-scope.server.ts";
import { cacheRead, startReadCache } from "./cached-reads.server.ts";

let change = () => {};
let stop = () => {};
let asked: string[] = [];
/** What the next read waits for, and what it returns. */
let waits = Promise.resolve();
let price: number | null = 10_000;

async function read(id: string, limit: number) {
  asked.push(`${id} ${limit}`);
  const found = price;
  await waits;
  return found === null ? null : { price: found };
}

const readBefore = cacheRead(read, { most: 2 });
const member = { user: { id: "member", role: "buyer" } as const, ipAddress: "" };
const visitor = { user: null, ipAddress: "", hasWritten: true };

beforeAll(async () => {
  // A program that is not notified of changes caches nothing.
  await readBefore("a", 1);
  await readBefore("a", 1);
  expect(asked).toHaveLength(2);
  asked = [];
  stop = startReadCache((empty) => (change = empty));
});
afterEach(() => {
  change();
  asked = [];
  waits = Promise.resolve();
  price = 10_000;
});

// Other tests of this process must read what they have just written.
afterAll(() => stop());

test("the same question is asked once, by however many at a time", async () => {
  const found = await Promise.all([readBefore("a", 1), readBefore("a", 1), readBefore("b", 1)]);
  expect(found).toEqual([{ price: 10_000 }, { price: 10_000 }, { price: 10_000 }]);
  await readBefore("a", 1);
  await readBefore("a", 2);
  expect(asked).toEqual(["a 1", "b 1", "a 2"]);
});

test("a change is seen by whoever asks after it, also while the old is being read", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  waits = promise;
  const before = readBefore("a", 1);
  price = 9_000;
  change();
  const after = readBefore("a", 1);
  resolve();
  expect(await before).toEqual({ price: 10_000 });
  expect(await after).toEqual({ price: 9_000 });
  expect(await readBefore("a", 1)).toEqual({ price: 9_000 });
  expect(asked).toHaveLength(2);
});

test("who is signed in and sent something lately reads anew, and nobody else", async () => {
  await readBefore("a", 1);
  price = 9_000;
  for (const scope of [member, visitor])
    await withinRequest(scope, async () => {
      expect(await readBefore("a", 1)).toEqual({ price: 10_000 });
    });
  await withinRequest({ ...member, hasWritten: true }, async () => {
    expect(await readBefore("a", 1)).toEqual({ price: 9_000 });
  });
  // What was read for a member is not cached for others.
  expect(await readBefore("a", 1)).toEqual({ price: 10_000 });
});

test("neither a fault nor nothing is kept", async () => {
  price = null;
  expect(await readBefore("a", 1)).toBeNull();
  price = 9_000;
  expect(await readBefore("a", 1)).toEqual({ price: 9_000 });
  let isAway = true;
  const readAway = cacheRead(async () => (isAway ? Promise.reject(new Error("away")) : price), {
    most: 1,
  });
  await expect(readAway()).rejects.toThrow("away");
  isAway = false;
  expect(await readAway()).toBe(9_000);
});
