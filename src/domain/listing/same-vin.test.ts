import { beforeAll, expect, test } from "vitest";
import { loadLead } from "#pages/staff/lead-view.server.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { storeListing, storePerson } from "./listing.fixture.ts";
import { findListingsOfOthers, findLiveListingsByVin } from "./same-vin.server.ts";
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
