import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { listingEventTable } from "#domain/listing/listing-event.table.ts";
import { startMarket, storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { acceptBid, markSold } from "./answer-bid.server.ts";
import { sendBidMail } from "./bid-mail.server.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";
import { undoSale } from "./undo-sale.server.ts";

let close: () => Promise<void>;
let seller: SignedInUser;
let buyer: SignedInUser;
let other: SignedInUser;

beforeAll(async () => {
  close = await startMarket();
  seller = await storePerson("Jordan Mitchell", { role: "seller" });
  buyer = await storePerson("Camille Roy", { locale: "fr" });
  other = await storePerson("Amara Okafor");
});
afterAll(() => close());

async function bidOf(listingId: string, bidder: SignedInUser, priceCad: number) {
  const [bid] = await db()
    .insert(bidTable)
    .values({ listingId, bidderId: bidder.id, priceCad, phone: "+14165550100" })
    .returning({ id: bidTable.id });
  return bid?.id ?? "";
}

async function standing(listingId: string) {
  const [listing] = await db()
    .select({ state: listingTable.state, soldAt: listingTable.soldAt })
    .from(listingTable)
    .where(eq(listingTable.id, listingId));
  const bids = await db()
    .select({ state: bidTable.state })
    .from(bidTable)
    .where(eq(bidTable.listingId, listingId));
  return { ...listing, bids: bids.map(({ state }) => state) };
}

const undo = (listingId: string, sellerId = seller.id) => undoSale({ listingId, sellerId });

describe("a sale that is taken back", () => {
  test("puts the car and the bids back as they stood, and each bidder is told once", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const best = await bidOf(listing, buyer, 28_000);
    await bidOf(listing, other, 20_000);
    await bidOf(listing, other, 21_000);
    await acceptBid({ bidId: best, sellerId: seller.id }, "sold");
    expect(await undo(listing)).toEqual({ ok: true });
    expect(await standing(listing)).toEqual({
      state: "live",
      soldAt: null,
      bids: ["open", "open", "open"],
    });
    const [event] = await db()
      .select()
      .from(listingEventTable)
      .where(sql`listing_id = ${listing} and kind = 'reopened'`);
    expect(event?.byUserId).toBe(seller.id);

    const { rows } = await db().execute<{ eventId: string; priceCad: number }>(sql`
      select e.id as "eventId", b.price_cad as "priceCad" from pgboss.job job
      join ${bidEventTable} e on e.id::text = job.data ->> 'eventId'
      join ${bidTable} b on b.id = e.bid_id
      where b.listing_id = ${listing} and e.kind = 'reopened' order by b.price_cad desc`);
    expect(rows.map(({ priceCad }) => priceCad)).toEqual([28_000, 21_000]);
    await sendBidMail({ eventId: rows[0]?.eventId ?? "", to: "bidder" }, "https://cars.example.ca");
    const [mail] = await listOutbox({ limit: 1 });
    expect([mail?.to, mail?.subject]).toEqual([
      buyer.email,
      expect.stringContaining("La vente a été annulée"),
    ]);
    expect(await acceptBid({ bidId: best, sellerId: seller.id }, "sold")).toEqual({ ok: true });
  });

  test("was of a paused car, which is paused again", async () => {
    const listing = await storeListing({ sellerId: seller.id, state: "paused" });
    const bid = await bidOf(listing, buyer, 28_000);
    await db()
      .insert(listingEventTable)
      .values({ listingId: listing, kind: "paused", byUserId: seller.id });
    expect(await markSold({ listingId: listing, sellerId: seller.id })).toEqual({ ok: true });
    expect((await standing(listing)).bids).toEqual(["passed_over"]);
    expect(await undo(listing)).toEqual({ ok: true });
    expect(await standing(listing)).toMatchObject({ state: "paused", bids: ["open"] });
    // A paused car takes no answer either, until it is resumed.
    expect(await acceptBid({ bidId: bid, sellerId: seller.id }, "sold")).toMatchObject({
      code: "not_found",
    });
  });

  test("was of a car reserved for the buyer, which is for everybody again", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const bid = await bidOf(listing, buyer, 28_000);
    await acceptBid({ bidId: bid, sellerId: seller.id }, "reserved");
    await acceptBid({ bidId: bid, sellerId: seller.id }, "sold");
    expect(await undo(listing)).toEqual({ ok: true });
    expect(await standing(listing)).toMatchObject({ state: "live", bids: ["open"] });
    expect(await acceptBid({ bidId: bid, sellerId: seller.id }, "reserved")).toEqual({ ok: true });
  });

  test("of fifty tries at once succeeds once", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    await bidOf(listing, buyer, 28_000);
    await markSold({ listingId: listing, sellerId: seller.id });
    const tries = await Promise.all(Array.from({ length: 50 }, () => undo(listing)));
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    const events = await db()
      .select({ kind: listingEventTable.kind })
      .from(listingEventTable)
      .where(eq(listingEventTable.listingId, listing));
    expect(events.map(({ kind }) => kind)).toEqual(["sold", "reopened"]);
  });
});

describe("a sale is not taken back", () => {
  const sold = (hoursAgo: number) =>
    storeListing({
      sellerId: seller.id,
      state: "sold",
      soldAt: new Date(Date.now() - hoursAgo * 3_600_000),
    });

  test.each([
    ["after 24 hours", () => sold(24.01), "too_late"],
    ["where there was none", () => storeListing({ sellerId: seller.id }), "not_found"],
  ] as const)("%s", async (_, make, code) => {
    expect(await undo(await make())).toEqual({ ok: false, code });
  });

  test("by somebody else", async () => {
    const listing = await sold(1);
    expect(await undo(listing, other.id)).toEqual({ ok: false, code: "not_found" });
    expect(await undo("42")).toEqual({ ok: false, code: "not_found" });
    expect(await undo(listing)).toEqual({ ok: true });
  });
});
