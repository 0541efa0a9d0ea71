import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { recordChoice } from "#domain/sell-request/dealer-offer/seller-choice.server.ts";
import { CIVIC, storeSellRequest } from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { createLeadLinkKey } from "#domain/lead/lead-link.server.ts";
import { translateIn } from "#forms/translate.server.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { listingTable, listingPhotoTable } from "#domain/listing/listing.table.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import type { SellRequest } from "#pages/public/sell-request/request-access.server.ts";
import { listUnfinishedListings } from "#domain/sell-request/own-listing.server.ts";
import { showPhotosOnListing } from "#domain/sell-request/request-photos.server.ts";
import { requestListingTable, requestPhotoTable } from "#domain/sell-request/sell-request.table.ts";
import type { ListingFields } from "#domain/listing/listing-answers.ts";
import { insertDraft } from "#domain/listing/write-listing.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { GOOD_FIELDS, GOOD_POST, useSellerSite } from "./seller.fixture.ts";
import { buildDraftAnswers } from "#domain/sell-request/draft-answers.ts";
import { handleFromRequest, createFromRequest, loadFromRequest } from "./from-request.server.ts";

let owner: SignedInUser;
let stranger: SignedInUser;
let request: Awaited<ReturnType<typeof storeSellRequest>>;
let reference: string;

useSellerSite();
beforeAll(async () => {
  owner = await storePerson("Jordan Owner");
  stranger = await storePerson("Camille Stranger");
});
beforeEach(async () => {
  request = await storeSellRequest({ userId: owner.id, visitorHash: "shared computer" });
  ({ reference } = request);
});

function makeArgs(user: SignedInUser | null, input: { key?: string; post?: boolean } = {}) {
  const url = new URL(`http://site.test/account/listings/from/${reference}`);
  if (input.key) url.searchParams.set("key", input.key);
  const post = input.post ? { method: "POST", body: new URLSearchParams(GOOD_POST) } : {};
  return {
    request: new Request(url, post),
    context: makeContext({ user, visitorHash: randomUUID() }),
    params: { reference },
  };
}

async function readPageResponse(call: () => Promise<unknown>) {
  try {
    await call();
    return { status: 200, location: null };
  } catch (thrown) {
    if (thrown instanceof Response)
      return { status: thrown.status, location: thrown.headers.get("location") };
    return { status: (thrown as { init: { status: number } }).init.status, location: null };
  }
}

const save = (user: SignedInUser, key?: string) =>
  readPageResponse(async () => handleFromRequest(makeArgs(user, { post: true, key })));

test("the answers fill the listing's form, but price and fuel", () => {
  const words = { locale: "en", translate: translateIn("en") } as const;
  const draft = buildDraftAnswers({ ...CIVIC, vin: "2HGFE4F86SH011469" }, words);
  expect(draft).toMatchObject({
    make: "Honda",
    model: "Civic",
    manufactureYear: "2018",
    trim: "Sport",
    carType: "sedan",
    carCondition: "used",
    exteriorColour: "blue",
    interiorColour: "black",
    transmissionType: "automatic",
    totalRun: 84_000,
    vin: "2HGFE4F86SH011469",
    location: { city: "Toronto", province: "ON" },
  });
  expect(draft).not.toHaveProperty("price");
  expect(draft).not.toHaveProperty("fuelType");
  expect(draft.description).toMatch(/windshield/i);
});

test("who is signed out is led to sign in and back, key and all", async () => {
  const key = createLeadLinkKey({ reference, email: CIVIC.sellerEmail });
  const { location } = await readPageResponse(() => loadFromRequest(makeArgs(null, { key })));
  const returnTo = new URL(location ?? "", "http://site.test").searchParams.get("returnTo") ?? "";
  expect(returnTo).toBe(`/account/listings/from/${reference}?${new URLSearchParams({ key })}`);
});

test("the reference alone opens it to nobody; the link to the account of its address only", async () => {
  expect((await readPageResponse(() => loadFromRequest(makeArgs(stranger)))).status).toBe(404);
  expect((await save(stranger)).status).toBe(404);
  const addressee = await storePerson(`Addressee ${randomUUID()}`);
  ({ reference } = await storeSellRequest({ email: addressee.email.toUpperCase() }));
  const key = createLeadLinkKey({ reference, email: addressee.email });
  const back = `/sell-car/sent/${reference}?${new URLSearchParams({ done: "other_account", key })}`;
  const before = await db().$count(listingTable);
  const lookup = await readPageResponse(() => loadFromRequest(makeArgs(stranger, { key })));
  expect([lookup.location, (await save(stranger, key)).location]).toEqual([back, back]);
  expect(await db().$count(listingTable)).toBe(before);
  expect((await readPageResponse(() => loadFromRequest(makeArgs(addressee, { key })))).status).toBe(
    200,
  );
});

test("sent from this browser signed out, it is for whichever account signs in there", async () => {
  const visitorHash = randomUUID();
  ({ reference } = await storeSellRequest({ visitorHash }));
  const args = makeArgs(stranger);
  const context = makeContext({ user: stranger, visitorHash });
  expect((await readPageResponse(() => loadFromRequest({ ...args, context }))).status).toBe(200);
});

test("ten saves at once make one draft; another account then gets none", async () => {
  const before = await db().$count(listingTable);
  const responses = await Promise.all(Array.from({ length: 10 }, () => save(owner)));
  expect(new Set(responses.map(({ location }) => location)).size).toBe(1);
  expect(await db().$count(listingTable)).toBe(before + 1);
  const [, id = ""] = /listings\/([^/]+)\/photos/.exec(responses[0]?.location ?? "") ?? [];
  const [draft] = await db().select().from(listingTable).where(eq(listingTable.id, id));
  expect(draft).toMatchObject({ state: "draft", sellerId: owner.id });
  const { submissionId, leadId } = request;
  const lead = { id: leadId, submissionId, reference } as SellRequest["lead"];
  expect(await createFromRequest(stranger, { lead }, {} as ListingFields)).toEqual({
    ok: false,
    code: "not_found",
  });
  const again = await readPageResponse(() => loadFromRequest(makeArgs(owner)));
  expect(again.location).toBe(`/account/listings/${id}`);
});

test("what the request declared stays with the listing, whatever the form says then", async () => {
  const declared = { accidentHistory: "yes", salvageStatus: "yes", brand: "rebuilt" } as const;
  request = await storeSellRequest({ userId: owner.id, answers: declared });
  ({ reference } = request);
  const words = { locale: "en", translate: translateIn("en") } as const;
  expect(buildDraftAnswers({ ...CIVIC, ...declared }, words)).toMatchObject({
    brand: "rebuilt",
    accidents: "some",
    keyFobs: "two_plus",
  });
  const { location } = await save(owner);
  const [, id = ""] = /listings\/([^/]+)\/photos/.exec(location ?? "") ?? [];
  const [draft] = await db().select().from(listingTable).where(eq(listingTable.id, id));
  expect(draft).toMatchObject({ brand: "rebuilt", accidents: "some" });
});

test("a save that crosses another finds the draft that this one made", async () => {
  const { submissionId, leadId } = request;
  const lead = { id: leadId, submissionId, reference } as SellRequest["lead"];
  const [listingId, found] = await crossing(
    async (transaction) => {
      const isLead = eq(leadTable.id, leadId);
      await transaction.select().from(leadTable).where(isLead).for("no key update");
      const id = await insertDraft(transaction, owner, GOOD_FIELDS);
      await transaction.insert(requestListingTable).values({ leadId, listingId: id });
      return id;
    },
    () => createFromRequest(owner, { lead }, GOOD_FIELDS),
  );
  expect(found).toEqual({ ok: true, id: listingId });
});

test("a listing's photos are read in the transaction that makes it, on no second connection", async () => {
  const listingId = await storeListing({ sellerId: owner.id });
  const photo = { key: "own-photo", widthPx: 480, heightPx: 300 };
  const { submissionId } = request;
  const listed = await db().transaction(async (transaction) => {
    await transaction.insert(requestPhotoTable).values({ submissionId, ...photo });
    await showPhotosOnListing(transaction, submissionId, listingId);
    const { key } = listingPhotoTable;
    const ofListing = eq(listingPhotoTable.listingId, listingId);
    return transaction.select({ key }).from(listingPhotoTable).where(ofListing);
  });
  expect(listed).toEqual([{ key: photo.key }]);
});

test("one that was asked for waits under the seller's listings until it is saved", async () => {
  const waiting = async () =>
    (await listUnfinishedListings(owner, { visitorHash: "none", locale: "en" })).map(
      (each) => each.reference,
    );
  expect(await waiting()).not.toContain(reference);
  await recordChoice({ reference, way: "account", userId: owner.id }, "both", null);
  expect(await waiting()).toContain(reference);
  expect(await listUnfinishedListings(stranger, { visitorHash: "none", locale: "en" })).toEqual([]);
  // Sent signed in, it is not for the next person at the same computer.
  expect(
    await listUnfinishedListings(stranger, { visitorHash: "shared computer", locale: "en" }),
  ).toEqual([]);
  await save(owner);
  expect(await waiting()).not.toContain(reference);
});
