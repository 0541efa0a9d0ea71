import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { storeListing, storePerson } from "./listing.fixture.ts";
import { listingTable } from "./listing.table.ts";
import { listSellersOfManyCars } from "./many-cars.server.ts";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

useSite();

async function carOf(listingId: string): Promise<string> {
  const [row] = await db()
    .select({ carId: listingTable.carId })
    .from(listingTable)
    .where(eq(listingTable.id, listingId));
  return row!.carId;
}

test.each([
  ["four cars", {}, {}, 4],
  ["three cars", null, {}, null],
  ["a fourth of 370 days ago", { createdAt: daysAgo(370) }, {}, null],
  ["a fourth of 360 days ago", { createdAt: daysAgo(360) }, {}, 4],
  ["a fourth that is a draft", { state: "draft" }, {}, null],
  ["a fourth that is sold", { state: "sold" }, {}, 4],
  ["a fourth that staff removed", { state: "removed" }, {}, 4],
  ["a fourth of a dealership", {}, { isDealer: true }, null],
  ["one of three listed again", {}, { isAgain: true }, null],
] as const)("a private seller of %s", async (what, fourth, of, cars) => {
  const { id: sellerId, name, email } = await storePerson(`Kim ${what}`, { role: "seller" });
  const [one = ""] = await Promise.all([1, 2, 3].map(() => storeListing({ sellerId })));
  if (fourth)
    await storeListing({
      sellerId,
      ...fourth,
      ...("isAgain" in of && { carId: await carOf(one) }),
      ...("isDealer" in of && { dealershipId: (await storeDealershipRow()).id }),
    });
  const found = (await listSellersOfManyCars(100)).find(({ userId }) => userId === sellerId);
  expect(found).toEqual(cars === null ? undefined : { userId: sellerId, name, email, cars });
});
