import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { listDealReferences } from "#domain/deal/deal-queries.server.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { answer, move, storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingEventTable, listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { mailsAboutBids, storeBid, storeBidPeople } from "./bid.fixture.ts";
import { bidTable } from "./bid.table.ts";
import { findBesideBid, findCurrentBid, listReceivedBids } from "./bid-queries.server.ts";
import { type BidMoveResult, type NegotiationAction, moveBid } from "./move-bid.server.ts";
import { listSellerListings } from "./seller-listings.server.ts";

let seller: SignedInUser;
let buyer: SignedInUser;
let other: SignedInUser;

useSite({ maxConnections: 20 });
beforeAll(async () => {
  ({ seller, buyer, other } = await storeBidPeople());
});

const place = (listingId: string, bidder = buyer, priceCad = 27_000) =>
  storeBid({ listingId, bidder, locale: bidder.locale, priceCad });

const negotiate = (by: SignedInUser, bidId: string, what: NegotiationAction, typedPrice?: string) =>
  db().transaction((transaction) =>
    moveBid(transaction, { by, bidId, move: what, ...(typedPrice && { typedPrice }) }),
  );

const listBids = (listingId: string) =>
  db()
    .select({ state: bidTable.state, priceCad: bidTable.priceCad })
    .from(bidTable)
    .where(eq(bidTable.listingId, listingId))
    .orderBy(bidTable.placedAt);

const reservedFor = async (listingId: string) => {
  const [reserved] = await db()
    .select({ bidId: listingEventTable.bidId })
    .from(listingEventTable)
    .where(and(eq(listingEventTable.listingId, listingId), eq(listingEventTable.kind, "reserved")));
  return reserved?.bidId ?? null;
};

/** Mails about what came after the bids were placed. */
const mailsAbout = async (listingId: string) =>
  (await mailsAboutBids(listingId)).filter(({ kind }) => kind !== "placed");

describe("a second bid of one person on one car", () => {
  test("takes the place of the first, of any number sent at once", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    await place(listing);
    const prices = [27_500, 28_000, 28_500, 29_000];
    await Promise.all(prices.map((price) => place(listing, buyer, price)));
    const bids = await listBids(listing);
    expect(bids.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 4 }, () => "replaced"),
      "open",
    ]);
    const own = await findCurrentBid(listing, buyer.id);
    expect(own?.priceCad).toBe(bids.at(-1)?.priceCad);
    expect(await listReceivedBids(listing)).toHaveLength(1);
    expect(await findBesideBid(listing, other.id)).toEqual({
      highestCad: own?.priceCad,
      lastPhone: null,
    });
    expect(await findBesideBid(listing, buyer.id)).toEqual({
      highestCad: null,
      lastPhone: own?.phone,
    });
  });

  test("leaves that of another person and on another car alone", async () => {
    const [one, two] = [
      await storeListing({ sellerId: seller.id }),
      await storeListing({ sellerId: seller.id }),
    ];
    await place(one);
    await place(one, other);
    await place(two);
    for (const listing of [one, two])
      expect((await listBids(listing)).every(({ state }) => state === "open")).toBe(true);
  });
});

describe("a price that the seller names in return", () => {
  test("is told with a link, once a bid, and holds the car at that price when taken", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const bid = await place(listing);
    const badge = async () =>
      (await listSellerListings(seller)).find(({ id }) => id === listing)?.bidsToAnswer;
    expect(await badge()).toBe(1);
    // Not on the step, less than the bid, and equal to the bid.
    for (const wrong of ["28505", "2850", "27000"])
      expect(await negotiate(seller, bid, "counter", wrong)).toEqual({
        ok: false,
        code: "not_a_price",
      });
    expect(await negotiate(seller, bid, "counter", "28,500")).toEqual({ ok: true });
    expect(await badge()).toBe(0);
    expect(await negotiate(seller, bid, "counter", "28000")).toEqual({
      ok: false,
      code: "already_countered",
    });
    expect(await negotiate(buyer, bid, "accept_counter")).toEqual({ ok: true });
    expect(await listBids(listing)).toEqual([{ state: "accepted", priceCad: 27_000 }]);
    expect(await reservedFor(listing)).toBe(bid);
    const mails = await mailsAbout(listing);
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
      ["countered", buyer.email],
      ["counter_accepted", seller.email],
    ]);
    expect(mails[0]?.text).toContain("28\u00a0500");
    expect(mails[0]?.text).toContain("https://cars.example.ca/fr/my-bids");
    expect(mails[1]?.text).toContain("$28,500");
    expect(mails[1]?.text).toContain(buyer.email);
    // The acceptance began a deal, and both get a link to its page.
    const deal = (await listDealReferences([bid])).get(bid);
    expect(mails[1]?.text).toContain(`https://cars.example.ca/deals/${deal}`);
    // When the car is sold to them, their mail has the agreed price.
    expect(await answer(seller, bid, "sell")).toEqual({ ok: true });
    const bought = (await mailsAbout(listing)).at(-1);
    expect(bought?.text).toContain("28\u00a0500");
    expect(bought?.text).toContain(`https://cars.example.ca/fr/deals/${deal}`);
  });

  test("is not needed: a bid that is accepted as it is leads its bidder to the deal too", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const bid = await place(listing);
    expect(await answer(seller, bid, "reserve")).toEqual({ ok: true });
    const deal = (await listDealReferences([bid])).get(bid);
    const mail = (await mailsAbout(listing)).at(-1);
    expect([mail?.kind, mail?.to]).toEqual(["accepted", buyer.email]);
    expect(mail?.text).toContain(`https://cars.example.ca/fr/deals/${deal}`);
  });

  test("that is taken back is told to who bid, and the bid stays", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const bid = await place(listing);
    await negotiate(seller, bid, "counter", "28500");
    expect(await negotiate(seller, bid, "withdraw_counter")).toEqual({ ok: true });
    expect(await listBids(listing)).toMatchObject([{ state: "open" }]);
    expect((await mailsAbout(listing)).map(({ kind, to }) => [kind, to])).toEqual([
      ["countered", buyer.email],
      ["counter_withdrawn", buyer.email],
    ]);
  });

  test("that is declined leaves the bid as it was", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const bid = await place(listing);
    await negotiate(seller, bid, "counter", "28500");
    expect(await negotiate(buyer, bid, "decline_counter")).toEqual({ ok: true });
    expect(await negotiate(buyer, bid, "accept_counter")).toMatchObject({
      code: "already_answered",
    });
    expect(await answer(seller, bid, "reserve")).toEqual({ ok: true });
    expect((await mailsAbout(listing)).map(({ kind }) => kind)).toEqual([
      "countered",
      "counter_declined",
      "accepted",
    ]);
  });
});

test("a bid that was withdrawn cannot be answered, and its seller hears of it", async () => {
  const listing = await storeListing({ sellerId: seller.id });
  const bid = await place(listing);
  expect(await negotiate(buyer, bid, "withdraw")).toEqual({ ok: true });
  expect(await answer(seller, bid, "sell")).toEqual({ ok: false, code: "bid_taken_back" });
  expect(await negotiate(seller, bid, "counter", "28500")).toMatchObject({
    code: "bid_taken_back",
  });
  expect(await listReceivedBids(listing)).toEqual([]);
  expect((await mailsAbout(listing)).map(({ to }) => to)).toEqual([seller.email]);
  await place(listing);
  expect((await listBids(listing)).map(({ state }) => state)).toEqual(["withdrawn", "open"]);
});

test("somebody else's bid looks as if it were not there", async () => {
  const listing = await storeListing({ sellerId: seller.id });
  const bid = await place(listing);
  await negotiate(seller, bid, "counter", "28500");
  const missing = { ok: false, code: "not_found" };
  expect(await negotiate(other, bid, "withdraw")).toEqual(missing);
  expect(await negotiate(seller, bid, "accept_counter")).toEqual(missing);
  expect(await negotiate(buyer, bid, "counter", "26000")).toEqual(missing);
  expect(await negotiate(buyer, randomUUID(), "withdraw")).toEqual(missing);
  expect(await negotiate(buyer, "42", "withdraw")).toEqual(missing);
});

describe("of everything that is pressed at once there is one winner", () => {
  const wins = (results: readonly { ok: boolean }[]) => results.filter(({ ok }) => ok).length;

  test("two bidders take the seller's price, and the seller takes a third bid", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const people = [buyer, other, await storePerson("Priya Nair"), await storePerson("Liam Chen")];
    const bids = await Promise.all(people.map((person) => place(listing, person)));
    const [first = "", second = "", third = "", fourth = ""] = bids;
    await negotiate(seller, first, "counter", "28500");
    await negotiate(seller, second, "counter", "28000");
    const results = await Promise.all([
      negotiate(buyer, first, "accept_counter"),
      answer(seller, third, "reserve"),
      negotiate(other, second, "accept_counter"),
      answer(seller, fourth, "sell"),
    ]);
    // A car that is reserved for one bidder cannot be sold to another: the seller is told.
    expect(wins(results)).toBe(1);
    const states = (await listBids(listing)).map(({ state }) => state);
    expect(states.filter((state) => state === "accepted")).toHaveLength(1);
  });

  test("twenty tries to take one price, crossed by withdrawals and a sale", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const bid = await place(listing);
    await place(listing, other);
    await negotiate(seller, bid, "counter", "28500");
    const tries: Promise<BidMoveResult>[] = Array.from({ length: 20 }, (_, turn) =>
      negotiate(buyer, bid, turn % 2 ? "accept_counter" : "withdraw"),
    );
    const [actions, sale] = await Promise.all([
      Promise.all(tries),
      move(seller, listing, "mark_sold"),
    ]);
    expect(wins(actions)).toBeLessThanOrEqual(1);
    const [car] = await db().select().from(listingTable).where(eq(listingTable.id, listing));
    expect([sale.ok, car?.state]).toEqual([true, "sold"]);
    const states = (await listBids(listing)).map(({ state }) => state);
    expect(states.filter((state) => state === "open")).toEqual([]);
    expect(states.filter((state) => state === "accepted").length).toBe(
      actions.some(({ ok }, turn) => ok && turn % 2) ? 1 : 0,
    );
  });

  test("a bid that is changed while it is accepted is taken as it was, or not at all", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const bid = await place(listing);
    const [accepted, changed] = await Promise.all([
      answer(seller, bid, "reserve"),
      place(listing, buyer, 20_000).then(
        () => ({ ok: true }),
        () => ({ ok: false }),
      ),
    ]);
    expect(wins([accepted, changed])).toBe(1);
    expect((await listBids(listing)).map(({ state }) => state)).toEqual(
      accepted.ok ? ["accepted"] : ["replaced", "open"],
    );
  });
});

describe("the lead of a bid", () => {
  const leadsOf = (listingId: string) =>
    db()
      .select({
        id: leadTable.id,
        status: leadTable.status,
        submissionId: leadTable.submissionId,
        answers: submissionTable.answers,
      })
      .from(leadTable)
      .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
      .where(sql`${submissionTable.answers} ->> 'productId' = ${listingId}`);
  const eventsOf = async (leadId: string) => {
    const rows = await db()
      .select({ kind: leadEventTable.kind, note: leadEventTable.note })
      .from(leadEventTable)
      .where(eq(leadEventTable.leadId, leadId))
      .orderBy(leadEventTable.at, leadEventTable.id);
    return rows.filter(({ kind }) => kind.startsWith("bid_"));
  };

  test("goes on with the changed bid, and its dealership gets it as an update", async () => {
    const dealership = await storeDealershipRow({ name: "Lane Autos", takesLeadKinds: ["bid"] });
    const listing = await storeListing({ sellerId: seller.id, dealershipId: dealership.id });
    await place(listing, buyer, 27_500);
    const [first] = await leadsOf(listing);
    const second = await place(listing, buyer, 28_500);
    const leads = await leadsOf(listing);
    expect(leads).toEqual([
      expect.objectContaining({ id: first!.id, status: "new", submissionId: second }),
    ]);
    expect(leads[0]!.answers).toMatchObject({ proposedPrice: 28_500 });
    expect(await eventsOf(first!.id)).toEqual([{ kind: "bid_changed", note: "$27,500 → $28,500" }]);
    const sent = await db().$count(
      messageTable,
      and(eq(messageTable.leadId, first!.id), eq(messageTable.event, "lead_adf")),
    );
    expect(sent).toBe(2);
  });

  test("is one, of any number of changes sent at once", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    await place(listing);
    await Promise.all([27_500, 28_000, 29_000].map((price) => place(listing, buyer, price)));
    expect(await leadsOf(listing)).toHaveLength(1);
  });

  test("is closed when the bid is withdrawn, and a later bid is a new one", async () => {
    const listing = await storeListing({ sellerId: seller.id });
    const bid = await place(listing);
    await negotiate(buyer, bid, "withdraw");
    const [closed] = await leadsOf(listing);
    expect(closed!.status).toBe("closed");
    expect(await eventsOf(closed!.id)).toEqual([{ kind: "bid_moved", note: "withdrawn" }]);
    await place(listing);
    expect((await leadsOf(listing)).map(({ status }) => status).toSorted()).toEqual([
      "closed",
      "new",
    ]);
  });

  test.each([
    ["reserve", "approved", "accepted"],
    ["sell", "approved", "accepted"],
    ["decline", "closed", "declined"],
  ] as const)("follows the seller's answer: %s", async (input, status, note) => {
    const listing = await storeListing({ sellerId: seller.id });
    const bid = await place(listing);
    await place(listing, other);
    expect(await answer(seller, bid, input)).toEqual({ ok: true });
    const leads = await leadsOf(listing);
    const own = leads.find(({ submissionId }) => submissionId === bid)!;
    const others = leads.find(({ submissionId }) => submissionId !== bid)!;
    expect(own.status).toBe(status);
    expect(await eventsOf(own.id)).toEqual([{ kind: "bid_moved", note }]);
    expect(others.status).toBe(input === "sell" ? "closed" : "new");
  });
});
