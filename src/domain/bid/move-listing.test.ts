import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import {
  findMove,
  findMoveRefusal,
  LISTING_MOVE_NAMES,
  LISTING_STATES,
  type ListingState,
} from "#domain/listing/listing-state.ts";
import { answer, move, storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingEventTable, listingTable } from "#domain/listing/listing.table.ts";
import { useSellerSite } from "#pages/account/my-listings/seller.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { canTakeBid } from "./bid-conditions.ts";
import { makeBid as makeNewBid } from "./bid.fixture.ts";
import type { BidState } from "./bid-state.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";
import { placeBid } from "./place-bid.server.ts";

let seller: SignedInUser;
let buyer: SignedInUser;
let other: SignedInUser;
let third: SignedInUser;
let staff: SignedInUser;

useSellerSite();
beforeAll(async () => {
  seller = await storePerson("Jordan Mitchell", { role: "seller" });
  buyer = await storePerson("Camille Roy", { locale: "fr" });
  other = await storePerson("Amara Okafor");
  third = await storePerson("Priya Nair");
  staff = await storePerson("Sam Staff", { role: "staff" });
});

async function makeBid(
  listingId: string,
  bidder: SignedInUser,
  priceCad: number,
  state: BidState = "open",
) {
  const [bid] = await db()
    .insert(bidTable)
    .values({ listingId, bidderId: bidder.id, priceCad, phone: "+14165550100", state })
    .returning({ id: bidTable.id });
  return bid?.id ?? "";
}

async function snapshot(listingId: string) {
  const [listing] = await db()
    .select({ state: listingTable.state, soldAt: listingTable.soldAt })
    .from(listingTable)
    .where(eq(listingTable.id, listingId));
  const bids = await db()
    .select({ state: bidTable.state })
    .from(bidTable)
    .where(eq(bidTable.listingId, listingId))
    .orderBy(bidTable.id);
  return { ...listing, bids: bids.map(({ state }) => state) };
}

const undo = (listingId: string, by = seller) => move(by, listingId, "reopen");

describe("a sale that is taken back", () => {
  test("puts the car and the bids back as they stood, and each bidder is told once", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const best = await makeBid(listing, buyer, 28_000);
    await makeBid(listing, third, 20_000);
    await makeBid(listing, other, 21_000);
    await answer(seller, best, "sell");
    expect(await undo(listing)).toEqual({ ok: true });
    expect(await snapshot(listing)).toEqual({
      state: "live",
      soldAt: null,
      bids: ["open", "open", "open"],
    });
    const [event] = await db()
      .select()
      .from(listingEventTable)
      .where(sql`listing_id = ${listing} and kind = 'reopened'`);
    expect(event?.byUserId).toBe(seller.id);

    await sendDueMessages();
    const { rows } = await db().execute<{ outboxId: string; priceCad: number }>(sql`
      select message.provider_id as "outboxId", b.price_cad as "priceCad" from message
      join ${bidEventTable} e on message.key = 'bid_event:' || e.id || ':bidder'
      join ${bidTable} b on b.id = e.bid_id
      where b.listing_id = ${listing} and e.kind = 'reopened' order by b.price_cad desc`);
    expect(rows.map(({ priceCad }) => priceCad)).toEqual([28_000, 21_000, 20_000]);
    const mail = (await listOutbox({ limit: 200 })).find(({ id }) => id === rows[0]?.outboxId);
    expect([mail?.to, mail?.subject]).toEqual([
      buyer.email,
      expect.stringContaining("La vente a été annulée"),
    ]);
    expect(await answer(seller, best, "sell")).toEqual({ ok: true });
  });

  test("was of a paused car, which is paused again", async () => {
    const listing = await storeListing({ sellerId: seller.id, state: "paused" });
    const bid = await makeBid(listing, buyer, 28_000);
    await db()
      .insert(listingEventTable)
      .values({ listingId: listing, kind: "paused", byUserId: seller.id });
    expect(await move(seller, listing, "mark_sold")).toEqual({ ok: true });
    expect((await snapshot(listing)).bids).toEqual(["passed_over"]);
    expect(await undo(listing)).toEqual({ ok: true });
    expect(await snapshot(listing)).toMatchObject({ state: "paused", bids: ["open"] });
    // A paused car takes no answer either, until it is resumed.
    expect(await answer(seller, bid, "sell")).toMatchObject({
      code: "not_from_here",
    });
  });

  test("was of a car reserved for the buyer, which is for everybody again", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const bid = await makeBid(listing, buyer, 28_000);
    await answer(seller, bid, "reserve");
    await answer(seller, bid, "sell");
    expect(await undo(listing)).toEqual({ ok: true });
    expect(await snapshot(listing)).toMatchObject({ state: "live", bids: ["open"] });
    expect(await answer(seller, bid, "reserve")).toEqual({ ok: true });
  });

  test("of fifty tries at once succeeds once", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    await makeBid(listing, buyer, 28_000);
    await move(seller, listing, "mark_sold");
    const tries = await Promise.all(Array.from({ length: 50 }, () => undo(listing)));
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    const events = await db()
      .select({ kind: listingEventTable.kind })
      .from(listingEventTable)
      .where(eq(listingEventTable.listingId, listing))
      .orderBy(listingEventTable.at, listingEventTable.id);
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
    ["where there was none", () => storeListing({ sellerId: seller.id }), "not_from_here"],
  ] as const)("%s", async (_, make, code) => {
    expect(await undo(await make())).toEqual({ ok: false, code });
  });

  test("by somebody else", async () => {
    const listing = await sold(1);
    expect(await undo(listing, other)).toEqual({ ok: false, code: "not_found" });
    expect(await undo("42")).toEqual({ ok: false, code: "not_found" });
    expect(await undo(listing)).toEqual({ ok: true });
  });
});

describe("whoever changed their bid", () => {
  test("and is sold the car hears of that, and not that somebody else bought it", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const best = await makeBid(listing, buyer, 28_000);
    await makeBid(listing, buyer, 25_000, "replaced");
    await makeBid(listing, other, 20_000);
    expect(await answer(seller, best, "sell")).toEqual({ ok: true });
    const { rows } = await db().execute<{ kind: string; bidder: string }>(sql`
      select e.kind, b.bidder_id as bidder from message
      join ${bidEventTable} e on message.key = 'bid_event:' || e.id || ':bidder'
      join ${bidTable} b on b.id = e.bid_id where b.listing_id = ${listing} order by e.at`);
    expect(rows).toEqual([
      { kind: "accepted", bidder: buyer.id },
      { kind: "passed_over", bidder: other.id },
    ]);
  });
});

test("a bid that goes with its bidder's account leaves the history, which no longer names it", async () => {
  const leaver = await storePerson("Lee Leaver");
  const listing = await storeListing({ sellerId: seller.id });
  await answer(seller, await makeBid(listing, leaver, 28_000), "sell");
  await db().delete(userTable).where(eq(userTable.id, leaver.id));
  const events = await db()
    .select({ kind: listingEventTable.kind, bidId: listingEventTable.bidId })
    .from(listingEventTable)
    .where(eq(listingEventTable.listingId, listing));
  expect(events).toEqual([{ kind: "sold", bidId: null }]);
});

/** A listing with an open bid, or with one that it is reserved for. */
async function park(state: ListingState, isReserved: boolean) {
  const listingId = await storeListing({
    sellerId: seller.id,
    state,
    reservedAt: isReserved ? new Date() : null,
    soldAt: state === "sold" ? new Date() : null,
  });
  const accepted = isReserved || state === "sold" ? await makeBid(listingId, other, 29_000) : null;
  if (accepted)
    await db().update(bidTable).set({ state: "accepted" }).where(eq(bidTable.id, accepted));
  return { listingId, bidId: await makeBid(listingId, buyer, 28_000) };
}

async function wholeStory(listingId: string) {
  const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, listingId));
  const bids = await db()
    .select()
    .from(bidTable)
    .where(eq(bidTable.listingId, listingId))
    .orderBy(bidTable.id);
  const events = await db()
    .select()
    .from(listingEventTable)
    .where(eq(listingEventTable.listingId, listingId))
    .orderBy(listingEventTable.id);
  return { listing, bids, events };
}

const WHERE = [...LISTING_STATES.map((state) => [state, false] as const), ["live", true] as const];
const MOVES_OF_PEOPLE = LISTING_MOVE_NAMES.filter((name) => !findMove(name).by.includes("site"));

describe.each(WHERE)("a listing that is %s (held: %s)", (state, isReserved) => {
  test.each(MOVES_OF_PEOPLE)("%s: all of it or nothing, as the table says", async (name) => {
    for (const by of [seller, staff, other]) {
      const { listingId, bidId } = await park(state, isReserved);
      const before = await wholeStory(listingId);
      const result = await move(by, listingId, name, { bidId });
      const after = await wholeStory(listingId);
      const mover = by === seller ? "seller" : "staff";
      const current = before.listing!;
      const refusal =
        by === other || state === "removed"
          ? "not_found"
          : findMoveRefusal(name, current, { by: mover, isReviewed: false, at: new Date() });
      if (refusal) {
        expect(result).toEqual({ ok: false, code: refusal });
        expect(after).toEqual(before);
        continue;
      }
      expect(result).toEqual({ ok: true });
      const { to, reserves, records, bids: outcomes = [] } = findMove(name);
      const entered = to === "as_it_is" ? state : to === "as_before_sale" ? "live" : to;
      expect(after.listing?.state).toBe(entered);
      expect(after.listing?.reservedAt !== null).toBe(reserves ?? isReserved);
      expect(after.listing?.soldAt !== null).toBe(
        entered === "sold" || (state === "sold" && name !== "reopen"),
      );
      const recorded = records ?? (to === "as_it_is" ? null : entered);
      expect(after.events.map(({ kind, byUserId }) => ({ kind, byUserId }))).toEqual(
        recorded ? [{ kind: recorded, byUserId: by.id }] : [],
      );
      for (const bid of before.bids) {
        const outcome = outcomes.find(({ from }) =>
          from === "chosen" ? bid.id === bidId : bid.state === from,
        );
        const now = after.bids.find(({ id }) => id === bid.id);
        expect(now?.state).toBe(outcome?.to ?? bid.state);
      }
    }
  });
});

test.each(WHERE)(
  "where a listing is %s (held: %s), the page, the rule and the insert agree",
  async (state, isReserved) => {
    const { listingId } = await park(state, isReserved);
    const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, listingId));
    for (const person of [seller, buyer]) {
      const placed = await placeBid(makeNewBid({ listingId, bidder: person }));
      expect(placed.ok).toBe(canTakeBid(listing, person).ok);
    }
  },
);
