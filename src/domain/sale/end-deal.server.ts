import { eq } from "drizzle-orm";
import { closeAcceptedBid } from "#domain/bid/answer-bids.server.ts";
import { moveCarAlong } from "#domain/bid/follow-car.server.ts";
import { type Car, lockCar } from "#domain/car/move-car.server.ts";
import { type CallOffWords, notifyDealSide } from "#domain/deal/deal-messages.server.ts";
import {
  DEAL_MOVES,
  type DealRefusal,
  type DealSide,
  findDealRefusal,
  oppositeSide,
} from "#domain/deal/deal-state.ts";
import { type Deal, dealTable } from "#domain/deal/deal.table.ts";
import { offerWithdrawalTable } from "#domain/sell-request/dealer-offer/dealer-offer.table.ts";
import {
  lockRequestsOfCar,
  whileOffersFollow,
} from "#domain/sell-request/dealer-offer/follow-offers.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";

/** Which side of which deal acts; the caller has checked it. */
export type DealCaller = { dealId: string; side: DealSide | null; userId: string | null };

type EndResult = { ok: true } | { ok: false; code: DealRefusal | "not_found" };

type WantedEnd =
  | { move: "hand_over"; odometerKm: number | null }
  | { move: "call_off"; why: CallOffWords };

/**
 * Ends a deal when one of its sides asks for it, with all that follows: the car is sold or for sale
 * again, and its bids, offers and listings change with it. The other side is notified, or both
 * after a handover.
 */
export async function endDeal(caller: DealCaller, wanted: WantedEnd): Promise<EndResult> {
  return db().transaction(async (transaction): Promise<EndResult> => {
    const found = await lockDeal(transaction, caller.dealId);
    if (!found) return { ok: false, code: "not_found" };
    const { deal, car } = found;
    const { side, userId } = caller;
    const refusal = findDealRefusal(wanted.move, deal, side);
    if (refusal || side === null) return { ok: false, code: refusal ?? "not_permitted" };
    await transaction
      .update(dealTable)
      .set({
        state: DEAL_MOVES[wanted.move].to,
        endedAt: now(),
        endedBySide: side,
        ...(wanted.move === "call_off"
          ? { endReason: wanted.why.reason, endNote: wanted.why.note || null }
          : { handoverOdometerKm: wanted.odometerKm }),
      })
      .where(eq(dealTable.id, deal.id));
    if (wanted.move === "hand_over") {
      // If the bid was accepted and the car marked as sold in one step, the car is sold already.
      if (car.state === "held") await moveCarOfDeal(transaction, { deal, car, userId }, "sell");
      for (const each of ["buyer", "seller"] as const)
        await notifyDealSide(transaction, deal, each, "deal_handed_over");
      return { ok: true };
    }
    await withdrawFromDeal(transaction, deal, side, userId);
    await moveCarOfDeal(transaction, { deal, car, userId }, "free", wanted.why);
    // If its seller calls it off, a dealership is notified by the offer's own message
    // (`offer_called_off`).
    const other = oppositeSide(side);
    if (deal.way === "bid" || other === "seller")
      await notifyDealSide(transaction, deal, other, "deal_called_off", wanted.why);
    return { ok: true };
  });
}

/** Closes the accepted bid of a deal that ends, or withdraws the buyer's offer. */
async function withdrawFromDeal(
  transaction: Transaction,
  { way, wayId }: Deal,
  side: DealSide,
  userId: string | null,
): Promise<void> {
  if (way === "bid") {
    const state = side === "buyer" ? "withdrawn" : "declined";
    await closeAcceptedBid(transaction, wayId, { state, byUserId: userId });
    return;
  }
  // The seller's acceptance is undone by the move of the car, and the offer is as it was before.
  if (side === "buyer")
    await transaction.insert(offerWithdrawalTable).values({ offerId: wayId, byUserId: userId });
}

async function moveCarOfDeal(
  transaction: Transaction,
  { deal, car, userId: byUserId }: { deal: Deal; car: Car; userId: string | null },
  move: "sell" | "free",
  why?: CallOffWords,
): Promise<void> {
  const taker = move === "free" ? null : { way: deal.way, id: deal.wayId };
  await whileOffersFollow(
    transaction,
    car,
    () =>
      moveCarAlong(transaction, {
        car,
        move,
        taker,
        byUserId,
        agreement: null,
        fromListingId: null,
      }),
    { byUserId, ...(why && { why }) },
  );
}

/**
 * Locks in the common order: requests, then the car. The deal is read afterwards, when nothing else
 * can end it.
 */
async function lockDeal(transaction: Transaction, dealId: string) {
  const read = () => transaction.select().from(dealTable).where(eq(dealTable.id, dealId));
  const [known] = await read();
  if (!known) return null;
  await lockRequestsOfCar(transaction, known.carId);
  const car = await lockCar(transaction, known.carId);
  const [deal] = await read();
  return deal ? { deal, car } : null;
}
