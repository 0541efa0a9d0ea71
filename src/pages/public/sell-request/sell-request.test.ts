import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { consentTable } from "#domain/lead/consent.table.ts";
import { withdrawOffer } from "#domain/sell-request/dealer-offer/make-offer.server.ts";
import {
  CIVIC,
  expireOffer,
  storeDealership,
  storeOffer,
  storeSellRequest,
} from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { offerDecisionTable } from "#domain/sell-request/dealer-offer/dealer-offer.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { createLeadLinkKey } from "#domain/lead/lead-link.server.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { dealerRequest } from "#domain/sell-request/dealer-requests.server.ts";
import { requestListingTable } from "#domain/sell-request/sell-request.table.ts";
import { loadSellRequestPage, handleSellRequestPost } from "./sell-request.server.ts";
import { shareConsentText } from "#domain/sell-request/share-consent.ts";
import { useSite } from "#server/site.fixture.ts";

let lakeshore: Awaited<ReturnType<typeof storeDealership>>;
let queen: Awaited<ReturnType<typeof storeDealership>>;
let request: { reference: string; leadId: string; submissionId: string };
const SENDER = { visitorHash: "a".repeat(64) };
const STRANGER = { visitorHash: "b".repeat(64) };

useSite();
beforeAll(async () => {
  lakeshore = await storeDealership("Lakeshore Lane");
  queen = await storeDealership("Queen Street");
});
beforeEach(async () => {
  request = await storeSellRequest(SENDER);
});

const makeKey = (reference: string, email: string = CIVIC.sellerEmail) =>
  createLeadLinkKey({ reference, email });

function makeArgs(visitor: Partial<Visitor>, key = "", fields?: Record<string, string>) {
  const url = new URL(`http://site.test/sell-car/sent/${request.reference}`);
  if (key) url.searchParams.set("key", key);
  const post = fields && { method: "POST", body: new URLSearchParams(fields) };
  return {
    request: new Request(url, post),
    context: makeContext(visitor),
    params: { reference: request.reference },
  };
}

const loadPage = (visitor: Partial<Visitor>, key = "") =>
  loadSellRequestPage(makeArgs(visitor, key));

/** The response to a post: its status, the address of its redirect, its text. */
async function post(visitor: Partial<Visitor>, fields: Record<string, string>, key = "") {
  try {
    const { data, init } = await handleSellRequestPost(makeArgs(visitor, key, fields));
    const { text, control } = "text" in data ? data : { text: undefined, control: undefined };
    return { status: init?.status, text, control, location: null };
  } catch (thrown) {
    if (thrown instanceof Response) {
      return { status: thrown.status, location: thrown.headers.get("location") };
    }
    return { status: (thrown as { init?: { status?: number } }).init?.status, location: null };
  }
}

const listDecisions = async () =>
  db().select().from(offerDecisionTable).where(eq(offerDecisionTable.leadId, request.leadId));

test.each([
  ["agreed that dealerships see it wants their offers", true, "dealership_offers"],
  ["agreed to nothing has not chosen yet", false, null],
] as const)("who %s", async (_who, isShared, choice) => {
  request = await storeSellRequest({ ...SENDER, isShared });
  expect((await loadPage(SENDER)).sale).toMatchObject({ isShared, choice });
});

test("the page of a request takes sixty posts an hour, whoever has its link", async () => {
  const key = makeKey(request.reference);
  for (let turn = 0; turn < 60; turn += 1)
    expect((await post(STRANGER, { intent: "none" }, key)).status).toBe(400);
  for (const who of [SENDER, STRANGER])
    expect((await post(who, { intent: "stop-sharing" }, key)).status).toBe(429);
  expect((await loadPage(SENDER)).sale).toMatchObject({ isShared: true });
});

describe("who sees a request", () => {
  test("the reference alone shows that it arrived and who has it, and lets nobody answer", async () => {
    const offerId = await storeOffer(lakeshore, request.reference, 15_250);
    const page = await loadPage(STRANGER);
    expect(page.sale).toBeNull();
    expect(page.dealerships).toBe("Lakeshore Lane and Queen Street");
    const text = JSON.stringify(page);
    for (const secret of ["Civic", "15250", "jordan", "0142"]) expect(text).not.toContain(secret);
    const member = { ...STRANGER, user: await storePerson(`Other ${randomUUID()}`) };
    for (const who of [STRANGER, member]) {
      expect((await post(who, { intent: "accept", offerId })).status).toBe(404);
      expect((await post(who, { intent: "choose", choice: "own_listing" })).status).toBe(404);
    }
    expect(await listDecisions()).toEqual([]);
  });

  test.each(["browser", "account", "address", "mail_link"])(
    "the sender is known by %s, and the answer says so",
    async (way) => {
      const email = `${randomUUID()}@example.com`;
      const user = await storePerson(`Seller ${randomUUID()}`);
      request = await storeSellRequest({
        ...SENDER,
        email: way === "address" ? user.email : email,
        ...(way === "account" ? { userId: user.id } : {}),
      });
      const offerId = await storeOffer(lakeshore, request.reference);
      const visitor = {
        ...(way === "browser" ? SENDER : STRANGER),
        user: way === "account" || way === "address" ? user : null,
      };
      const key = way === "mail_link" ? makeKey(request.reference, email) : "";
      expect((await loadPage(visitor, key)).sale?.car).toBe("2018 Honda Civic");
      const response = await post(visitor, { intent: "accept", offerId }, key);
      expect(response.status).toBe(303);
      expect(response.location?.includes("key=")).toBe(way === "mail_link");
      const [decision] = await listDecisions();
      expect(decision?.way).toBe(way === "address" ? "account" : way);
    },
  );

  test("sent signed in, a request is not for the next person at the same computer", async () => {
    const user = await storePerson(`Seller ${randomUUID()}`);
    request = await storeSellRequest({ ...SENDER, userId: user.id });
    expect((await loadPage(SENDER)).sale).toBeNull();
    const next = { ...SENDER, user: await storePerson(`Next ${randomUUID()}`) };
    expect((await loadPage(next)).sale).toBeNull();
    expect((await loadPage({ ...SENDER, user })).sale).not.toBeNull();
  });

  test("that it just arrived is said to the sender, and to nobody who only has the reference", async () => {
    expect((await loadPage(SENDER)).isFresh).toBe(true);
    expect((await loadPage(STRANGER)).isFresh).toBe(false);
    const args = makeArgs(SENDER);
    const after = new Request(`${args.request.url}?done=declined`);
    expect((await loadSellRequestPage({ ...args, request: after })).isFresh).toBe(false);
    const submittedAt = new Date(Date.now() - 3 * 60_000);
    await db()
      .update(submissionTable)
      .set({ submittedAt })
      .where(eq(submissionTable.id, request.submissionId));
    expect((await loadPage(SENDER)).isFresh).toBe(false);
  });

  test("the own listing shows to whoever holds the link, and its room to its account", async () => {
    const user = await storePerson(`Seller ${randomUUID()}`);
    const listingId = await storeListing({ sellerId: user.id, reservedAt: new Date() });
    await db().insert(requestListingTable).values({ leadId: request.leadId, listingId });
    const other = { ...SENDER, user: await storePerson(`Other ${randomUUID()}`) };
    const listingTo = async (visitor: Partial<Visitor>) => (await loadPage(visitor)).sale?.listing;
    const shown = { id: listingId, state: "live", isReserved: true };
    expect(await listingTo(other)).toEqual({ ...shown, isManageable: false });
    expect(await listingTo({ ...SENDER, user })).toEqual({ ...shown, isManageable: true });
  });

  test("a key of another request, of another address, altered or run out opens nothing", async () => {
    const other = await storeSellRequest({ email: "else@example.com" });
    const good = makeKey(request.reference);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 91 * 24 * 60 * 60_000 });
    const old = makeKey(request.reference);
    vi.useRealTimers();
    const keys = [
      makeKey(other.reference, "else@example.com"),
      makeKey(request.reference, "else@example.com"),
      good.replace(/^./, "z"),
      // The last character has only four bits of the digest: "A" and "B" would mean the same.
      `${good.slice(0, -1)}${good.endsWith("A") ? "Q" : "A"}`,
      old,
      "",
      "x".repeat(5_000),
    ];
    for (const key of keys) expect((await loadPage(STRANGER, key)).sale).toBeNull();
    expect((await loadPage(STRANGER, good)).sale).not.toBeNull();
  });

  test("how to reach the person is masked, also for themselves", async () => {
    const text = JSON.stringify(await loadPage(SENDER));
    expect(text).toContain("j•••@example.com");
    expect(text).toContain("•••-\u2060•••-0142");
    expect(text).not.toContain(CIVIC.sellerEmail);
    expect(text).not.toContain("4165550142");
  });
});

describe("a link in a mail", () => {
  test("changes nothing by being opened, however often", async () => {
    await storeOffer(lakeshore, request.reference);
    const counts = async () => {
      const { rows } = await db().execute<{ table: string; count: string }>(sql`
        select relname as "table", (xpath('/row/c/text()', query_to_xml(
          format('select count(*) as c from %I.%I', schemaname, relname), false, true, '')))[1]::text
          as count
        from pg_stat_user_tables where schemaname in ('public', 'pgboss') order by 1`);
      return rows;
    };
    const before = await counts();
    for (let turn = 0; turn < 3; turn += 1) await loadPage(STRANGER, makeKey(request.reference));
    expect(await counts()).toEqual(before);
  });

  test("after the decision it shows what was decided, and decides nothing else", async () => {
    const taken = await storeOffer(lakeshore, request.reference);
    const other = await storeOffer(queen, request.reference);
    const key = makeKey(request.reference);
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await post(STRANGER, { intent: "accept", offerId: taken }, key)).status).toBe(303);
    }
    const late = await post(STRANGER, { intent: "accept", offerId: other }, key);
    expect(late).toMatchObject({
      status: 409,
      text: expect.stringContaining("already found a buyer"),
    });
    expect((await post(STRANGER, { intent: "decline", offerId: taken }, key)).status).toBe(409);
    const { sale } = await loadPage(STRANGER, key);
    expect(Object.fromEntries(sale!.offers.map(({ id, state }) => [id, state]))).toEqual({
      [taken]: "accepted",
      [other]: "passed_over",
    });
    expect(await listDecisions()).toHaveLength(1);
  });
});

describe("answering", () => {
  test("an offer that ran out or was taken back is refused in words", async () => {
    const late = await storeOffer(lakeshore, request.reference);
    await expireOffer(late);
    const gone = await storeOffer(queen, request.reference);
    await withdrawOffer(queen, request.reference, gone);
    for (const [offerId, words] of [
      [late, "expired"],
      [gone, "withdrew this offer"],
    ] as const) {
      const response = await post(SENDER, { intent: "accept", offerId });
      expect(response).toMatchObject({ status: 409, text: expect.stringContaining(words) });
    }
  });

  test.each([
    ["nothing at all", {}, 400],
    ["no such offer", { intent: "accept", offerId: randomUUID() }, 404],
    ["words for an offer", { intent: "accept", offerId: "\u0000 drop table" }, 404],
    ["an intent of the prototype", { intent: "constructor" }, 400],
  ] as const)("%s", async (_, fields, status) => {
    expect((await post(SENDER, fields as Record<string, string>)).status).toBe(status);
  });
});

describe("choosing", () => {
  test("offers take the consent, whose exact words are kept; nothing is sent without", async () => {
    request = await storeSellRequest({ ...SENDER, isShared: false });
    const refused = await post(SENDER, { intent: "choose", choice: "both" });
    expect(refused).toMatchObject({ status: 422, control: "share" });
    expect((await loadPage(SENDER)).dealershipCount).toBe(0);
    const chosen = await post(SENDER, {
      intent: "choose",
      choice: "dealership_offers",
      share: "yes",
    });
    expect(chosen.status).toBe(303);
    const page = await loadPage(SENDER);
    expect(page.dealershipCount).toBe(2);
    const [consent] = await db()
      .select()
      .from(consentTable)
      .where(eq(consentTable.submissionId, request.submissionId));
    expect(consent?.text).toBe(shareConsentText("en"));
  });

  test("who stops sharing is seen by no dealership, and may share again", async () => {
    expect((await post(SENDER, { intent: "stop-sharing" })).status).toBe(303);
    expect((await loadPage(SENDER)).isShared).toBe(false);
    expect(await dealerRequest(lakeshore.dealershipId, request.reference)).toBeNull();
    expect((await post(STRANGER, { intent: "stop-sharing" })).status).toBe(404);
    await post(SENDER, { intent: "choose", choice: "dealership_offers", share: "yes" });
    expect(await dealerRequest(lakeshore.dealershipId, request.reference)).not.toBeNull();
  });

  test("no choice, or one that is none, is asked for", async () => {
    for (const choice of ["", "everything"]) {
      const response = await post(SENDER, { intent: "choose", choice });
      expect(response).toMatchObject({ status: 422, control: "choice" });
    }
  });

  test("a listing of one's own leads on to it, with the key", async () => {
    const key = makeKey(request.reference);
    const { location } = await post(STRANGER, { intent: "choose", choice: "own_listing" }, key);
    expect(location).toBe(
      `/account/listings/from/${request.reference}?${new URLSearchParams({ key })}`,
    );
  });
});

describe("another car with the same VIN", () => {
  test.each([
    ["another-car", "told_apart", "2HKRW2H20NH207506"],
    ["same-car", "joined", "1HGCM82633A004352"],
  ])("is asked about once: %s", async (intent, done, vin) => {
    const user = await storePerson(`Seller ${randomUUID()}`);
    const listingId = await storeListing({ sellerId: user.id, vin });
    request = await storeSellRequest({ userId: user.id, answers: { vin } });
    const path = `/account/listings/${listingId}`;
    expect((await loadPage({ user })).sale?.sameCar).toEqual({ path });
    const { location } = await post({ user }, { intent });
    expect(location).toBe(`/sell-car/sent/${request.reference}?done=${done}`);
    expect((await loadPage({ user })).sale?.sameCar).toBeNull();
    // Pressed twice.
    expect((await post({ user }, { intent })).status).toBe(303);
  });
});
