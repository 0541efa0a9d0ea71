import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { countAgainst, endedWindows, forgetTries, giveTryBack } from "./rate-limit.server.ts";

const limit = { name: "test", most: 3, windowMs: 1000 };

useTestDatabase();
// Only the clock is faked: the database's connections wait with real timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
async function tryTimes(count: number, who: string) {
  const responses = [];
  for (let i = 0; i < count; i += 1) responses.push(await countAgainst(limit, who));
  return responses;
}

test("lets the allowed number through and says when to come back", async () => {
  const responses = await tryTimes(4, "a");
  expect(responses.map((result) => result.ok)).toEqual([true, true, true, false]);
  expect(responses[3]).toEqual({ ok: false, retryAfterSeconds: 1 });
});

test("counts each person and each window by itself", async () => {
  await tryTimes(4, "b");
  expect((await countAgainst(limit, "c")).ok).toBe(true);
  expect((await countAgainst({ ...limit, name: "other" }, "b")).ok).toBe(true);
  expect((await countAgainst(limit, "b")).ok).toBe(false);
  pass(1001);
  expect((await countAgainst(limit, "b")).ok).toBe(true);
});

test("a refused try does not put off the end of its window", async () => {
  await tryTimes(4, "d");
  pass(600);
  expect((await countAgainst(limit, "d")).ok).toBe(false);
  pass(401);
  expect((await countAgainst(limit, "d")).ok).toBe(true);
});

test("forgets the tries of whoever proved to be the right person", async () => {
  await tryTimes(4, "e");
  expect(await forgetTries(limit, "e")).toBe(true);
  expect(await forgetTries(limit, "e")).toBe(false);
  expect((await countAgainst(limit, "e")).ok).toBe(true);
});

test("gives a try back that did not count, and never more than were made", async () => {
  await tryTimes(3, "f");
  for (let i = 0; i < 5; i += 1) await giveTryBack(limit, "f");
  const responses = await tryTimes(4, "f");
  expect(responses.map((result) => result.ok)).toEqual([true, true, true, false]);
});

test("of a hundred at once no more pass than may", async () => {
  const responses = await Promise.all(Array.from({ length: 100 }, () => countAgainst(limit, "g")));
  expect(responses.filter(({ ok }) => ok)).toHaveLength(3);
});

test("a try within a transaction that fails did not happen", async () => {
  const failing = db().transaction(async (transaction) => {
    await countAgainst({ ...limit, most: 1 }, "h", transaction);
    throw new Error("undone");
  });
  await expect(failing).rejects.toThrow("undone");
  expect((await countAgainst({ ...limit, most: 1 }, "h")).ok).toBe(true);
});

describe("an address of IPv6 counts as its /64", () => {
  test.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
    ["2001:db8:1:2::1", "2001:0DB8:0001:0002::9", true],
    ["2001:db8::1", "2001:db8:0:0:1::", true],
    ["::1", "::2", true],
    ["64:ff9b::192.0.2.1", "64:ff9b::198.51.100.7", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["2001:db8:1:2::1 amara@example.ca", "2001:db8:1:2::9 amara@example.ca", true],
    ["2001:db8:1:2::1 amara@example.ca", "2001:db8:1:2::9 noah@example.ca", false],
    ["192.0.2.1", "192.0.2.2", false],
  ])("%s and %s are one: %j", async (first, second, areOne) => {
    const one = { name: `${first} ${second}`, most: 1, windowMs: 1000 };
    await countAgainst(one, first);
    expect((await countAgainst(one, second)).ok).toBe(!areOne);
  });
});

test("nobody's address or mailbox lies in the table, and ended windows go", async () => {
  await countAgainst(limit, "noah@example.com");
  const rows = async () => (await db().execute(sql`select * from rate_limit`)).rows;
  expect(JSON.stringify(await rows())).not.toContain("noah");
  pass(5000);
  await endedWindows.end(new Date());
  expect(await rows()).toEqual([]);
});

test("the table is not written to the log of the database", async () => {
  const { rows } = await db().execute(
    sql`select relpersistence from pg_class where relname = 'rate_limit'`,
  );
  expect(rows).toEqual([{ relpersistence: "u" }]);
});
