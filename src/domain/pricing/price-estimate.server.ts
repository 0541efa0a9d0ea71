import { and, inArray } from "drizzle-orm";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { PUBLIC_STATES, type ListingState } from "#domain/listing/listing-state.ts";
import { readDb } from "#platform/database/replicas.server.ts";
import { type BookedCar, priceBook } from "./price-book.server.ts";
import type { CardRating } from "./card-rating.ts";
import type { ComparableListing, PriceEstimate, PriceRange, RatedPrice } from "./price-estimate.ts";
import {
  computeFairPrice,
  type FairPrice,
  priceDistance,
  priceRange,
  ratePrice,
} from "./price-model/fair-price.ts";
import { type CarToPrice, modelKey } from "./price-model/priced-car.ts";

type CarToEstimate = CarToPrice & {
  /** Of equally near comparables those of the province come first; the price knows no province. */
  provinceCode?: string;
  /** The car's own listing, which is neither counted nor shown. */
  listingId?: string;
};

const COMPARABLES_SHOWN = 6;

/** What listings on this site ask for a car like this one. A valuation, never an offer. */
export async function estimatePrice(car: CarToEstimate): Promise<PriceEstimate> {
  const { fair, others } = await findFairPrice(car);
  if (!fair.ok) return { ok: false, code: "not_enough_data", comparableCount: fair.listingCount };
  return { ok: true, ...(await describeRange(fair, others, car)) };
}

/** How a live listing's price stands to others of its model; null where there is nothing to say. */
export async function ratedPrice(
  listing: CarToPrice & {
    id: string;
    priceCad: number;
    provinceCode: string;
    state: ListingState;
  },
): Promise<RatedPrice | null> {
  if (listing.state !== "live") return null;
  const car = { ...listing, listingId: listing.id };
  const { fair, others } = await findFairPrice(car);
  if (!fair.ok) return null;
  return {
    rating: ratePrice(listing.priceCad, fair),
    ...(await describeRange(fair, others, car)),
  };
}

type RatedCar = CarToPrice & { id: string; priceCad: number; state: ListingState };

/** The ratings of live cars, by id, out of what is known already: it asks the database nothing. */
export async function rateCards(cars: readonly RatedCar[]): Promise<Record<string, CardRating>> {
  const rated = await Promise.all(
    cars.map(async (car): Promise<[string, CardRating][]> => {
      if (car.state !== "live") return [];
      const { fair } = await findFairPrice({ ...car, listingId: car.id });
      if (!fair.ok) return [];
      const { fairCad: typicalCad } = priceRange(fair);
      const rating = ratePrice(car.priceCad, fair);
      return [[car.id, { rating, typicalCad, comparableCount: fair.listingCount }]];
    }),
  );
  return Object.fromEntries(rated.flat());
}

/** How far each known car lies from the price of its kind, in σ (`priceDistance`), by id. */
export async function measureDeals(): Promise<ReadonlyMap<string, number>> {
  const book = await priceBook();
  const distances = new Map<string, number>();
  if (!book) return distances;
  for (const cars of book.carsByModel.values()) {
    for (const car of cars) {
      const fair = computeFairPrice(book.model, car, car);
      if (fair.ok) distances.set(car.id, priceDistance(car.priceCad, fair));
    }
  }
  return distances;
}

async function findFairPrice(
  car: CarToEstimate,
): Promise<{ fair: FairPrice; others: BookedCar[] }> {
  const book = await priceBook();
  if (!book) return { fair: { ok: false, listingCount: 0 }, others: [] };
  const booked = book.carsByModel.get(modelKey(car)) ?? [];
  return {
    fair: computeFairPrice(
      book.model,
      car,
      booked.find(({ id }) => id === car.listingId),
    ),
    others: booked.filter(({ id }) => id !== car.listingId),
  };
}

async function describeRange(
  fair: FairPrice & { ok: true },
  others: readonly BookedCar[],
  car: CarToEstimate,
): Promise<PriceRange> {
  const nearest = selectNearestCars(others, car, COMPARABLES_SHOWN);
  return {
    ...priceRange(fair),
    comparables: await comparableListings(nearest.map(({ id }) => id)),
    comparableCount: fair.listingCount,
  };
}

/** As they are now, in the order given: one withdrawn since has no page to lead to. */
async function comparableListings(ids: readonly string[]): Promise<ComparableListing[]> {
  const rows = await readDb()
    .select(cardColumns)
    .from(listingTable)
    .where(and(inArray(listingTable.id, [...ids]), inArray(listingTable.state, PUBLIC_STATES)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((card) => card !== undefined);
}

// How far off each counts, in years of age.
const KM_A_YEAR = 15_000;
const OTHER_PROVINCE_YEARS = 0.5;

type Placed = CarToPrice & { provinceCode?: string };

/** The cars nearest to one by year and odometer, of equal ones those of its province first. */
export function selectNearestCars<Car extends Placed>(
  cars: readonly Car[],
  car: Placed,
  most: number,
): Car[] {
  const nearest: { car: Car; distance: number }[] = [];
  for (const each of cars) {
    const distance = distanceYears(each, car);
    if (nearest.length === most && distance >= (nearest[most - 1]?.distance ?? 0)) continue;
    const place = nearest.findIndex((other) => distance < other.distance);
    nearest.splice(place < 0 ? nearest.length : place, 0, { car: each, distance });
    if (nearest.length > most) nearest.pop();
  }
  return nearest.map((each) => each.car);
}

function distanceYears(a: Placed, b: Placed): number {
  const isElsewhere = b.provinceCode !== undefined && a.provinceCode !== b.provinceCode;
  return (
    Math.abs(a.year - b.year) +
    Math.abs(a.odometerKm - b.odometerKm) / KM_A_YEAR +
    (isElsewhere ? OTHER_PROVINCE_YEARS : 0)
  );
}
