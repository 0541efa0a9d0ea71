import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { chooseSale } from "#backoffice/purchase-offer/choose-sale.server.ts";
import { CIVIC, storeSaleRequest } from "#backoffice/purchase-offer/purchase-offer.fixture.ts";
import { saleLinkKey } from "#backoffice/purchase-offer/sale-link.server.ts";
import { translateIn } from "#forms/translate.server.ts";
import { db } from "#platform/database/database.server.ts";
import { contextOf } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { listingTable } from "#storefront/listing/listing.table.ts";
import { storePerson } from "#storefront/listing/listing.fixture.ts";
import { unfinishedListings } from "#storefront/sale/unfinished-listings.server.ts";
import { GOOD_POST, startSellerRoom } from "../seller.fixture.ts";
import { draftAnswers } from "./draft-answers.ts";
import { answerFromRequest, loadFromRequest } from "./from-request.server.ts";

let close: () => Promise<void>;
let owner: SignedInUser;
let stranger: SignedInUser;
let reference: string;

beforeAll(async () => {
  close = await startSellerRoom();
  owner = await storePerson("Jordan Owner");
  stranger = await storePerson("Camille Stranger");
});
afterAll(() => close());
beforeEach(async () => {
  ({ reference } = await storeSaleRequest({ userId: owner.id }));
});

function argsOf(user: SignedInUser | null, given: { key?: string; post?: boolean } = {}) {
  const url = new URL(`http://site.test/account/listings/from/${reference}`);
  if (given.key) url.searchParams.set("key", given.key);
  const post = given.post ? { method: "POST", body: new URLSearchParams(GOOD_POST) } : {};
  return {
    request: new Request(url, post),
    context: contextOf({ user, visitorHash: randomUUID() }),
    params: { reference },
  };
}

async function answerOf(call: () => Promise<unknown>) {
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
  answerOf(async () => answerFromRequest(argsOf(user, { post: true, key })));

test("the answers fill the listing's form, but price and fuel", () => {
  const words = { locale: "en", translate: translateIn("en") } as const;
  const draft = draftAnswers({ ...CIVIC, vin: "2HGFE4F86SH011469" }, words);
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
  const key = saleLinkKey({ reference, email: CIVIC.sellerEmail });
  const { location } = await answerOf(() => loadFromRequest(argsOf(null, { key })));
  const returnTo = new URL(location ?? "", "http://site.test").searchParams.get("returnTo") ?? "";
  expect(returnTo).toBe(`/account/listings/from/${reference}?${new URLSearchParams({ key })}`);
});

test("the reference alone opens it to nobody; the link opens it to whoever signs in", async () => {
  expect((await answerOf(() => loadFromRequest(argsOf(stranger)))).status).toBe(404);
  expect((await save(stranger)).status).toBe(404);
  const key = saleLinkKey({ reference, email: CIVIC.sellerEmail });
  expect((await answerOf(() => loadFromRequest(argsOf(stranger, { key })))).status).toBe(200);
});

test("ten saves at once make one draft; another account then gets none", async () => {
  const before = await db().$count(listingTable);
  const answers = await Promise.all(Array.from({ length: 10 }, () => save(owner)));
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  expect(await db().$count(listingTable)).toBe(before + 1);
  const [, id = ""] = /listings\/([^/]+)\/photos/.exec(answers[0]?.location ?? "") ?? [];
  const [draft] = await db().select().from(listingTable).where(eq(listingTable.id, id));
  expect(draft).toMatchObject({ state: "draft", sellerId: owner.id });
  const key = saleLinkKey({ reference, email: CIVIC.sellerEmail });
  expect((await save(stranger, key)).status).toBe(404);
  const again = await answerOf(() => loadFromRequest(argsOf(owner)));
  expect(again.location).toBe(`/account/listings/${id}`);
});

test("one that was asked for waits in the seller's room until it is saved", async () => {
  const waiting = async () =>
    (await unfinishedListings(owner, { visitorHash: "none" })).map((each) => each.reference);
  expect(await waiting()).not.toContain(reference);
  await chooseSale({ reference, way: "account", userId: owner.id }, "both", null);
  expect(await waiting()).toContain(reference);
  expect(await unfinishedListings(stranger, { visitorHash: "none" })).toEqual([]);
  await save(owner);
  expect(await waiting()).not.toContain(reference);
});
