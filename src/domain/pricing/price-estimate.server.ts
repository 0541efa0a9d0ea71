import { and, inArray } from "drizzle-orm";
import { type Brand, isBranded } from "#domain/declaration/declaration.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { PUBLIC_STATES, type ListingState } from "#domain/listing/listing-state.ts";
import { readDb } from "#platform/database/replicas.server.ts";
import type { CardRating } from "./card-rating.ts";
import {
  type PriceBookCar,
  makeAndBodyKey,
  type PriceBook,
  priceBook,
} from "./price-book.server.ts";
import type { ComparableListing, PriceEstimate, PriceRange, RatedPrice } from "./price-estimate.ts";
import { adjustPrice } from "./price-model/adjust-price.ts";
import {
  computeFairPrice,
  computeZones,
  type FairPrice,
  isRatable,
  rankDeal,
  ratePrice,
} from "./price-model/fair-price.ts";
import { type CarToPrice, modelKey } from "./price-model/priced-car.ts";
import { selectNearestCars } from "./nearest-cars.ts";

type CarToEstimate = CarToPrice & {
  /** Its status in the registry, if it was declared. */
  brand?: Brand | null | undefined;
  /**
   * Among equally similar comparables, those of the province come first; the price does not depend
   * on it.
   */
  provinceCode?: string;
  /** The car's own listing, which is neither counted nor shown. */
  listingId?: string;
};

/** What listings on this site ask for a car like this one. A valuation, never an offer. */
export async function estimatePrice(car: CarToEstimate): Promise<PriceEstimate> {
  if (isBranded(car.brand)) return { ok: false, code: "branded" };
  const book = await priceBook();
  const fair = book && findFairPrice(book, car);
  if (!fair) return { ok: false, code: "not_enough_data" };
  return { ok: true, ...(await describeRange(book, fair, car)) };
}

export type RankedCar = CarToPrice & { id: string; priceCad: number; brand: Brand | null };
type ListedCar = RankedCar & { state: ListingState };

/** The rating of a live listing's price; null if it cannot be rated. */
export async function findRatedPrice(
  listing: ListedCar & { provinceCode: string },
): Promise<RatedPrice | null> {
  if (listing.state !== "live") return null;
  const book = await priceBook();
  const car = { ...listing, listingId: listing.id };
  const fair = book && findFairPrice(book, car);
  if (!fair) return null;
  const range = await describeRange(book, fair, car);
  return { rating: isRatable(fair) ? ratePrice(listing.priceCad, range) : null, ...range };
}

/** The ratings of live cars, by id, from the price book alone: no database query. */
export async function rateCards(cars: readonly ListedCar[]): Promise<Record<string, CardRating>> {
  const book = await priceBook();
  if (!book) return {};
  const rated = cars.flatMap((car): [string, CardRating][] => {
    const fair = car.state === "live" ? findFairPrice(book, { ...car, listingId: car.id }) : null;
    if (!fair || !isRatable(fair)) return [];
    const zones = computeZones(fair);
    const rating = ratePrice(car.priceCad, zones);
    const comparableCount = fair.basis.ofModel;
    const { lowCad, highCad } = zones;
    return [[car.id, { rating, lowCad, highCad, comparableCount }]];
  });
  return Object.fromEntries(rated);
}

/** The rank of a live car's price (`rankDeal`); null if it is not rated. */
export function rankListing(book: PriceBook, car: RankedCar): number | null {
  const fair = findFairPrice(book, { ...car, listingId: car.id });
  return fair && isRatable(fair) ? rankDeal(car.priceCad, fair) : null;
}

function findFairPrice(book: PriceBook, car: CarToEstimate): FairPrice | null {
  if (isBranded(car.brand)) return null;
  const own = car.listingId === undefined ? undefined : book.carsById.get(car.listingId);
  // The data of a card does not have the fuel.
  return computeFairPrice(book, own ? { ...car, fuel: own.fuel } : car, own);
}

async function describeRange(
  book: PriceBook,
  fair: FairPrice,
  car: CarToEstimate,
): Promise<PriceRange> {
  return {
    ...computeZones(fair),
    basis: fair.basis,
    comparables: await findComparables(book, car),
  };
}

const COMPARABLES_SHOWN = 6;
/** With fewer of its own model, other models of its make and body type are shown too. */
const MIN_OF_MODEL = 3;
/** A car worth twice or half as much is not comparable. */
const MOST_ADJUSTED_RATIO = 2;

/**
 * In their present state, the most similar first. A listing withdrawn since then has no page, so it
 * is left out.
 */
async function findComparables(book: PriceBook, car: CarToEstimate): Promise<ComparableListing[]> {
  const isOther = ({ id }: PriceBookCar) => id !== car.listingId;
  const ofModel = (book.carsByModel.get(modelKey(car)) ?? []).filter(isOther);
  const nearest = selectNearestCars(ofModel, car, COMPARABLES_SHOWN);
  if (nearest.length < MIN_OF_MODEL && car.bodyType) {
    const ofKind = (book.carsByMakeAndBody.get(makeAndBodyKey(car)) ?? []).filter(
      (other) => isOther(other) && modelKey(other) !== modelKey(car),
    );
    nearest.push(...selectNearestCars(ofKind, car, COMPARABLES_SHOWN - nearest.length));
  }
  const cards = await readCards(nearest.map(({ id }) => id));
  return nearest.flatMap((booked) => {
    const card = cards.get(booked.id);
    if (!card) return [];
    const adjusted = adjustPrice(book.model, { ...card, fuel: booked.fuel }, car);
    const ratio = adjusted.adjustedCad / card.priceCad;
    return Math.max(ratio, 1 / ratio) > MOST_ADJUSTED_RATIO ? [] : [{ ...card, ...adjusted }];
  });
}

async function readCards(ids: readonly string[]) {
  const rows = await readDb()
    .select(cardColumns)
    .from(listingTable)
    .where(and(inArray(listingTable.id, [...ids]), inArray(listingTable.state, PUBLIC_STATES)));
  return new Map(rows.map((row) => [row.id, row]));
}
