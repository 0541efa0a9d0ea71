import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { loadManagedListing } from "#pages/account/my-listings/manage-listing.server.ts";
import { loadLead } from "#pages/staff/lead-view.server.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { storeListing, storePerson } from "./listing.fixture.ts";
import { listingTable } from "./listing.table.ts";
import { findListingsOfOthers, findLiveListingsByVin, listSharedVins } from "./same-vin.server.ts";
import { useSite } from "#server/site.fixture.ts";

const VIN = "2HKRW2H20NH207506";

let seller: SignedInUser;
let viewer: SignedInUser;
let listing: string;

useSite();
beforeAll(async () => {
  seller = await storePerson("Jordan Seller", { role: "seller" });
  viewer = await storePerson("Samuel Staff", { role: "staff" });
  listing = await storeListing({ sellerId: seller.id, vin: VIN });
  for (const state of ["draft", "in_review", "paused", "sold", "removed"] as const)
    await storeListing({ sellerId: seller.id, vin: VIN, state });
  await storeListing({ sellerId: seller.id });
});

test("only live listings with the VIN count", async () => {
  const found = await findLiveListingsByVin([VIN, null, "11111111111111111"]);
  expect([...found.keys()]).toEqual([VIN]);
  expect(found.get(VIN)).toEqual([
    {
      id: listing,
      sellerId: seller.id,
      sellerName: "Jordan Seller",
      title: "2021 Toyota RAV4 XLE",
      path: paths.listing(listing),
    },
  ]);
});

test("a person's own listing is no other", async () => {
  expect(await findListingsOfOthers(VIN, seller.id)).toEqual([]);
  expect(await findListingsOfOthers(VIN, null)).toHaveLength(1);
  expect(await findListingsOfOthers(undefined, null)).toEqual([]);
});

test("a VIN that two sellers have live is listed for staff; a dealership is one of them", async () => {
  expect(await listSharedVins(10)).toEqual([]);
  const { id: dealershipId } = await storeDealershipRow({ name: "Twice Motors" });
  const [one, colleague] = await Promise.all(
    ["Ann Twice", "Bea Twice"].map((name) => storePerson(name, { role: "dealer" })),
  );
  const atDealer = { vin: "1FTFW1E50MFA00001", dealershipId };
  const ids = [
    await storeListing({ ...atDealer, sellerId: one!.id }),
    await storeListing({ ...atDealer, sellerId: colleague!.id }),
  ];
  expect(await listSharedVins(10)).toEqual([]);
  const other = await storeListing({ sellerId: viewer.id, vin: atDealer.vin, state: "paused" });
  expect(await listSharedVins(10)).toEqual([]);
  await db().update(listingTable).set({ state: "live" }).where(eq(listingTable.id, other));
  const [shared] = await listSharedVins(10);
  expect(shared?.vin).toBe(atDealer.vin);
  expect(shared?.listings.map(({ id }) => id).toSorted()).toEqual([...ids, other].toSorted());
});

test("on a listing's page staff read of the other seller, and the seller does not", async () => {
  const rival = await storePerson("Robin Rival", { role: "seller" });
  const vin = "3CZRU6H70KM000009";
  const id = await storeListing({ sellerId: seller.id, vin });
  await storeListing({ sellerId: rival.id, vin });
  const sameVin = async (user: SignedInUser) => {
    const url = `http://site.test${paths.sellerListing(id)}`;
    const args = { request: new Request(url), context: makeContext({ user }), params: { id } };
    return (await loadManagedListing(args)).sameVin.map(({ sellerName }) => sellerName);
  };
  expect(await sameVin(viewer)).toEqual(["Robin Rival"]);
  expect(await sameVin(seller)).toEqual([]);
});

test.each(["vin", "sell-car"])("staff see it on a lead of the form %s", async (formName) => {
  const { reference } = await storeLead({ formName, answers: { vin: VIN, province: "ON" } });
  expect((await loadLead(reference, "en", viewer))?.listedAlready).toMatchObject([
    { title: "2021 Toyota RAV4 XLE", sellerName: "Jordan Seller" },
  ]);
});

test("a lead without a VIN says nothing of listings", async () => {
  const { reference } = await storeLead({ formName: "sell-car", answers: { province: "ON" } });
  expect((await loadLead(reference, "en", viewer))?.listedAlready).toEqual([]);
});
