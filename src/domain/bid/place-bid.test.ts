import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { answer, move, storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { mailsAboutBids, makeBid, storeBid, storeBidPeople } from "./bid.fixture.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";
import type { NewBid } from "./bid.ts";
import { moveListing } from "./move-listing.server.ts";
import { placeBid, receiveBid } from "./place-bid.server.ts";
import { useSite } from "#server/site.fixture.ts";

let seller: SignedInUser;
let buyer: SignedInUser;
let other: SignedInUser;

useSite({ maxConnections: 20 });
beforeAll(async () => {
  ({ seller, buyer, other } = await storeBidPeople());
});

const park = (input: Partial<typeof listingTable.$inferInsert> = {}) =>
  storeListing({ sellerId: seller.id, ...input });

const bid = (listingId: string, input: Partial<NewBid> = {}) =>
  makeBid({ listingId, bidder: buyer, ...input });

const place = (listingId: string, input: Partial<NewBid> = {}) =>
  storeBid({ listingId, bidder: buyer, ...input });

const findState = async (bidId: string) =>
  (await db().select().from(bidTable).where(eq(bidTable.id, bidId)))[0]?.state;

describe("placing a bid", () => {
  test("stores it with its lead, its event and two mails, each in its reader's language", async () => {
    const listing = await park();
    const id = await place(listing);
    expect(await findState(id)).toBe("open");
    const [lead] = await db().select().from(leadTable).where(eq(leadTable.submissionId, id));
    expect(lead).toMatchObject({
      kind: "bid",
      firstName: "Camille",
      lastName: "Roy",
      email: buyer.email,
      phone: "+14165550100",
      dealershipId: null,
      locale: "fr",
    });
    const mails = await mailsAboutBids(listing);
    expect(mails.map(({ to }) => to)).toEqual([buyer.email, seller.email]);
    expect(mails[0]?.subject).toMatch(/^Votre offre de 28\u00a0900\u00a0\$/);
    expect(mails[0]?.text).toContain("https://cars.example.ca/fr/my-bids");
    expect(mails[0]?.text).toContain("Toyota RAV4 XLE 2021");
    expect(mails[1]?.subject).toMatch(/^New bid of \$28,900 on your 2021 Toyota RAV4 XLE/);
    expect(mails[1]?.text).toContain("Could I see it on Saturday?");
  });

  test("brings a dealership's own lead to that dealership, whatever the region", async () => {
    const dealership = await storeDealershipRow({ servedProvinces: [] });
    const listing = await park({ dealershipId: dealership.id });
    const id = await place(listing);
    const [lead] = await db().select().from(leadTable).where(eq(leadTable.submissionId, id));
    expect(lead?.dealershipId).toBe(dealership.id);
    const { rows } = await db().execute(
      sql`select channel, recipient as target from message where lead_id = ${lead!.id}`,
    );
    expect(rows).toEqual([{ channel: "adf_email", target: dealership.leadEmail }]);
  });

  test("fifty times at once under one id is one bid", async () => {
    const listing = await park();
    const same = bid(listing);
    const results = await Promise.all(Array.from({ length: 50 }, () => placeBid(same)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(results.filter((each) => each.ok && !each.repeated)).toHaveLength(1);
    expect(await db().$count(bidTable, eq(bidTable.listingId, listing))).toBe(1);
    expect(await placeBid({ ...same, bidder: other })).toMatchObject({ ok: false });
  });

  test("is refused under the id of another submission, also in the place of an earlier bid", async () => {
    const { submissionId: id } = await storeLead();
    for (const before of [false, true]) {
      const listing = await park();
      const earlier = before ? await place(listing) : null;
      expect(await placeBid(bid(listing, { id }))).toEqual({
        ok: false,
        code: "not_for_sale",
      });
      const stored = await db().select().from(bidTable).where(eq(bidTable.listingId, listing));
      expect(stored.map((each) => [each.id, each.state])).toEqual(
        earlier ? [[earlier, "open"]] : [],
      );
    }
  });

  test.each([
    ["sold", { state: "sold" }, "sold"],
    ["a draft", { state: "draft" }, "no_such_listing"],
    ["paused", { state: "paused" }, "no_such_listing"],
    ["reserved", { reservedAt: new Date() }, "reserved"],
  ] as const)("is refused on a listing that is %s", async (_, input, code) => {
    const listing = await park(input);
    expect(await placeBid(bid(listing))).toEqual({ ok: false, code });
    expect(await db().$count(bidTable, eq(bidTable.listingId, listing))).toBe(0);
  });

  test("is refused on one's own listing and on none", async () => {
    const listing = await park();
    const own = await placeBid(bid(listing, { bidder: seller }));
    expect(own).toEqual({ ok: false, code: "own_listing" });
    for (const id of [randomUUID(), "42", "'; drop table bid; --"]) {
      expect(await placeBid(bid(id))).toEqual({ ok: false, code: "no_such_listing" });
    }
  });

  test("is taken sixty times an hour from one member, and no more", async () => {
    const typed = { bidderPhone: "416-555-0100", proposedPrice: "28,900", bidderMessage: "" };
    const eager = await storePerson("Eager Bidder");
    const all = await Promise.all(
      Array.from({ length: 62 }, async () =>
        receiveBid({
          id: randomUUID(),
          listingId: await park(),
          bidder: eager,
          locale: "en",
          typed,
        }),
      ),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(60);
    expect(all.find(({ ok }) => !ok)).toMatchObject({ code: "too_many_bids" });
  });

  test.each([990, 1_005, -10])("the table itself refuses %d dollars", async (priceCad) => {
    const listing = await park();
    await expect(placeBid(bid(listing, { priceCad }))).rejects.toThrow('insert into "bid"');
    expect(await db().$count(leadTable, eq(leadTable.kind, "bid"))).toBeGreaterThan(0);
    expect(await db().$count(bidTable, eq(bidTable.listingId, listing))).toBe(0);
  });
});

describe("a sale", () => {
  test("of 1,000 bids racing it, none follows", async () => {
    const listing = await park();
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => storePerson(`Bidder ${turn}`)),
    );
    const bids = Array.from({ length: 1_000 }, (_, turn) =>
      bid(listing, { bidder: people[turn % people.length] ?? buyer }),
    );
    const racing = bids.map((each) => placeBid(each));
    // Begins when some of them are placed and most are still under way.
    await Promise.race(racing);
    const sale = move(seller, listing, "mark_sold");
    const [results, sold] = await Promise.all([Promise.all(racing), sale]);
    expect(sold).toEqual({ ok: true });
    const placed = results.filter(({ ok }) => ok);
    const refused = results.filter((each) => !each.ok && each.code === "sold");
    expect(placed.length + refused.length).toBe(1_000);
    expect(placed.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);

    const { rows } = await db().execute(sql`
      select count(*)::int as bids, count(*) filter (where b.placed_at >= l.sold_at)::int as after,
        count(*) filter (where b.state = 'passed_over')::int as closed,
        count(*) filter (where b.state = 'replaced')::int as replaced,
        count(distinct b.bidder_id)::int as bidders
      from bid b join listing l on l.id = b.listing_id where l.id = ${listing}`);
    const [{ bidders = 0 } = {}] = rows as { bidders?: number }[];
    const replaced = placed.length - bidders;
    expect(rows).toEqual([{ bids: placed.length, after: 0, closed: bidders, replaced, bidders }]);
    expect(await placeBid(bid(listing))).toEqual({ ok: false, code: "sold" });
  }, 120_000);

  test.each([
    ["a first bid", false],
    ["one that would take the place of an earlier", true],
  ])("of which %s knows nothing yet is waited for, and refuses it", async (_, isSecond) => {
    const listing = await park();
    if (isSecond) await place(listing);
    const sell = (transaction: Transaction) =>
      moveListing(transaction, { by: seller, listingId: listing, move: "mark_sold" });
    const [sold, placed] = await crossing(sell, () => placeBid(bid(listing, { priceCad: 30_000 })));
    expect([sold, placed]).toEqual([{ ok: true }, { ok: false, code: "sold" }]);
    const states = await db()
      .select({ state: bidTable.state })
      .from(bidTable)
      .where(eq(bidTable.listingId, listing));
    expect(states).toEqual(isSecond ? [{ state: "passed_over" }] : []);
  });

  test("is written down with who, when and to which bid; the others are told once", async () => {
    const listing = await park();
    const low = await place(listing, { bidder: other, locale: "en", priceCad: 20_000 });
    // One open bid per person and car: the higher one replaces the lower.
    const high = await place(listing, { bidder: other, locale: "en", priceCad: 21_000 });
    const best = await place(listing);
    expect(await answer(seller, best, "sell")).toEqual({ ok: true });
    expect(await Promise.all([low, high, best].map(findState))).toEqual([
      "replaced",
      "passed_over",
      "accepted",
    ]);
    const { rows } = await db().execute(
      sql`select kind, bid_id, by_user_id from listing_event where listing_id = ${listing}`,
    );
    expect(rows).toEqual([{ kind: "sold", bid_id: best, by_user_id: seller.id }]);
    const [stored] = await db().select().from(listingTable).where(eq(listingTable.id, listing));
    expect(stored).toMatchObject({ state: "sold", reservedAt: null });
    const news = (await mailsAboutBids(listing)).filter(({ kind }) => kind !== "placed");
    expect(news.map(({ kind, to }) => [kind, to])).toEqual([
      ["accepted", buyer.email],
      ["passed_over", other.email],
    ]);
    expect(news[1]?.text).toContain("$21,000");
    expect(await answer(seller, high, "sell")).toEqual({
      ok: false,
      code: "already_sold",
    });
  });

  test("two acceptances at once sell the car to one", async () => {
    const listing = await park();
    const bids = [await place(listing), await place(listing, { bidder: other })];
    const results = await Promise.all(bids.map((bidId) => answer(seller, bidId, "sell")));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const states = await Promise.all(bids.map(findState));
    expect(new Set(states)).toEqual(new Set(["accepted", "passed_over"]));
  });
});

describe("a reservation", () => {
  test("keeps the car live, refuses other bids, and ends by release, refusal or sale", async () => {
    const listing = await park();
    const reserved = await place(listing);
    const second = await place(listing, { bidder: other });
    expect(await answer(seller, reserved, "reserve")).toEqual({ ok: true });
    expect(await placeBid(bid(listing))).toEqual({ ok: false, code: "reserved" });
    expect(await answer(seller, second, "reserve")).toEqual({
      ok: false,
      code: "reserved_for_another",
    });
    expect(await move(seller, listing, "release")).toEqual({ ok: true });
    expect(await findState(reserved)).toBe("open");
    const third = await storePerson("Priya Nair");
    expect(await placeBid(bid(listing, { bidder: third }))).toMatchObject({ ok: true });

    await answer(seller, second, "reserve");
    expect(await answer(seller, second, "decline")).toEqual({ ok: true });
    await answer(seller, reserved, "reserve");
    expect(await move(seller, listing, "mark_sold")).toEqual({ ok: true });
    const events = await db()
      .select()
      .from(bidEventTable)
      .where(eq(bidEventTable.bidId, reserved))
      .orderBy(bidEventTable.at, bidEventTable.id);
    expect(events.map(({ kind }) => kind)).toEqual([
      "placed",
      "accepted",
      "released",
      // The car was reserved for the second bidder for a while.
      "on_hold",
      "available_again",
      "accepted",
      "bought",
    ]);
  });
});

describe("somebody else's listing", () => {
  test("cannot be answered for, and looks as if it were not there", async () => {
    const listing = await park();
    const bidId = await place(listing);
    const missing = { ok: false, code: "not_found" };
    expect(await answer(other, bidId, "sell")).toEqual(missing);
    expect(await answer(other, bidId, "decline")).toEqual(missing);
    expect(await move(other, listing, "mark_sold")).toEqual(missing);
    expect(await move(other, listing, "release")).toEqual(missing);
    expect(await answer(seller, "42", "sell")).toEqual(missing);
    expect(await findState(bidId)).toBe("open");
  });
});
