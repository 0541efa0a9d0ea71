import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { formatCad } from "#values/money.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
import {
  findListingNumbers,
  listSellerListings,
  listViewsByDay,
} from "#domain/bid/seller-listings.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import {
  GOOD_FIELDS,
  GOOD_POST,
  reviewListings,
  useSellerSite,
} from "#pages/account/my-listings/seller.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { toListingAnswers } from "./listing-answers.ts";
import { move, storeListing, storePerson } from "./listing.fixture.ts";
import { listingEventTable, listingTable, savedListingTable } from "./listing.table.ts";
import { countListingView, writeViews } from "./view-count.server.ts";
import { createOwnListing, updateListing } from "#domain/sale/write-own-listing.server.ts";
import { changePrice, listPriceChanges, readListing } from "./write-listing.server.ts";

let seller: SignedInUser;
let other: SignedInUser;
let staff: SignedInUser;

useSellerSite();
beforeAll(async () => {
  seller = await storePerson("Camille Roy");
  other = await storePerson("Amara Okafor");
  staff = await storePerson("Sam Staff", { role: "staff" });
});
beforeEach(() => reviewListings(false));

async function draft(): Promise<string> {
  const created = await createOwnListing(seller, GOOD_FIELDS, null);
  if (!created.ok) throw new Error(created.code);
  return created.id;
}

async function row(id: string) {
  const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, id));
  if (!listing) throw new Error("There is no such listing.");
  return listing;
}

async function events(id: string) {
  return db()
    .select({ kind: listingEventTable.kind, by: listingEventTable.byUserId })
    .from(listingEventTable)
    .where(eq(listingEventTable.listingId, id))
    .orderBy(asc(listingEventTable.at), asc(listingEventTable.id));
}

describe("the form", () => {
  test("is read into columns, and a stored listing fills it again", async () => {
    const ticked = { "features-tow_hitch": "yes", "features-heated_seats": "yes" };
    const read = readListing(rawFields({ ...GOOD_POST, ...ticked }), "en");
    if (!read.ok) throw new Error(JSON.stringify(read.fieldErrors));
    expect(read.fields).toMatchObject({
      features: ["heated_seats", "tow_hitch"],
      city: "Mississauga",
      provinceCode: "ON",
      priceCad: 29_990,
    });
    const created = await createOwnListing(seller, read.fields, null);
    if (!created.ok) throw new Error(created.code);
    expect(toListingAnswers(await row(created.id))).toMatchObject({
      make: "Toyota",
      totalRun: 62_400,
      features: "heated_seats,tow_hitch",
      description: GOOD_POST.description,
    });
  });

  test.each([
    [{ price: "499" }, "price", "min"],
    [{ price: "free" }, "price", "not_a_number"],
    [{ totalRun: "-5" }, "totalRun", "min"],
    [{ model: "Civic" }, "model", "missing"],
    [{ location: "Nowhere at all" }, "location", "unknown_place"],
    [{ location: "Whitehorse, Yukon" }, "location", "not_served"],
    [{ purchasingDate: "2090-01-01" }, "purchasingDate", "date_not_past"],
    [{ vin: "123" }, "vin", "vin_length"],
    [{ description: "" }, "description", "missing"],
  ])("says of %j what is wrong", (wrong, question, code) => {
    const read = readListing(rawFields({ ...GOOD_POST, ...wrong }), "en");
    if (read.ok) throw new Error("It was taken.");
    expect(read.fieldErrors).toEqual([expect.objectContaining({ question, code })]);
  });
});

describe("a listing", () => {
  test("goes from draft to live to paused to live to sold, each with who and when", async () => {
    const id = await draft();
    for (const name of ["publish", "pause", "resume", "mark_sold"] as const)
      expect(await move(seller, id, name)).toEqual({ ok: true });
    expect(await events(id)).toEqual(
      ["draft", "live", "paused", "live", "sold"].map((kind) => ({ kind, by: seller.id })),
    );
    expect(await row(id)).toMatchObject({ state: "sold" });
    expect(await move(seller, id, "pause")).toEqual({ ok: false, code: "not_from_here" });
    expect(await updateListing(seller, id, GOOD_FIELDS)).toMatchObject({ code: "already_sold" });
    expect(await changePrice(seller, id, 20_000)).toMatchObject({ code: "already_sold" });
  });

  test("keeps the day it was first posted through a pause", async () => {
    const id = await draft();
    await move(seller, id, "publish");
    const { postedAt } = await row(id);
    expect(postedAt).toBeInstanceOf(Date);
    await move(seller, id, "pause");
    await move(seller, id, "resume");
    expect((await row(id)).postedAt).toEqual(postedAt);
  });

  test("waits for staff where they approve listings, and again after another text", async () => {
    reviewListings(true);
    const id = await draft();
    expect(await move(seller, id, "publish")).toMatchObject({ code: "not_permitted" });
    expect(await move(seller, id, "ask_for_review")).toEqual({ ok: true });
    expect(await move(seller, id, "approve")).toMatchObject({ code: "not_permitted" });
    expect(await move(other, id, "approve")).toMatchObject({ code: "not_found" });
    expect(await move(staff, id, "approve")).toEqual({ ok: true });
    await updateListing(seller, id, { ...GOOD_FIELDS, priceCad: 28_000 });
    expect((await row(id)).state).toBe("live");
    await updateListing(seller, id, { ...GOOD_FIELDS, description: "Call 416 555-0123" });
    expect((await row(id)).state).toBe("in_review");
    expect((await events(id)).map(({ kind, by }) => `${kind} ${by === staff.id}`)).toEqual([
      "draft false",
      "in_review false",
      "live true",
      "in_review false",
    ]);
  });

  test("is movePhoto, changed and priced by nobody else", async () => {
    const id = await draft();
    for (const stranger of [other, { ...other, role: "dealer" as const }]) {
      expect(await move(stranger, id, "publish")).toMatchObject({ code: "not_found" });
      expect(await updateListing(stranger, id, GOOD_FIELDS)).toMatchObject({ code: "not_found" });
      expect(await changePrice(stranger, id, 1_000)).toMatchObject({ code: "not_found" });
    }
    for (const none of [randomUUID(), "42", "'; drop table listing; --"])
      expect(await move(seller, none, "publish")).toMatchObject({ code: "not_found" });
    expect(await createOwnListing(staff, GOOD_FIELDS, null)).toMatchObject({
      code: "not_permitted",
    });
    expect(await row(id)).toMatchObject({ state: "draft", priceCad: 29_990 });
    expect(await updateListing(staff, id, { ...GOOD_FIELDS, trim: "LE" })).toMatchObject({
      ok: true,
    });
  });

  test.each([
    ["live", 20_000],
    ["paused", 21_000],
  ] as const)("%s, then removed: gone, and its bids declined", async (state, priceCad) => {
    const id = await storeListing({ sellerId: seller.id, state });
    await db()
      .insert(bidTable)
      .values({ listingId: id, bidderId: other.id, priceCad, phone: "+14165550123" });
    expect(await move(seller, id, "remove")).toEqual({ ok: true });
    const [bid] = await db().select().from(bidTable).where(eq(bidTable.listingId, id));
    expect(bid?.state).toBe("declined");
    await sendDueMessages();
    const mails = (await listOutbox({ limit: 200 })).filter(({ to }) => to === other.email);
    const [mail, ...more] = mails.filter(({ text }) => text.includes(formatCad(priceCad, "en")));
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: other.email,
      text: expect.stringContaining("off the site"),
    });
    expect((await listSellerListings(seller)).map((each) => each.id)).not.toContain(id);
    expect(await move(seller, id, "resume")).toMatchObject({ code: "not_found" });
  });

  test("paused is marked as sold, and that is taken back, by staff in the seller's place", async () => {
    const id = await storeListing({ sellerId: seller.id, state: "live" });
    await move(seller, id, "pause");
    expect(await move(staff, id, "mark_sold")).toEqual({ ok: true });
    expect(await move(seller, id, "reopen")).toEqual({ ok: true });
    expect((await row(id)).state).toBe("paused");
    expect(await events(id)).toEqual([
      { kind: "paused", by: seller.id },
      { kind: "sold", by: staff.id },
      { kind: "reopened", by: seller.id },
    ]);
  });

  test("held for a bidder is neither paused nor removed", async () => {
    const id = await storeListing({ sellerId: seller.id, reservedAt: new Date() });
    for (const name of ["pause", "remove"] as const)
      expect(await move(seller, id, name)).toEqual({ ok: false, code: "held_for_bidder" });
  });
});

test("each price is kept once people could see it, the same price changes nothing", async () => {
  const id = await draft();
  await changePrice(seller, id, 30_500);
  expect(await listPriceChanges(id)).toEqual([]);
  await move(seller, id, "publish");
  await changePrice(seller, id, 29_000);
  await changePrice(seller, id, 29_000);
  await updateListing(seller, id, { ...GOOD_FIELDS, priceCad: 28_500 });
  expect((await listPriceChanges(id)).map(({ fromCad, toCad }) => [fromCad, toCad])).toEqual([
    [29_000, 28_500],
    [30_500, 29_000],
  ]);
});

test("twenty prices at once leave a history without a gap", async () => {
  const id = await storeListing({ sellerId: seller.id, priceCad: 10_000 });
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => changePrice(seller, id, 10_100 + at * 100)),
  );
  const history = (await listPriceChanges(id)).toReversed();
  const { priceCad } = await row(id);
  const [from, to] = [history.map(({ fromCad }) => fromCad), history.map(({ toCad }) => toCad)];
  expect([...from, priceCad]).toEqual([10_000, ...to]);
});

test("a price that crosses the car's sale is refused", async () => {
  const id = await storeListing({ sellerId: seller.id, priceCad: 10_000 });
  const [, priced] = await crossing(
    (transaction) =>
      transaction.update(listingTable).set({ state: "sold" }).where(eq(listingTable.id, id)),
    () => changePrice(seller, id, 9_000),
  );
  expect(priced).toEqual({ ok: false, code: "already_sold" });
  expect((await row(id)).priceCad).toBe(10_000);
});

test("views are counted a day, of people other than the seller; saves and bids beside them", async () => {
  const id = await storeListing({ sellerId: seller.id });
  const person = new Headers({ "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0" });
  const load = (userId: string | null, headers = person) =>
    countListingView({ listingId: id, userId, headers });
  for (let time = 0; time < 30; time += 1) load(null);
  await writeViews();
  load(other.id);
  load(seller.id);
  load(null, new Headers({ "user-agent": "Googlebot/2.1" }));
  load(null, new Headers([...person, ["sec-purpose", "prefetch"]]));
  countListingView({ listingId: "no-listing", userId: null, headers: person });
  countListingView({ listingId: randomUUID(), userId: null, headers: person });
  await writeViews();
  await db().insert(savedListingTable).values({ userId: other.id, listingId: id });
  expect(await findListingNumbers(id)).toEqual({
    views: 31,
    saves: 1,
    bids: 0,
    highestBidCad: null,
    bidsToAnswer: 0,
  });
  expect((await listViewsByDay(id, 30)).map(({ views }) => views)).toEqual([31]);
});
