import { describe, expect, it } from "vitest";
import { CATALOGUE } from "#domain/catalogue/catalogue.ts";
import {
  computeFairPrice,
  computeZones,
  isRatable,
  ratePrice,
} from "#domain/pricing/price-model/fair-price.ts";
import { fitPriceModel } from "#domain/pricing/price-model/fit-price-model.ts";
import { PRICE_RATINGS } from "#domain/pricing/price-model/price-rating.ts";
import { isBranded } from "#domain/declaration/declaration.ts";
import { PROVINCES } from "#values/province.ts";
import { BODY_TYPES, FEATURES } from "#values/vehicle.ts";
import { demoBids } from "./bids.ts";
import { DEMO_DEALERSHIPS } from "./dealerships.ts";
import { DEMO_MODELS } from "./inventory.ts";
import { type DemoListing, demoListings } from "./listings.ts";
import { DEMO_ACCOUNTS, DEMO_BIDDERS, DEMO_COLLEAGUES, DEMO_SELLERS } from "./people.ts";
import { demoCity } from "./cities.ts";
import { demoSoldCars } from "./sold-cars.ts";
import { ROLES } from "#values/role.ts";

const at = new Date("2026-11-21T12:00:00Z");
const listings = demoListings(at, (key) => ({ userId: key, locale: "en", dealershipId: null }));
const bidders = DEMO_BIDDERS.map(({ key, phone }) => ({ userId: key, phone }));

describe("demo listings", () => {
  it("are enough, of every type, in every province, some sold", () => {
    expect(listings).toHaveLength(72);
    expect(new Set(listings.map(({ id }) => id)).size).toBe(72);
    expect(listings.filter(({ state }) => state === "sold")).toHaveLength(8);
    for (const bodyType of BODY_TYPES)
      expect(listings.filter((each) => each.bodyType === bodyType)).toHaveLength(12);
    expect(new Set(listings.map(({ provinceCode }) => provinceCode))).toEqual(new Set(PROVINCES));
  });

  it("have every feature on some car and never on all, but for Bluetooth", () => {
    for (const feature of FEATURES) {
      const count = listings.filter(({ features }) => features?.includes(feature)).length;
      expect([feature, count > 2]).toEqual([feature, true]);
      expect([feature, count < 72 || feature === "bluetooth"]).toEqual([feature, true]);
    }
  });

  it("are the same on every machine", () => {
    const again = demoListings(at, (key) => ({ userId: key, locale: "en", dealershipId: null }));
    expect(again).toEqual(listings);
  });

  it.each(listings.map((each) => [`${each.year} ${each.make} ${each.model} ${each.trim}`, each]))(
    "%s is plausible",
    (_, listing) => {
      expectPlausible(listing);
      expect(listing.postedAt!.getTime()).toBeGreaterThan(at.getTime() - 61 * 86_400_000);
    },
  );

  it.each(DEMO_MODELS.map(({ make, model }) => [make, model]))(
    "%s %s is in the catalogue",
    (make, model) => {
      expect((CATALOGUE as Record<string, readonly string[]>)[make]).toContain(model);
    },
  );
});

const isComparable = ({ brand }: DemoListing) => !isBranded(brand);

/**
 * The best-selling models in Canada, of makes that the demo has and of some that it does not have.
 */
const COMMON_MODELS = [
  ["Honda", "Accord", "sedan"],
  ["Honda", "Pilot", "suv"],
  ["Toyota", "Corolla", "sedan"],
  ["Toyota", "Highlander", "suv"],
  ["Nissan", "Sentra", "sedan"],
  ["Hyundai", "Kona", "suv"],
  ["Hyundai", "Santa Fe", "suv"],
  ["Kia", "Sportage", "suv"],
  ["Ford", "Explorer", "suv"],
  ["Ford", "Focus", "hatchback"],
  ["Chevrolet", "Equinox", "suv"],
  ["Jeep", "Cherokee", "suv"],
  ["Mazda", "CX-3", "suv"],
  ["Subaru", "Outback", "suv"],
  ["Mitsubishi", "RVR", "suv"],
  ["Acura", "RDX", "suv"],
] as const;

describe("demo cars sold in the months before", () => {
  const sold = demoSoldCars(
    at,
    (key) => ({ userId: key, locale: "en", dealershipId: null }),
    listings,
  );

  it("are enough for the estimates of the demo", () => {
    expect(sold).toHaveLength(112);
    const all = [...listings, ...sold];
    expect(new Set(all.map(({ id }) => id)).size).toBe(72 + 112);
    const fit = fitPriceModel(all.filter(isComparable), at.getUTCFullYear())!;
    const live = listings.filter(({ state }) => state === "live");
    const rated = live.filter(isComparable).flatMap((car) => {
      const fair = computeFairPrice(fit, car, car);
      return fair ? [{ car, fair }] : [];
    });
    expect(rated.length / live.length).toBeGreaterThan(0.9);
    const ratable = rated.filter(({ fair }) => isRatable(fair));
    expect(ratable.length / live.length).toBeGreaterThan(0.6);
    const ratings = ratable.map(({ car, fair }) => ratePrice(car.priceCad, computeZones(fair)));
    expect(new Set(ratings)).toEqual(new Set(PRICE_RATINGS));
  });

  it.each(COMMON_MODELS)("give a range for a seller's %s %s", (make, model, bodyType) => {
    const known = [...listings, ...sold].filter(isComparable);
    const fit = fitPriceModel(known, at.getUTCFullYear())!;
    for (const year of [2015, 2018, 2021, 2024]) {
      const odometerKm = (at.getUTCFullYear() - year) * 15_000;
      expect(computeFairPrice(fit, { make, model, bodyType, year, odometerKm })).not.toBeNull();
    }
  });

  it("ask for no picture that the others do not ask for", () => {
    const drawn = new Set(listings.map(({ illustration }) => JSON.stringify(illustration)));
    for (const { illustration } of sold) expect(drawn).toContain(JSON.stringify(illustration));
  });

  it.each(sold.map((each) => [`${each.year} ${each.make} ${each.model} ${each.trim}`, each]))(
    "%s is plausible",
    (_, listing) => {
      expectPlausible(listing);
      expect(listing.state).toBe("sold");
      expect(listing.isDemo).toBe(true);
      expect(listing.soldAt!.getTime()).toBeGreaterThan(at.getTime() - 180 * 86_400_000);
    },
  );
});

function expectPlausible(listing: DemoListing) {
  expect(listing.year).toBeGreaterThanOrEqual(2014);
  expect(listing.year).toBeLessThanOrEqual(2025);
  expect(listing.odometerKm).toBeGreaterThan(4_000);
  expect(listing.odometerKm).toBeLessThan(280_000);
  const age = at.getUTCFullYear() - listing.year;
  expect(listing.odometerKm / age).toBeGreaterThan(4_000);
  expect(listing.odometerKm / age).toBeLessThan(25_000);
  const asNew = DEMO_MODELS.find(
    ({ make, model, bodyType }) =>
      make === listing.make && model === listing.model && bodyType === listing.bodyType,
  )!.trims.find(([trim]) => trim === listing.trim)![1];
  const has = (feature: (typeof FEATURES)[number]) => listing.features?.includes(feature) ?? false;
  expect(has("third_row")).toBe(listing.bodyType === "minivan" || (listing.seats ?? 5) > 6);
  if (listing.year >= 2018) expect(has("backup_camera")).toBe(true);
  if (/heated seats|sièges chauffants/i.test(listing.description))
    expect(has("heated_seats")).toBe(true);
  if (listing.transmission === "manual") expect(has("adaptive_cruise_control")).toBe(false);
  expect(listing.priceCad).toBeGreaterThanOrEqual(3_900);
  expect(listing.priceCad).toBeLessThan(asNew);
  expect(listing.postedAt!.getTime()).toBeLessThanOrEqual(at.getTime());
  if (listing.soldAt) expect(listing.soldAt > listing.postedAt!).toBe(true);
}

describe("demo bids", () => {
  const bids = demoBids(listings, bidders, at);
  it("stand on 25 live listings, keep the rules and come from bidders only", () => {
    expect(new Set(bids.map(({ listingId }) => listingId)).size).toBe(25);
    for (const bid of bids) {
      const listing = listings.find(({ id }) => id === bid.listingId)!;
      expect(listing.state).toBe("live");
      expect(bid.bidderId).not.toBe(listing.sellerId);
      expect(bid.priceCad).toBeGreaterThanOrEqual(1_000);
      expect(bid.priceCad % 10).toBe(0);
      expect(bid.placedAt! > listing.postedAt! && bid.placedAt! < at).toBe(true);
    }
  });
});

describe("demo people and dealerships", () => {
  it("have phone numbers kept for fiction, each its own", () => {
    const phones = [
      ...DEMO_ACCOUNTS,
      ...DEMO_SELLERS,
      ...DEMO_BIDDERS,
      ...DEMO_COLLEAGUES,
      ...DEMO_DEALERSHIPS,
    ].map(({ phone }) => phone);
    for (const phone of phones) expect(phone).toMatch(/^\+1\d{3}55501\d\d$/);
    expect(new Set(phones).size).toBe(phones.length);
  });

  it("sign in with passwords that the site's own rule accepts", () => {
    for (const { password } of DEMO_ACCOUNTS) expect(password.length).toBeGreaterThanOrEqual(15);
    expect(new Set(DEMO_ACCOUNTS.map(({ role }) => role))).toEqual(new Set(ROLES));
  });

  it("stand in every province", () => {
    const provinces = DEMO_DEALERSHIPS.map(({ city }) => demoCity(city).provinceCode);
    expect(new Set(provinces)).toEqual(new Set(PROVINCES));
  });
});
