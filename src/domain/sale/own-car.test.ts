import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storeBid } from "#domain/bid/bid.fixture.ts";
import { requestCarTable } from "#domain/car/car.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { insertDraft } from "#domain/listing/write-listing.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import {
  type Dealership,
  inDays,
  storeDealership,
  storeSellRequest,
} from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { makeOffer } from "#domain/sell-request/dealer-offer/make-offer.server.ts";
import { listOffers } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { GOOD_FIELDS, useSellerSite } from "#pages/account/my-listings/seller.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { answerBid, moveListing } from "./move-with-offers.server.ts";
import { answerSameCar, findOtherOwnCar, type Owner } from "./own-car.server.ts";
import { createOwnListing, updateListing } from "./write-own-listing.server.ts";

const VINS = ["2HKRW2H20NH207506", "1HGCM82633A004352", "JTDKARFU5G3500001", "2T1BURHE0JC000001"];

let seller: SignedInUser;
let bidder: SignedInUser;
let dealer: Dealership;
let vin: string;
let owner: Owner;

useSellerSite();
beforeAll(async () => {
  bidder = await storePerson("Camille Roy");
  dealer = await storeDealership("Lakeshore Lane");
});
let at = 0;
beforeEach(async () => {
  seller = await storePerson(`Jordan Seller ${at}`, { role: "seller" });
  owner = { user: seller, provedPhone: null };
  vin = VINS[at % VINS.length]!;
  at += 1;
});

/** A sell request of the seller with this test's VIN. */
async function storeRequest(userId: string | undefined = seller.id) {
  const request = await storeSellRequest({
    ...(userId ? { userId } : {}),
    email: `${at}.request@example.com`,
  });
  const [sent] = await db()
    .select({ answers: submissionTable.answers })
    .from(submissionTable)
    .where(eq(submissionTable.id, request.submissionId));
  await db()
    .update(submissionTable)
    .set({ answers: { ...(sent!.answers as object), vin } })
    .where(eq(submissionTable.id, request.submissionId));
  return request;
}

const create = (isSameCar: boolean | null, user = seller) =>
  createOwnListing(user, { ...GOOD_FIELDS, vin }, isSameCar);

async function carOf(listingId: string): Promise<string | undefined> {
  const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, listingId));
  return listing?.carId;
}

async function carOfRequest(leadId: string): Promise<string | undefined> {
  const [named] = await db()
    .select()
    .from(requestCarTable)
    .where(eq(requestCarTable.leadId, leadId));
  return named?.carId;
}

async function offerOn(reference: string) {
  const terms = { amountCad: 15_000, validUntil: inDays(7), conditions: "" };
  const offer = { id: randomUUID(), seenOfferId: null, ...terms };
  expect(await makeOffer(dealer, reference, offer)).toMatchObject({ ok: true });
}

function bidOn(listingId: string): Promise<string> {
  return storeBid({ listingId, bidder });
}

const reserve = (bidId: string) =>
  db().transaction((transaction) =>
    answerBid(transaction, { by: seller, bidId, answer: "reserve" }),
  );

/** The answer of the request's sender about the other car with this VIN. */
const say = (leadId: string, isSame: boolean, who = owner) =>
  answerSameCar(who, { leadId, vin, isSame }, who.user?.id ?? null);

async function countNotified(event: string): Promise<number> {
  return db().$count(messageTable, eq(messageTable.event, event));
}

test("a VIN of the seller's own listing asks first, and joins the car where they say so", async () => {
  const listingId = await storeListing({ sellerId: seller.id, vin });
  const own = { kind: "listing", id: listingId, carId: await carOf(listingId) };
  expect(await create(null)).toEqual({ ok: false, code: "same_vin", own });
  expect(await create(false)).toMatchObject({ code: "same_vin" });
  const created = await create(true);
  expect(created.ok && (await carOf(created.id))).toBe(own.carId);
});

test("it asks nobody about the car of somebody else, nor about one that was taken down", async () => {
  const stranger = await storePerson("Priya Nair", { role: "seller" });
  await storeListing({ sellerId: stranger.id, vin });
  await storeListing({ sellerId: seller.id, vin, state: "removed" });
  expect(await create(null)).toMatchObject({ ok: true });
});

test("a car that has its buyer is not offered anew", async () => {
  await storeListing({ sellerId: seller.id, vin, state: "sold", soldAt: new Date() });
  expect(await create(true)).toEqual({ ok: false, code: "car_taken" });
});

test("the same form sent twice at once asks the second time", async () => {
  const results = await Promise.all([create(null), create(null)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
});

test.each<[what: string, write: () => Promise<unknown>]>([
  ["a second listing", () => create(null)],
  [
    "another listing's new VIN",
    async () => {
      const listingId = await storeListing({ sellerId: seller.id });
      return updateListing(seller, listingId, { ...GOOD_FIELDS, vin });
    },
  ],
])("%s is asked about where the first of that VIN is being stored", async (_what, write) => {
  const [, written] = await crossing(async (transaction) => {
    // What every form with a VIN does first.
    await transaction
      .select({ id: userTable.id })
      .from(userTable)
      .where(eq(userTable.id, seller.id))
      .for("no key update");
    return insertDraft(transaction, seller, { ...GOOD_FIELDS, vin });
  }, write);
  expect(written).toMatchObject({ ok: false, code: "same_vin", own: { kind: "listing" } });
});

test("a listing of a request's car waits with its dealer offers", async () => {
  const { leadId, reference } = await storeRequest();
  await offerOn(reference);
  expect(await create(null)).toMatchObject({ code: "same_vin", own: { kind: "request", leadId } });
  const created = await create(true);
  if (!created.ok) throw new Error(created.code);
  expect(await carOf(created.id)).toBe(await carOfRequest(leadId));
  await db().transaction((transaction) =>
    moveListing(transaction, { by: seller, listingId: created.id, move: "publish" }),
  );
  expect(await reserve(await bidOn(created.id))).toEqual({ ok: true });
  expect((await listOffers(db(), leadId)).map(({ state }) => state)).toEqual(["on_hold"]);
});

test("a request joins the car of a listing that is held: its offers wait, and are told", async () => {
  const listingId = await storeListing({ sellerId: seller.id, vin });
  await reserve(await bidOn(listingId));
  const { leadId, reference } = await storeRequest();
  await offerOn(reference);
  const notifiedBefore = await countNotified("offer_on_hold");
  expect(await findOtherOwnCar(owner, leadId, vin)).toMatchObject({
    kind: "listing",
    id: listingId,
  });
  expect(await say(leadId, true)).toEqual({ ok: true });
  expect(await carOfRequest(leadId)).toBe(await carOf(listingId));
  expect((await listOffers(db(), leadId)).map(({ state }) => state)).toEqual(["on_hold"]);
  expect(await countNotified("offer_on_hold")).toBeGreaterThan(notifiedBefore);
  // It is now known to be the same car.
  expect(await findOtherOwnCar(owner, leadId, vin)).toBeNull();
});

test("a listing is held where the request that it joins has its buyer", async () => {
  const first = await storeRequest();
  const reserved = await storeListing({ sellerId: seller.id, vin });
  await say(first.leadId, true);
  await reserve(await bidOn(reserved));
  const second = await storeRequest();
  const other = await storeListing({ sellerId: seller.id });
  await db()
    .insert(requestCarTable)
    .values({ leadId: second.leadId, carId: (await carOf(other))! });
  await bidOn(other);
  expect(await say(second.leadId, true)).toEqual({ ok: true });
  const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, other));
  expect(listing).toMatchObject({ carId: await carOf(reserved), reservedAt: expect.any(Date) });
});

test("two that have a buyer each stay two", async () => {
  const listingId = await storeListing({
    sellerId: seller.id,
    vin,
    state: "sold",
    soldAt: new Date(),
  });
  const { leadId } = await storeRequest();
  const sold = await storeListing({ sellerId: seller.id, state: "sold", soldAt: new Date() });
  await db()
    .insert(requestCarTable)
    .values({ leadId, carId: (await carOf(sold))! });
  expect(await say(leadId, true)).toEqual({
    ok: false,
    code: "both_taken",
  });
  expect(await carOf(listingId)).not.toBe(await carOfRequest(leadId));
});

test("two requests of one proved number are asked about without an account", async () => {
  const first = await storeRequest("");
  const second = await storeRequest("");
  const phone = `+1416555${String(1_000 + at)}`;
  await db().update(leadTable).set({ phone }).where(eq(leadTable.id, first.leadId));
  const proved = { user: null, provedPhone: phone };
  expect(await findOtherOwnCar(proved, second.leadId, vin)).toMatchObject({ leadId: first.leadId });
  expect(await say(second.leadId, true, proved)).toEqual({ ok: true });
  expect(await carOfRequest(first.leadId)).toBe(await carOfRequest(second.leadId));
  expect(await findOtherOwnCar({ user: null, provedPhone: null }, second.leadId, vin)).toBeNull();
});

test("told to be two, they stay two, and nobody asks again", async () => {
  const listingId = await storeListing({ sellerId: seller.id, vin });
  const { leadId } = await storeRequest();
  expect(await say(leadId, false)).toEqual({ ok: true });
  expect(await carOfRequest(leadId)).not.toBe(await carOf(listingId));
  expect(await findOtherOwnCar(owner, leadId, vin)).toBeNull();
  expect(await say(leadId, false)).toEqual({ ok: false, code: "not_found" });
  // A third offer is asked about separately.
  const third = await storeRequest();
  expect(await findOtherOwnCar(owner, leadId, vin)).toMatchObject({ leadId: third.leadId });
});

describe("another VIN of a listing", () => {
  const edit = (id: string, isSameCar: boolean | null, facts = {}, by = seller) =>
    updateListing(by, id, { ...GOOD_FIELDS, vin, ...facts }, { isSameCar });
  let listingId: string;
  beforeEach(async () => {
    listingId = await storeListing({ sellerId: seller.id });
  });

  test("is asked about, and joins the car of the request where they say so", async () => {
    const { leadId, reference } = await storeRequest();
    await offerOn(reference);
    await reserve(await bidOn(listingId));
    for (const said of [null, false])
      expect(await edit(listingId, said)).toMatchObject({ code: "same_vin", own: { leadId } });
    expect((await listOffers(db(), leadId)).map(({ state }) => state)).toEqual(["open"]);
    expect(await edit(listingId, true)).toEqual({ ok: true, id: listingId });
    expect(await carOfRequest(leadId)).toBe(await carOf(listingId));
    expect((await listOffers(db(), leadId)).map(({ state }) => state)).toEqual(["on_hold"]);
    // The same VIN again leads to no question.
    expect(await edit(listingId, null)).toMatchObject({ ok: true });
  });

  test("says no less than what was declared of that car", async () => {
    const declared = { brand: "salvage", lien: "no" } as const;
    await storeListing({ sellerId: seller.id, vin, ...declared });
    await edit(listingId, true, { brand: "clean", lien: "yes" });
    const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, listingId));
    expect(listing).toMatchObject({ brand: "salvage", lien: "yes" });
  });

  test("is nothing to ask staff about, nor where another seller offers that car", async () => {
    const staff = await storePerson(`Staff ${at}`, { role: "staff" });
    await storeListing({ sellerId: seller.id, vin });
    expect(await edit(listingId, null, {}, staff)).toMatchObject({ ok: true });
    const other = await storePerson(`Other ${at}`, { role: "seller" });
    const others = await storeListing({ sellerId: other.id });
    expect(await edit(others, null, {}, other)).toMatchObject({ ok: true });
  });

  test("joins nothing where both have a buyer", async () => {
    await storeListing({ sellerId: seller.id, vin, state: "sold", soldAt: new Date() });
    await reserve(await bidOn(listingId));
    expect(await edit(listingId, true)).toEqual({ ok: false, code: "both_taken" });
  });
});
