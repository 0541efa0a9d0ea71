import { beforeAll, expect, test } from "vitest";
import { useSellerSite } from "#pages/account/my-listings/seller.fixture.ts";
import {
  copySales,
  press,
  type PressName,
  readSale,
  type Sale,
  storePeople,
  storeSale,
} from "./one-buyer.fixture.ts";

// Cases that `one-buyer.test.ts` may find by chance, found each time.

let sale: Sale;

useSellerSite();
beforeAll(async () => {
  sale = await storeSale(await storePeople());
});

/**
 * Presses one button after the other, each for the first bidder or dealership; returns the
 * notifications of the last one.
 */
async function play(on: Sale, ...names: readonly PressName[]): Promise<string[]> {
  for (const name of names.slice(0, -1)) await press(on, { name, which: 0 });
  const known = new Set((await readSale(on)).told.map(({ key }) => key));
  await press(on, { name: names.at(-1)!, which: 0 });
  return (await readSale(on)).told.filter(({ key }) => !known.has(key)).map(({ event }) => event);
}

const listOfferStates = async (on: Sale) =>
  (await readSale(on)).cars.flatMap(({ offers }) => offers.map(({ state }) => state));

test("an offer on a withdrawn request stays closed, also when the sale to a bidder is taken back", async () => {
  const [own] = await copySales(sale, 1);
  const notifications = await play(
    own!,
    "dealer offers",
    "bidder bids",
    "seller sells to a bidder",
    "seller withdraws the request",
    "seller reopens",
  );
  expect(await listOfferStates(own!)).toEqual(["declined"]);
  expect(notifications).not.toContain("offer_available_again");
});

test("the seller is told of a waiting offer that is taken back: the car may be free again", async () => {
  const [own] = await copySales(sale, 1);
  const notifications = await play(
    own!,
    "dealer offers",
    "bidder bids",
    "seller reserves",
    "dealer withdraws",
  );
  expect(await listOfferStates(own!)).toEqual(["withdrawn"]);
  expect(notifications).toContain("offer_withdrawn");
});
