import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { sessionTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
import { move, storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { type Caller, caller, signIn } from "./calls.fixture.ts";
import { useSite } from "#server/site.fixture.ts";

let seller: Caller;
let buyer: Caller;
let other: Caller;
let staff: Caller;
let listing: string;

useSite();
beforeAll(async () => {
  const person = async (...input: Parameters<typeof storePerson>) =>
    signIn(await storePerson(...input));
  seller = await person("Jordan Mitchell", { role: "seller", phone: "+19055550142" });
  buyer = await person("Camille Roy");
  other = await person("Amara Okafor");
  staff = await person("Samuel Tremblay", { role: "staff" });
  listing = await storeListing({ sellerId: seller.user.id });
});

const visitor = caller(null);

describe("GET /singleListing/{id}", () => {
  const call = () => ({ method: "GET" as const, path: `/singleListing/${listing}` });

  test("has every field of SPEC.md §3 as a key, and no contact for a visitor", async () => {
    const { status, body } = await visitor(call());
    expect(status).toBe(200);
    const fields =
      "_id addingDate carBrand carCondition carName carType description engineCapacity fuelType manufactureYear photo price purchasingDate registeredYear sellerName sellerEmail sellerPhone sellerVerificationStatus sellerPhoto totalRun transmissionType sellStatus";
    expect(Object.keys(body as object)).toEqual([...fields.split(" "), "declared"]);
    expect(body).toMatchObject({
      _id: listing,
      carName: "2021 Toyota RAV4 XLE",
      sellerName: "Jordan M.",
      sellerEmail: null,
      sellerPhone: null,
      sellStatus: "available",
      // Not declared: neither "none" nor clean.
      declared: { brand: "unknown", accidents: "unknown", lien: "unknown", owners: null },
    });
  });

  test("a session's cookie alone opens no contact: the address is only followed", async () => {
    const { body } = await caller(buyer, { withCookie: true })(call());
    expect(body).toMatchObject({ sellerEmail: null, sellerPhone: null });
  });

  test.each([
    ["a member", () => buyer, { sellerEmail: null, sellerPhone: "+19055550142" }],
    ["the seller", () => seller, { sellerEmail: "jordan.mitchell@example.com" }],
    ["staff", () => staff, { sellerEmail: "jordan.mitchell@example.com" }],
  ])("with the token of %s", async (_, who, contact) => {
    expect((await caller(who())(call())).body).toMatchObject(contact);
  });

  test("a member's thirty-first number in an hour must wait; the seller's own never counts", async () => {
    const collector = await signIn(await storePerson("Many Numbers"));
    const ask = caller(collector);
    const requested = await Promise.all(Array.from({ length: 40 }, () => ask(call())));
    expect(requested.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = requested.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    for (let each = 0; each < 40; each += 1) {
      expect((await caller(seller)(call())).status).toBe(200);
    }
  });

  test.each(["42", randomUUID(), "%00", "..%2f"])("%j is not found", async (id) => {
    const path = `/singleListing/${id}`;
    expect(await visitor({ method: "GET", path })).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
  });
});

describe("a token", () => {
  const saved = { method: "GET" as const, path: `/getSingleSavedAd/${randomUUID()}` };

  test("is refused with 401 once its session is over, forged, or another algorithm's", async () => {
    const gone = await signIn(await storePerson("Gone Away"));
    expect((await caller(gone)(saved)).status).toBe(200);
    await db().delete(sessionTable).where(eq(sessionTable.id, gone.sessionId));
    expect((await caller(gone)(saved)).status).toBe(401);
    const [header = "", payload = "", signature = ""] = buyer.token.split(".");
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
    for (const token of [`${none}.${payload}.`, `${header}.${payload}.${signature}x`, "x"]) {
      expect((await caller({ ...buyer, token })(saved)).status).toBe(401);
    }
  });
});

describe("saved ads", () => {
  const isSaved = (query = "") => ({
    method: "GET" as const,
    path: `/getSingleSavedAd/${listing}${query}`,
  });
  const save = () => ({
    method: "POST" as const,
    path: "/newSavedAd",
    body: { singleAdId: listing, userEmail: seller.user.email, price: 1 },
  });
  const remove = (query = "") => ({
    method: "DELETE" as const,
    path: `/removedSavedAd/${listing}${query}`,
  });

  test.each([
    ["by token", false],
    ["by session", true],
  ])("are saved, found and removed once, %s", async (_, withCookie) => {
    const ask = caller(buyer, { withCookie });
    expect((await ask(isSaved())).body).toBeNull();
    const [first, again] = [await ask(save()), await ask(save())];
    expect(first.body).toEqual(again.body);
    expect((await ask(isSaved(`?email=${buyer.user.email.toUpperCase()}`))).body).toMatchObject({
      singleAdId: listing,
      userEmail: buyer.user.email,
    });
    expect((await ask(remove())).body).toMatchObject({ deletedCount: 1 });
    expect((await ask(remove())).body).toMatchObject({ deletedCount: 0 });
  });

  test("of somebody else answer as if nothing were there, whatever e-mail is asked for", async () => {
    await caller(buyer)(save());
    const query = `?email=${buyer.user.email}`;
    expect((await caller(other)(isSaved(query))).body).toBeNull();
    expect((await caller(other)(remove(query))).status).toBe(404);
    expect((await caller(other)(remove())).body).toMatchObject({ deletedCount: 0 });
    expect((await caller(buyer)(isSaved())).body).not.toBeNull();
  });

  test("need a listing that is there", async () => {
    const path = "/newSavedAd";
    const post = (body: unknown) => caller(buyer)({ method: "POST", path, body });
    expect((await post({})).status).toBe(422);
    expect((await post([])).status).toBe(422);
    expect((await post({ singleAdId: { $ne: null } })).status).toBe(422);
    expect((await post({ singleAdId: randomUUID() })).status).toBe(404);
  });
});

describe("POST /newBid", () => {
  const bid = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) => ({
    method: "POST" as const,
    path: "/newBid",
    headers,
    body: {
      productId: listing,
      bidderPhone: "416-555-0100",
      proposedPrice: 28_900,
      bidderMessage: "Saturday?",
      ...changes,
    },
  });

  test("ignores a forged bidder, date and price of the car", async () => {
    const forged = {
      bidderName: "Jordan Mitchell",
      bidderEmail: seller.user.email,
      bidderId: seller.user.id,
      bidPlacedOn: "1999-01-01",
      productPrice: 1,
    };
    const { status, body } = await caller(buyer)(bid(forged));
    expect(status).toBe(200);
    const { insertedId } = body as { insertedId: string };
    const [stored] = await db().select().from(bidTable).where(eq(bidTable.id, insertedId));
    expect(stored).toMatchObject({ bidderId: buyer.user.id, priceCad: 28_900 });
    expect(stored?.placedAt.getFullYear()).toBeGreaterThan(2000);
  });

  test("twice under one key is one bid", async () => {
    const key = { "idempotency-key": randomUUID() };
    const [first, second] = [await caller(buyer)(bid({}, key)), await caller(buyer)(bid({}, key))];
    expect(first.body).toEqual(second.body);
    expect(await caller(other)(bid({}, key))).toMatchObject({ status: 409 });
  });

  test.each([
    [{ proposedPrice: 990 }, "price_too_low"],
    [{ proposedPrice: "999" }, "price_too_low"],
    [{ proposedPrice: 28_905 }, "price_off_step"],
    [{ proposedPrice: 28_900.5 }, "price_off_step"],
    [{ proposedPrice: null }, "price_missing"],
    [{ proposedPrice: [28_900] }, "price_missing"],
    [{ bidderPhone: "" }, "phone_missing"],
    [{ bidderPhone: "911" }, "not_a_phone"],
    [{ bidderMessage: "a\u0000b" }, "message_unreadable"],
  ])("with %j answers 422", async (changes, code) => {
    const response = await caller(buyer)(bid(changes));
    expect(response).toMatchObject({ status: 422, body: { error: "put_right" } });
    const { problems } = response.body as { problems: { code: string }[] };
    expect(problems.map((problem) => problem.code)).toEqual([code]);
  });

  test("is refused by who calls and what the listing is, before the fields are looked at", async () => {
    expect(await visitor(bid())).toMatchObject({ status: 401 });
    expect(await caller(staff)(bid())).toMatchObject({ status: 403 });
    expect(await caller(seller)(bid())).toMatchObject({
      status: 409,
      body: { error: "own_listing" },
    });
    expect(await caller(buyer)(bid({ productId: randomUUID() }))).toMatchObject({ status: 404 });
    const sold = await storeListing({ sellerId: seller.user.id });
    await move(seller.user, sold, "mark_sold");
    expect(await caller(buyer)(bid({ productId: sold, proposedPrice: 1 }))).toMatchObject({
      status: 409,
      body: { error: "sold" },
    });
  });

  test("is limited by account, and says when to come back", async () => {
    const eager = await signIn(await storePerson("Very Eager"));
    const sent = await Promise.all(Array.from({ length: 70 }, () => caller(eager)(bid())));
    const refused = sent.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
