import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { forgiveNetwork, type NetworkShares, takeNetworkShare } from "./network-share.server.ts";

useTestDatabase();
// Only the clock is faked: the database's connections wait with real timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const HOUR_MS = 60 * 60_000;
const shares: NetworkShares = {
  name: "test",
  windowMs: HOUR_MS,
  most: 20,
  mostRepeats: 5,
  byNetwork: { most: 3, windowMs: 60_000 },
};
const take = (what: string, ipAddress: string) => takeNetworkShare(shares, what, ipAddress);

async function takeTimes(times: number, what: string, addressOf: (index: number) => string) {
  const taken = [];
  for (let index = 0; index < times; index += 1) taken.push(await take(what, addressOf(index)));
  return taken.filter(({ ok }) => ok).length;
}

test.each([
  ["one address", (_index: number) => "192.0.2.1"],
  ["the addresses of a /24", (index: number) => `192.0.2.${index}`],
  ["the /64s of a /48", (index: number) => `2001:db8:1:${index.toString(16)}::1`],
])("%s have one network's share together", async (what, addressOf) => {
  expect(await takeTimes(30, what, addressOf)).toBe(3);
  expect(await take(what, addressOf(0))).toMatchObject({ ok: false, by: "network" });
  expect(await take(what, "198.51.100.1")).toEqual({ ok: true, isRepeat: false });
});

test("ten networks that try on and on take nothing from the eleventh", async () => {
  const passed = await takeTimes(500, "ten", (index) => `10.0.${index % 10}.${index % 256}`);
  expect(passed).toBe(10 + shares.mostRepeats);
  expect(await take("ten", "10.0.99.1")).toEqual({ ok: true, isRepeat: false });
});

test("of a hundred networks at once no more pass than may, and who comes then waits", async () => {
  const taken = await Promise.all(
    Array.from({ length: 100 }, (_, index) => take("at once", `10.1.${index}.1`)),
  );
  expect(taken.filter(({ ok }) => ok)).toHaveLength(20);
  const late = await take("at once", "10.2.0.1");
  expect(late).toEqual({ ok: false, by: "everybody", retryAfterSeconds: HOUR_MS / 1000 });
  vi.setSystemTime(Date.now() + HOUR_MS);
  expect(await take("at once", "10.2.0.1")).toEqual({ ok: true, isRepeat: false });
});

test("each thing that is tried at is shared out by itself", async () => {
  await takeTimes(100, "one account", (index) => `10.3.${index}.1`);
  expect(await take("another account", "10.3.0.1")).toEqual({ ok: true, isRepeat: false });
});

test("the right person's network is forgiven, and nobody else gains by it", async () => {
  await takeTimes(3, "forgiven", () => "192.0.2.1");
  await forgiveNetwork(shares, "forgiven", "192.0.2.1", { isRepeat: true });
  expect(await takeTimes(10, "forgiven", () => "192.0.2.1")).toBe(3);
  // The two and the three tries stay counted: of twenty, fifteen are left.
  expect(await takeTimes(40, "forgiven", (index) => `10.4.${index}.1`)).toBe(15);
});
