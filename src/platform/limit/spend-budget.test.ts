import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import {
  type Budget,
  previewBudget,
  refundBudget,
  type Spender,
  spendBudget,
} from "./spend-budget.server.ts";

useTestDatabase();
// Only the clock is faked: the database's connections wait with real timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const from = (ipAddress: string, of: Spender = {}): Spender => ({ ipAddress, ...of });

/** Each name is a budget of its own, of which nothing has been spent. */
function budget(name: string, most: Budget["most"]): Budget {
  return { name, most };
}

async function spendTimes(of: Budget, spenders: readonly Spender[]) {
  const spent = [];
  for (const spender of spenders) spent.push(await spendBudget(of, spender));
  return spent;
}

const repeat = (times: number, make: (index: number) => Spender) =>
  Array.from({ length: times }, (_, index) => make(index));

test.each<[string, Budget["most"], readonly Spender[], string]>([
  [
    "a visitor",
    { visitor: { hour: 2 } },
    repeat(3, (i) => ({ visitorHash: "v", ipAddress: `192.0.2.${i}` })),
    "visitor",
  ],
  [
    "an account",
    { account: { hour: 2 } },
    repeat(3, (i) => ({ userId: "u", visitorHash: `${i}` })),
    "account",
  ],
  [
    "an IPv4 address",
    { address: { day: 2 } },
    repeat(3, (i) => from("192.0.2.1", { visitorHash: `${i}` })),
    "address",
  ],
  ["a /24", { block: { hour: 2 } }, repeat(3, (i) => from(`192.0.2.${i}`)), "block"],
  ["a /64", { address: { hour: 2 } }, repeat(3, (i) => from(`2001:db8:1:2::${i}`)), "address"],
  ["a /56", { block: { hour: 2 } }, repeat(3, (i) => from(`2001:db8:1:${i}::1`)), "block"],
  ["a /48", { network: { hour: 2 } }, repeat(3, (i) => from(`2001:db8:1:${i}00::1`)), "network"],
  ["a /32", { provider: { hour: 2 } }, repeat(3, (i) => from(`2001:db8:${i}::1`)), "provider"],
  ["a /16", { provider: { hour: 2 } }, repeat(3, (i) => from(`192.0.${i}.1`)), "provider"],
  ["the site", { site: { minute: 2 } }, repeat(3, (i) => from(`2001:db8:${i}::1`)), "site"],
])("%s spends no more than its share", async (name, most, spenders, scope) => {
  const [first, second, third] = await spendTimes(budget(name, most), spenders);
  expect([first, second]).toEqual([{ ok: true }, { ok: true }]);
  expect(third).toMatchObject({ ok: false, scope });
});

test("who is refused takes nothing from the others' share", async () => {
  const shared = budget("refused", { address: { hour: 1 }, site: { day: 2 } });
  const flood = await spendTimes(
    shared,
    repeat(20, () => from("192.0.2.1")),
  );
  expect(flood.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await spendBudget(shared, from("198.51.100.1"))).toEqual({ ok: true });
  expect(await spendBudget(shared, from("203.0.113.1"))).toMatchObject({ scope: "site" });
});

test("of a hundred at once no more pass than may", async () => {
  const racing = budget("racing", { block: { hour: 50 }, site: { hour: 7 } });
  const spent = await Promise.all(
    repeat(100, (i) => from(`192.0.2.${i}`)).map((spender) => spendBudget(racing, spender)),
  );
  expect(spent.filter(({ ok }) => ok)).toHaveLength(7);
});

test("says when the share is there again, and it is there then", async () => {
  const minute = budget("again", { address: { minute: 1 } });
  await spendBudget(minute, from("192.0.2.1"));
  vi.setSystemTime(Date.now() + 20_000);
  const refused = await spendBudget(minute, from("192.0.2.1"));
  expect(refused).toEqual({ ok: false, scope: "address", retryAfterSeconds: 40 });
  vi.setSystemTime(Date.now() + 40_001);
  expect(await spendBudget(minute, from("192.0.2.1"))).toEqual({ ok: true });
});

test("what was given back can be spent again", async () => {
  const refunded = budget("refunded", { visitor: { hour: 1 }, site: { day: 1 } });
  const spender = from("192.0.2.1", { visitorHash: "v" });
  await spendBudget(refunded, spender);
  await refundBudget(refunded, spender);
  expect(await spendBudget(refunded, spender)).toEqual({ ok: true });
  expect((await spendBudget(refunded, spender)).ok).toBe(false);
});

test("a preview answers as the next spending would, and spends nothing", async () => {
  const seen = budget("preview", { address: { hour: 2 } });
  const spender = from("192.0.2.1");
  for (let i = 0; i < 5; i += 1) expect(await previewBudget(seen, spender)).toEqual({ ok: true });
  await spendTimes(seen, [spender, spender]);
  expect(await previewBudget(seen, spender)).toMatchObject({ ok: false, scope: "address" });
  expect(await previewBudget(seen, from("192.0.2.2"))).toEqual({ ok: true });
});
