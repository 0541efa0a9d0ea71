import { and, asc, eq, inArray, ne, type SQL } from "drizzle-orm";
import type { CarMove, Taker } from "#domain/car/car-state.ts";
import { type Car, lockCar, moveCar } from "#domain/car/move-car.server.ts";
import { type Agreement, updateDealOfCar } from "#domain/deal/update-deal.server.ts";
import { isListingReviewed, writeMove } from "#domain/listing/editable-listing.server.ts";
import {
  findMove,
  findMoveRefusal,
  isSold,
  type ListingMove,
} from "#domain/listing/listing-state.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { answerBids } from "./answer-bids.server.ts";

/** The car of a listing; null if there is no such listing. */
export async function findCarId(
  transaction: Transaction,
  listingId: string,
): Promise<string | null> {
  if (!isListingId(listingId)) return null;
  const [listing] = await transaction
    .select({ carId: listingTable.carId })
    .from(listingTable)
    .where(eq(listingTable.id, listingId));
  return listing?.carId ?? null;
}

/** The same, with its row locked. */
export async function lockCarOfListing(
  transaction: Transaction,
  listingId: string,
): Promise<Car | null> {
  const carId = await findCarId(transaction, listingId);
  return carId === null ? null : lockCar(transaction, carId);
}

type WantedCarMove = {
  /** Its row is locked. */
  car: Car;
  move: CarMove;
  /** Who gets the car; null if it is freed. */
  taker: Taker | null;
  /** What they agreed with the seller; null if the buyer is not from this site. */
  agreement: Agreement | null;
  /** The listing that was moved already, if the change began with one; otherwise null. */
  fromListingId: string | null;
  byUserId: string | null;
};

/**
 * Makes a move of the car, and moves its deal and its other listings with their bids too: once the
 * car has a buyer, it cannot be bought anywhere else; once it has none again, what was open before
 * is open again.
 */
export async function moveCarAlong(
  transaction: Transaction,
  { car, move, taker, agreement, fromListingId, byUserId }: WantedCarMove,
): Promise<void> {
  await moveCar(transaction, car, move, taker);
  await updateDealOfCar(transaction, car, move, agreement);
  const only = fromListingId === null ? undefined : ne(listingTable.id, fromListingId);
  await followCarMove(transaction, { carId: car.id, move, only, byUserId });
}

/** Moves the listings of a car, with the bids on them, as a move of the car requires. */
export async function followCarMove(
  transaction: Transaction,
  {
    carId,
    move,
    only,
    byUserId,
  }: { carId: string; move: CarMove; only: SQL | undefined; byUserId: string | null },
): Promise<void> {
  const listings = await transaction
    .select()
    .from(listingTable)
    .where(
      and(
        eq(listingTable.carId, carId),
        inArray(listingTable.state, ["live", "paused", "sold"]),
        only,
      ),
    )
    .orderBy(asc(listingTable.id))
    .for("update");
  for (const listing of listings) {
    const follows = nameMoveElsewhere(move, isSold(listing));
    const circumstances = { by: "site", isReviewed: isListingReviewed(), at: now() } as const;
    if (findMoveRefusal(follows, listing, circumstances)) continue;
    const listingId = listing.id;
    await writeMove(transaction, listingId, follows, { byUserId });
    const { bids = [] } = findMove(follows);
    await answerBids(transaction, bids, { listingId, chosenId: null, byUserId, staff: null });
  }
}

function nameMoveElsewhere(move: CarMove, isListingSold: boolean): ListingMove {
  if (move === "free") return isListingSold ? "reopen_elsewhere" : "free_elsewhere";
  return move === "hold" ? "hold_elsewhere" : "sell_elsewhere";
}
