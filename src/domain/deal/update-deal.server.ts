import { and, eq, inArray, sql } from "drizzle-orm";
import type { CarMove, SaleWay } from "#domain/car/car-state.ts";
import type { Car } from "#domain/car/move-car.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { newReference } from "#values/reference.ts";
import { notifyDealSide } from "./deal-messages.server.ts";
import { DEAL_MOVES, type DealSide } from "./deal-state.ts";
import { dealTable } from "./deal.table.ts";

/** What two sides agreed; stored together with the move of the car. */
export type Agreement = Pick<
  typeof dealTable.$inferInsert,
  | "listingId"
  | "leadId"
  | "sellerUserId"
  | "sellerDealershipId"
  | "buyerUserId"
  | "buyerDealershipId"
  | "buyerPhone"
  | "priceCad"
  | "year"
  | "make"
  | "model"
  | "trim"
  | "vin"
  | "odometerKm"
  | "bodyType"
  | "exteriorColour"
  | "city"
  | "provinceCode"
> & {
  way: Exclude<SaleWay, "elsewhere">;
  /** The bid or the dealer offer. */
  wayId: string;
  /** The side that accepted last. */
  agreedBySide: DealSide;
  agreedByUserId: string | null;
};

/**
 * Begins or ends the deal of a car when the car moves, in the same transaction. If the deal's own
 * page ended it, it has already ended, with who did it and why.
 * @param car locked, as it was before the move
 */
export async function updateDealOfCar(
  transaction: Transaction,
  car: Car,
  move: CarMove,
  agreement: Agreement | null,
): Promise<void> {
  if (car.state === "available") {
    if (!agreement) return;
    await transaction.insert(dealTable).values({
      ...agreement,
      reference: newReference(),
      carId: car.id,
      agreedAt: sql`clock_timestamp()`,
    });
    return;
  }
  const { from, to } = DEAL_MOVES[move === "free" ? "free_car" : "hand_over"];
  const [ended] = await transaction
    .update(dealTable)
    .set({ state: to, endedAt: sql`clock_timestamp()` })
    .where(and(eq(dealTable.carId, car.id), inArray(dealTable.state, [...from])))
    .returning();
  // The bid's own message tells a bidder that the car is theirs, and tells both sides when it no
  // longer is.
  if (ended?.state === "handed_over" && ended.way === "dealer_offer")
    await notifyDealSide(transaction, ended, "buyer", "deal_handed_over");
}
