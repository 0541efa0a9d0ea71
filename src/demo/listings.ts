import { isBranded } from "#domain/declaration/declaration.ts";
import { chooseIllustration } from "#domain/listing/listing-illustration.ts";
import type { listingTable } from "#domain/listing/listing.table.ts";
import {
  pick,
  pickBelow,
  type Random,
  seededRandom,
} from "#packages/car-illustration/seeded-random";
import type { Locale } from "#values/locale.ts";
import { BODY_TYPES, type BodyType, type Colour as ColourCode } from "#values/vehicle.ts";
import { demoId } from "./demo-id.ts";
import { demoDeclared } from "./declared.ts";
import { demoFeatures } from "./features.ts";
import { DEMO_MODELS, type DemoModel, INVENTORY_PLAN } from "./inventory.ts";
import { demoCity, type DemoCity } from "./cities.ts";
import { demoDescription } from "./texts.ts";
import { pickKeys } from "#values/record.ts";
import { NO_SPECIFICATIONS, SPECIFICATION_NAMES } from "#values/specification.ts";

export type DemoListing = typeof listingTable.$inferInsert & { id: string };

export type DemoSeller = { userId: string; locale: Locale; dealershipId: string | null };

const DAY_MS = 24 * 60 * 60 * 1000;
const POSTED_WITHIN_DAYS = 60;

/** The usual distance that a Canadian car is driven in a year. */
const USUAL_KM_A_YEAR = 16_500;

// Weighted as on Canadian roads: mostly white, black and grey.
// oxfmt-ignore
const COLOURS: readonly [ColourCode, ...ColourCode[]] = [
  "white", "white", "white", "black", "black", "grey", "grey", "silver", "silver",
  "blue", "blue", "red", "red", "green", "maroon", "brown", "beige", "orange", "yellow", "purple",
];

/**
 * The cars of the demo, the same on every machine, posted over the 60 days before `at`. `sellerOf`
 * finds the seller of a plan's key; it throws if there is none.
 */
export function demoListings(at: Date, sellerOf: (key: string) => DemoSeller): DemoListing[] {
  const random = seededRandom("demo listings");
  const nextModel = takeInTurn(random);
  const planned = INVENTORY_PLAN.flatMap(({ seller, cities, sold = [] }) =>
    cities.map((city, index) => ({ seller, city, isSold: sold.includes(index) })),
  );
  return planned.map(({ seller, city, isSold }, index) => {
    const bodyType = BODY_TYPES[index % BODY_TYPES.length] ?? "suv";
    // A step of 29 uses every day slot once and keeps a seller's cars apart.
    const slot = ((index * 29) % planned.length) + random();
    const ageDays = (slot / (planned.length + 1)) * POSTED_WITHIN_DAYS;
    return demoListing(random, {
      index,
      model: nextModel(bodyType),
      city: demoCity(city),
      seller: sellerOf(seller),
      // A sold car was posted early enough to have found its buyer.
      postedAt: new Date(at.getTime() - (isSold ? 20 + ageDays / 2 : ageDays) * DAY_MS),
      soldAt: isSold ? new Date(at.getTime() - (2 + random() * 15) * DAY_MS) : null,
      thisYear: at.getUTCFullYear(),
    });
  });
}

type DemoDraft = {
  index: number;
  model: DemoModel;
  city: DemoCity;
  seller: DemoSeller;
  postedAt: Date;
  soldAt: Date | null;
  thisYear: number;
};

/** One plausible car of a model. */
export function demoListing(random: Random, draft: DemoDraft): DemoListing {
  const { model, city, seller } = draft;
  const trimIndex = pickBelow(random, model.trims.length);
  const [trim, newPriceCad] = model.trims[trimIndex] ?? ["", 30_000];
  const [firstYear, lastYear] = model.years;
  const year = firstYear + Math.floor((lastYear - firstYear + 1) * random() ** 0.8);
  const ageYears = Math.max(1, draft.thisYear - year);
  const odometerKm =
    Math.round(((ageYears - 0.4) * USUAL_KM_A_YEAR * (0.6 + random() * 0.7)) / 10) * 10;
  const exteriorColour = pick(random, COLOURS);
  const boughtOn = `${year}-${String(1 + pickBelow(random, 9)).padStart(2, "0")}`;
  const boughtDay = 1 + pickBelow(random, 20);
  const interiorColour = pick(random, ["black", "black", "grey", "beige"] as const);
  const transmission = model.manual && random() < 0.35 ? "manual" : "automatic";
  const isAtDealer = seller.dealershipId !== null;
  const description = demoDescription(random, {
    bodyType: model.bodyType,
    isElectric: model.fuel === "electric",
    isAtDealer,
    locale: seller.locale,
  });
  // All of the demo's cars use one sequence of random numbers. A number that once chose a scene is
  // still drawn, so that each car, with its price and its place in the tests, stays the same.
  if (!isAtDealer && !["SK", "MB", "BC"].includes(city.provinceCode) && city.city !== "Calgary")
    random();
  const declared = demoDeclared(seededRandom(`demo declared ${draft.index}`), {
    index: draft.index,
    ageYears,
    isAtDealer,
    locale: seller.locale,
  });
  return {
    id: demoId("listing", draft.index),
    sellerId: seller.userId,
    dealershipId: seller.dealershipId,
    make: model.make,
    model: model.model,
    trim,
    year,
    bodyType: model.bodyType,
    exteriorColour,
    interiorColour,
    transmission,
    fuel: model.fuel ?? "gasoline",
    ...NO_SPECIFICATIONS,
    ...pickKeys(model, SPECIFICATION_NAMES),
    features: demoFeatures(seededRandom(`demo features ${draft.index}`), {
      model,
      trimLevel: model.trims.length > 1 ? trimIndex / (model.trims.length - 1) : 1,
      year,
      isManual: transmission === "manual",
      described: description.features,
    }),
    ...declared,
    isAllInPrice: isAtDealer,
    stockNumber: isAtDealer ? `S${String(1000 + draft.index)}` : null,
    isOwnCar: !isAtDealer,
    showsPhone: !isAtDealer,
    odometerKm,
    priceCad: plausiblePriceCad(newPriceCad, {
      ageYears,
      odometerKm,
      fallsFast: model.fallsFast ?? false,
      asked:
        sellersShare(seededRandom(`demo asking price ${draft.index}`)) *
        (isBranded(declared.brand) ? WRITTEN_OFF_SHARE : 1),
    }),
    condition: "used",
    description: description.text,
    city: city.city,
    provinceCode: city.provinceCode,
    lat: city.lat,
    lon: city.lon,
    purchasedOn: `${boughtOn}-${String(boughtDay).padStart(2, "0")}`,
    registeredOn: `${boughtOn}-${String(boughtDay + 6).padStart(2, "0")}`,
    state: draft.soldAt ? "sold" : "live",
    postedAt: draft.postedAt,
    soldAt: draft.soldAt,
    illustration: chooseIllustration(
      { bodyType: model.bodyType, exteriorColour },
      `demo-${draft.index}`,
    ),
    isDemo: true,
    createdAt: draft.postedAt,
  };
}

/** Each model of a body type once before any is repeated. */
function takeInTurn(random: Random): (bodyType: BodyType) => DemoModel {
  const queues = new Map<BodyType, DemoModel[]>();
  return (bodyType) => {
    let queue = queues.get(bodyType) ?? [];
    if (queue.length === 0) queue = DEMO_MODELS.filter((each) => each.bodyType === bodyType);
    const [model] = queue.splice(pickBelow(random, queue.length), 1);
    queues.set(bodyType, queue);
    if (!model) throw new Error(`The demo has no ${bodyType}.`);
    return model;
  };
}

/** The share of the new price that is left after this many years. */
function shareLeft(ageYears: number, fallsFast: boolean): number {
  const [firstYear, eachYear] = fallsFast ? [0.84, 0.88] : [0.9, 0.91];
  return firstYear * eachYear ** (ageYears - 1);
}

/** The asking price of a written-off car, as a share of what it would be otherwise. */
const WRITTEN_OFF_SHARE = 0.65;

/** One seller asks more than another: mostly within 5 %. */
function sellersShare(random: Random): number {
  const middling = (random() + random() + random()) / 3 - 0.5;
  return Math.exp(0.3 * middling);
}

/**
 * A plausible asking price: what age leaves, less for an odometer above the usual (or more for one
 * below), times this seller's expectation. Rounded as people round. For demo data only; the price
 * rating is computed differently.
 */
function plausiblePriceCad(
  newPriceCad: number,
  car: { ageYears: number; odometerKm: number; fallsFast: boolean; asked: number },
): number {
  const usualKm = Math.max(6_000, car.ageYears * USUAL_KM_A_YEAR);
  const wear = 1 + Math.max(-0.16, Math.min(0.14, ((usualKm - car.odometerKm) / usualKm) * 0.22));
  const left = shareLeft(car.ageYears, car.fallsFast) * wear * car.asked;
  const price = Math.max(3_900, newPriceCad * Math.min(0.97, left));
  return price < 15_000 ? Math.round(price / 100) * 100 : Math.round(price / 250) * 250;
}
