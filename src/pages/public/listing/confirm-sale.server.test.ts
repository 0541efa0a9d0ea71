import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bidTable } from "#domain/bid/bid.table.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { handleSaleConfirmation, loadSaleConfirmation } from "./confirm-sale.server.ts";
import { useSite } from "#server/site.fixture.ts";

let seller: SignedInUser;
let buyer: SignedInUser;
let other: SignedInUser;
let third: SignedInUser;
let staff: SignedInUser;
let listingId: string;
let bidId: string;

useSite();
beforeAll(async () => {
  seller = await storePerson("Jordan Mitchell", { role: "seller" });
  buyer = await storePerson("Camille Roy");
  other = await storePerson("Amara Okafor");
  third = await storePerson("Priya Nair");
  staff = await storePerson("Sam Staff", { role: "staff" });
  listingId = await storeListing({ sellerId: seller.id });
  const bids = await db()
    .insert(bidTable)
    .values(
      [28_000, 21_000, 20_000].map((priceCad, turn) => ({
        listingId,
        bidderId: [buyer, other, third][turn]?.id ?? "",
        priceCad,
        phone: "+14165550100",
      })),
    )
    .returning({ id: bidTable.id });
  bidId = bids[0]?.id ?? "";
});

const ORIGIN = "http://site.test";

const ask = (user: SignedInUser, query: Record<string, string>) =>
  loadSaleConfirmation(
    {
      request: new Request(`${ORIGIN}/details/${listingId}/answer?${new URLSearchParams(query)}`),
      context: makeContext({ user }),
    },
    listingId,
  );

/** The status or the address that a refusal or an answer leads to. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "asked",
    (thrown: unknown) =>
      thrown instanceof Response
        ? thrown.headers.get("location")
        : (thrown as { init?: { status?: number } }).init?.status,
  );

const answer = (user: SignedInUser, fields: Record<string, string>) =>
  outcome(
    handleSaleConfirmation(
      {
        request: new Request(`${ORIGIN}/details/${listingId}/answer`, {
          method: "POST",
          body: new URLSearchParams(fields),
        }),
        context: makeContext({ user }),
      },
      listingId,
    ),
  );

describe("before a bid is taken", () => {
  test("the seller is asked, and nothing is done yet", async () => {
    expect(await ask(seller, { intent: "accept-sold", bid: bidId })).toMatchObject({
      car: "2021 Toyota RAV4 XLE",
      bid: { bidderName: "Camille Roy", priceCad: 28_000 },
      otherOpenBids: 2,
    });
    const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, listingId));
    expect(listing?.state).toBe("live");
  });

  test.each([
    ["somebody else", () => buyer, { intent: "mark-sold" }, 404],
    ["staff, who take no bid for a seller", () => staff, { intent: "accept-sold" }, 404],
    ["the seller, about nothing", () => seller, { intent: "give-away" }, 404],
  ] as const)("%s: refused", async (_, who, query, status) => {
    expect(await outcome(ask(who(), { ...query, bid: bidId }))).toBe(status);
    expect(await answer(who(), { ...query, bidId })).toBe(status);
  });

  test("staff may mark the car as sold in the seller's place", async () => {
    expect(await outcome(ask(staff, { intent: "mark-sold" }))).toBe("asked");
  });
});

test("the answer leads back to where the seller came from, and says what came of it", async () => {
  const sold = await answer(seller, { intent: "accept-sold", bidId });
  expect(sold).toBe(`/details/${listingId}?answered=answered#bids`);
  const again = await answer(seller, { intent: "mark-sold", from: "manage" });
  expect(again).toBe(`/account/listings/${listingId}?failed=already_sold`);
  expect(await outcome(ask(seller, { intent: "mark-sold", from: "manage" }))).toBe(again);
});
