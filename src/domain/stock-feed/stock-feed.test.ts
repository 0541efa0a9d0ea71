import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { joinDealership } from "#domain/dealership/dealership-queries.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import {
  listingEventTable,
  listingPriceChangeTable,
  listingTable,
} from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { applyFeed } from "./apply-feed.server.ts";
import { countPlan } from "./feed-counts.ts";
import {
  dropStockFile,
  findOpenFeed,
  listStockFeeds,
  planOpenFeed,
  saveFeedMapping,
  uploadStockFile,
} from "./stock-feed.server.ts";

useSite();

let dealershipId: string;
let user: SignedInUser;
let number = 0;

beforeEach(async () => {
  number += 1;
  const dealership = await storeDealershipRow({ name: `Feed Motors ${number}` });
  dealershipId = dealership.id;
  const person = await storePerson(`Fred Feed ${number}`, { role: "dealer" });
  await joinDealership(db(), person.id, dealershipId);
  user = { ...person, dealership: { id: dealershipId, role: "owner" } };
});

const HEADER = "Stock,Year,Make,Model,Price,Odometer,Body,Color,Transmission,Fuel,Description";
const line = (stock: string, price = 20_000, description = "Clean") =>
  `${stock},2021,Toyota,RAV4,${price},50000,SUV,Blue,Automatic,Gas,${description}`;

async function upload(...lines: string[]) {
  const bytes = Buffer.from([HEADER, ...lines].join("\n"));
  const uploaded = await uploadStockFile(user, dealershipId, {
    name: "Ours",
    fileName: "a.csv",
    bytes,
  });
  if (!uploaded.ok) throw new Error(uploaded.code);
  const feed = await findOpenFeed(dealershipId, uploaded.id);
  if (!feed) throw new Error("No file waits.");
  if (!feed.isMapped) await saveFeedMapping(dealershipId, feed.id, feed.mapping);
  const { plan, digest } = await planOpenFeed(dealershipId, feed);
  const apply = (isSure = false) => applyFeed(user, dealershipId, feed.id, { digest, isSure });
  return { feed, plan, counts: countPlan(plan), apply };
}

const NONE = { added: 0, changed: 0, prices: 0, gone: 0, same: 0, untouched: 0, refused: 0 };

async function bring(...lines: string[]) {
  const { apply, counts } = await upload(...lines);
  expect(await apply(true)).toMatchObject({ ok: true });
  return counts;
}

async function stock() {
  const { stockNumber, state, priceCad } = listingTable;
  const rows = await db()
    .select({ stockNumber, state, priceCad })
    .from(listingTable)
    .where(eq(listingTable.dealershipId, dealershipId))
    .orderBy(asc(stockNumber));
  return rows.map((row) => `${row.stockNumber} ${row.state} ${row.priceCad}`);
}

async function idOf(wanted: string) {
  const rows = await db()
    .select({ id: listingTable.id, number: listingTable.stockNumber })
    .from(listingTable)
    .where(eq(listingTable.dealershipId, dealershipId));
  return rows.find((row) => row.number === wanted)?.id ?? "";
}

test("a feed is brought in, changed, and brought in again without a change", async () => {
  const first = await upload(line("A"), line("B"), line("C"), line("D"));
  expect(first.counts).toEqual({ ...NONE, added: 4 });
  expect(await stock()).toEqual([]);
  expect(await first.apply()).toMatchObject({ ok: true });
  expect(await stock()).toEqual(["A live 20000", "B live 20000", "C live 20000", "D live 20000"]);
  expect(
    await bring(line("A"), line("B", 19_000), line("C", 20_000, "New tires"), line("E")),
  ).toEqual({ ...NONE, same: 1, prices: 1, changed: 1, added: 1, gone: 1 });
  expect(await stock()).toEqual([
    "A live 20000",
    "B live 19000",
    "C live 20000",
    "D paused 20000",
    "E live 20000",
  ]);
  expect(
    await bring(line("A"), line("B", 19_000), line("C", 20_000, "New tires"), line("E")),
  ).toEqual({ ...NONE, same: 4 });
  expect((await listStockFeeds(dealershipId))[0]).toMatchObject({ name: "Ours", fileName: null });
});

test("a car that is gone keeps its history, and is shown again when it is back", async () => {
  await bring(line("A"), line("B"));
  await bring(line("A"));
  expect(await bring(line("A"), line("B", 18_000))).toEqual({ ...NONE, same: 1, changed: 1 });
  const listingId = await idOf("B");
  const events = await db()
    .select({ kind: listingEventTable.kind })
    .from(listingEventTable)
    .where(eq(listingEventTable.listingId, listingId))
    .orderBy(asc(listingEventTable.at), asc(listingEventTable.id));
  expect(events.map(({ kind }) => kind)).toEqual(["draft", "live", "paused", "live"]);
  const prices = await db()
    .select({ from: listingPriceChangeTable.fromCad, to: listingPriceChangeTable.toCad })
    .from(listingPriceChangeTable)
    .where(eq(listingPriceChangeTable.listingId, listingId))
    .orderBy(asc(listingPriceChangeTable.id));
  expect(prices).toEqual([{ from: 20_000, to: 18_000 }]);
});

test.each([
  ["sold", { state: "sold", soldAt: new Date() }],
  ["reserved", { reservedAt: new Date() }],
] as const)("a car that is %s stays as it is", async (_name, changes) => {
  await bring(line("A"), line("B"));
  await db()
    .update(listingTable)
    .set(changes)
    .where(eq(listingTable.id, await idOf("B")));
  const before = await stock();
  expect(await bring(line("A"), line("B", 9_000))).toEqual({ ...NONE, same: 1, untouched: 1 });
  expect(await stock()).toEqual(before);
  expect(await bring(line("A", 19_999))).toEqual({ ...NONE, prices: 1 });
});

test("a car that its seller paused stays paused", async () => {
  await bring(line("A"), line("B"));
  await db()
    .update(listingTable)
    .set({ state: "paused" })
    .where(eq(listingTable.id, await idOf("B")));
  expect(await bring(line("A"), line("B", 18_000))).toEqual({ ...NONE, same: 1, prices: 1 });
  expect(await stock()).toEqual(["A live 20000", "B paused 18000"]);
});

test("a feed that loses a third of its cars waits for somebody who is sure", async () => {
  await bring(...["A", "B", "C", "D", "E", "F"].map((stockNumber) => line(stockNumber)));
  const { plan, apply } = await upload(line("A"), line("B"), line("C"));
  expect(plan.needsSureness).toBe(true);
  expect(await apply()).toEqual({ ok: false, code: "not_sure" });
  expect((await stock()).filter((car) => car.includes("live"))).toHaveLength(6);
  expect(await apply(true)).toMatchObject({ ok: true });
  expect((await stock()).filter((car) => car.includes("live"))).toHaveLength(3);
});

test("what changed since it was shown is shown again, and a file is applied once", async () => {
  await bring(line("A"), line("B"));
  const { apply } = await upload(line("A", 19_000), line("B"));
  await db()
    .update(listingTable)
    .set({ priceCad: 18_000 })
    .where(eq(listingTable.id, await idOf("B")));
  expect(await apply()).toEqual({ ok: false, code: "not_as_shown" });
  expect(await stock()).toEqual(["A live 20000", "B live 18000"]);
  const again = await upload(line("A", 19_000), line("B"));
  const both = await Promise.all([again.apply(), again.apply()]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});

test("refuses a car with its reasons, and keeps the one that is already shown", async () => {
  await bring(line("A"), line("B"));
  const broken = [
    line("B", 0),
    line("C", 20_000, "No accidents! Plus $499 admin fee"),
    line("D"),
    line("D"),
  ];
  const { plan, counts, apply } = await upload(line("A"), ...broken, "E,2021");
  expect(counts).toEqual({ ...NONE, same: 1, added: 1, refused: 4 });
  expect(plan.refused.map(({ place, faults }) => [place, faults.map(({ code }) => code)])).toEqual([
    [3, ["out_of_range"]],
    [4, ["rule"]],
    [6, ["twice"]],
    [7, ["uneven"]],
  ]);
  expect(await apply()).toMatchObject({ ok: true });
  expect(await stock()).toEqual(["A live 20000", "B live 20000", "D live 20000"]);
});

test("another dealership finds none of it", async () => {
  const { feed } = await upload(line("A"));
  const other = await storeDealershipRow({ name: `Other Motors ${number}` });
  expect(await findOpenFeed(other.id, feed.id)).toBeNull();
  await dropStockFile(other.id, feed.id);
  expect(await findOpenFeed(dealershipId, feed.id)).not.toBeNull();
  await dropStockFile(dealershipId, feed.id);
  expect(await findOpenFeed(dealershipId, feed.id)).toBeNull();
});
