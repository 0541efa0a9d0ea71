import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll } from "vitest";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { startStorage } from "#platform/storage/storage.server.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { joinDealership } from "#domain/dealership/dealership-queries.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { NOTHING_DECLARED } from "#domain/declaration/declaration.ts";
import type { ListingFields } from "#domain/listing/listing-answers.ts";
import { NO_SPECIFICATIONS } from "#values/specification.ts";

/** Gives the tests of the calling file a site with storage, on which listings need no approval. */
export function useSellerSite(): void {
  useSite();
  beforeAll(async () => {
    reviewListings(false);
    startStorage({ DATA_DIR: await mkdtemp(join(tmpdir(), "photos-")) });
  });
}

/**
 * Three kinds of sellers: a private person, a member of a licensed dealership, and staff for
 * others.
 */
export async function storeSellers() {
  const person = await storePerson("Jordan Seller", { role: "seller" });
  const staff = await storePerson("Samuel Staff", { role: "staff" });
  const { id: dealershipId } = await storeDealershipRow({ licenceNumber: "DEMO-000" });
  const stored = await storePerson("Dana Dealer", { role: "dealer" });
  await joinDealership(db(), stored.id, dealershipId);
  const dealer: SignedInUser = { ...stored, dealership: { id: dealershipId, role: "owner" } };
  return { person, dealer, staff, dealershipId };
}

/** Whether staff approve listings from now on. */
export function reviewListings(isReviewed: boolean): void {
  const read = readEnv({ DEMO: "1", LISTING_REVIEW: isReviewed ? "1" : "0" });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
}

/** What a good post of the form says. */
export const GOOD_POST = {
  make: "Toyota",
  model: "RAV4",
  manufactureYear: "2021",
  trim: "XLE",
  carType: "suv",
  carCondition: "used",
  exteriorColour: "blue",
  transmissionType: "automatic",
  fuelType: "gasoline",
  totalRun: "62400",
  price: "29990",
  location: "Mississauga, Ontario",
  description: "One owner, serviced at the dealer.",
  isOwnCar: "yes",
} as const;

export const GOOD_FIELDS: ListingFields = {
  make: "Toyota",
  model: "RAV4",
  trim: "XLE",
  year: 2021,
  bodyType: "suv",
  condition: "used",
  exteriorColour: "blue",
  interiorColour: null,
  transmission: "automatic",
  fuel: "gasoline",
  ...NO_SPECIFICATIONS,
  features: [],
  odometerKm: 62_400,
  vin: null,
  purchasedOn: null,
  registeredOn: null,
  priceCad: 29_990,
  city: "Mississauga",
  provinceCode: "ON",
  lat: 43.6,
  lon: -79.6,
  description: "One owner, serviced at the dealer.",
  isOwnCar: true,
  ...NOTHING_DECLARED,
};
