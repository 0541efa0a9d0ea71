import { findListingOfBid } from "#domain/bid/answer-bids.server.ts";
import { findCarId } from "#domain/bid/follow-car.server.ts";
import * as bids from "#domain/bid/move-bid.server.ts";
import * as listings from "#domain/bid/move-listing.server.ts";
import { type Car, lockCar } from "#domain/car/move-car.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import {
  lockRequestsOfCar,
  whileOffersFollow,
} from "#domain/sell-request/dealer-offer/follow-offers.server.ts";

// A listed car may also be offered to dealerships. These functions make the moves of listings and
// bids (domain/bid) together with their effects on dealer offers, a concept that comes after bids.

export function moveListing(
  transaction: Transaction,
  wanted: Parameters<typeof listings.moveListing>[1],
) {
  return withOffers(transaction, wanted.listingId, () => listings.moveListing(transaction, wanted));
}

export async function answerBid(
  transaction: Transaction,
  wanted: Parameters<typeof listings.answerBid>[1],
) {
  const listingId = await findListingOfBid(transaction, wanted.bidId);
  return withOffers(transaction, listingId, () => listings.answerBid(transaction, wanted));
}

export async function moveBid(
  transaction: Transaction,
  wanted: Parameters<typeof bids.moveBid>[1],
) {
  const listingId = await findListingOfBid(transaction, wanted.bidId);
  return withOffers(transaction, listingId, () => bids.moveBid(transaction, wanted));
}

/** Locks in the common order: requests, then the car; the move itself locks listings and bids. */
async function withOffers<Result>(
  transaction: Transaction,
  listingId: string | null,
  move: () => Promise<Result>,
): Promise<Result> {
  const car = listingId === null ? null : await lockCarAndRequests(transaction, listingId);
  // There is nothing to lock; the move returns the refusal.
  return car ? whileOffersFollow(transaction, car, move) : move();
}

async function lockCarAndRequests(
  transaction: Transaction,
  listingId: string,
): Promise<Car | null> {
  const carId = await findCarId(transaction, listingId);
  if (carId === null) return null;
  await lockRequestsOfCar(transaction, carId);
  const car = await lockCar(transaction, carId);
  // While this waited, the car may have been joined with another one (own-car.server.ts).
  const isStill = (await findCarId(transaction, listingId)) === carId;
  return isStill ? car : lockCarAndRequests(transaction, listingId);
}
