import { and, eq, inArray, isNull } from "drizzle-orm";
import { requestCarTable } from "#domain/car/car.table.ts";
import { type Car, lockCar } from "#domain/car/move-car.server.ts";
import type { CallOffWords } from "#domain/deal/deal-messages.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import type { OfferState } from "./dealer-offer.ts";
import { offerDecisionTable } from "./dealer-offer.table.ts";
import { notifyDealership } from "./offer-messages.server.ts";
import { listOffersByRequest, type Offer } from "./offers.server.ts";
import { writeEvent } from "./sell-request-lead.server.ts";

/**
 * Runs work that moves the car, then notifies each dealership whose offer it opened or closed. The
 * state of an offer is computed from the car, so nothing else is stored: an offer that was open
 * before a sale is open again once the sale is taken back, if it has not expired.
 * @param car locked
 * @param calledOff who called off the sale to a dealership and why, if it was not the car's seller
 * @param joined cars whose offers become offers for this car
 */
export async function whileOffersFollow<Result>(
  transaction: Transaction,
  car: Car,
  work: () => Promise<Result>,
  calledOff: { byUserId?: string | null; why?: CallOffWords } = {},
  joined: readonly string[] = [],
): Promise<Result> {
  const before = await readOfferStates(transaction, [car.id, ...joined]);
  const result = await work();
  const after = await lockCar(transaction, car.id);
  const isFreed = car.state !== "available" && after.state === "available";
  if (isFreed && car.takenWay === "dealer_offer" && car.takenById)
    await undoAcceptance(transaction, car.takenById, calledOff.byUserId);
  for (const { leadId, offers } of await listOffersOfCars(transaction, [car.id])) {
    const isOneAccepted = offers.some(({ state }) => state === "accepted");
    for (const offer of offers) {
      const event = findNews(before.get(offer.id), offer.state, isOneAccepted);
      if (!event) continue;
      const { id: offerId, dealershipId } = offer;
      const why = event === "offer_called_off" ? calledOff.why : undefined;
      await notifyDealership(transaction, event, { leadId, dealershipId, offerId }, why);
    }
  }
  return result;
}

type News =
  | "offer_on_hold"
  | "offer_car_sold"
  | "offer_passed_over"
  | "offer_available_again"
  | "offer_called_off";

/**
 * The event to notify a dealership of, or null. A change that the dealership or the seller made to
 * the offer itself is notified where it is made.
 */
function findNews(
  before: OfferState | undefined,
  after: OfferState,
  isAnotherAccepted: boolean,
): News | null {
  if (before === undefined || before === after) return null;
  // A dealership that withdraws its accepted offer needs no message.
  if (before === "accepted") return after === "withdrawn" ? null : "offer_called_off";
  const wasWaiting = before === "open" || before === "on_hold";
  if (after === "on_hold" && wasWaiting) return "offer_on_hold";
  if (after === "passed_over" && wasWaiting)
    return isAnotherAccepted ? "offer_passed_over" : "offer_car_sold";
  return after === "open" && before !== "declined" ? "offer_available_again" : null;
}

/**
 * The car is no longer held for this offer's dealership; the offer is as it was before the
 * acceptance.
 */
async function undoAcceptance(
  transaction: Transaction,
  offerId: string,
  calledOffBy?: string | null,
): Promise<void> {
  const [undone] = await transaction
    .update(offerDecisionTable)
    .set({ undoneAt: now() })
    .where(and(eq(offerDecisionTable.offerId, offerId), isNull(offerDecisionTable.undoneAt)))
    .returning();
  if (!undone) return;
  const { leadId } = undone;
  const byUserId = calledOffBy === undefined ? undone.byUserId : calledOffBy;
  await transaction
    .update(leadTable)
    .set({ status: "contacted" })
    .where(and(eq(leadTable.id, leadId), eq(leadTable.status, "approved")));
  await writeEvent(transaction, { leadId, kind: "offer_called_off", note: "", byUserId });
}

async function listOffersOfCars(
  transaction: Transaction,
  carIds: readonly string[],
): Promise<{ leadId: string; offers: readonly Offer[] }[]> {
  const requests = await transaction
    .select({ leadId: requestCarTable.leadId })
    .from(requestCarTable)
    .where(inArray(requestCarTable.carId, [...carIds]));
  const byRequest = await listOffersByRequest(
    transaction,
    requests.map(({ leadId }) => leadId),
  );
  return [...byRequest].map(([leadId, offers]) => ({ leadId, offers }));
}

async function readOfferStates(
  transaction: Transaction,
  carIds: readonly string[],
): Promise<ReadonlyMap<string, OfferState>> {
  const requests = await listOffersOfCars(transaction, carIds);
  return new Map(requests.flatMap(({ offers }) => offers.map(({ id, state }) => [id, state])));
}

/**
 * Locks the requests that offer these cars to dealerships. Call it before the cars are locked: a
 * request is always locked before its car.
 */
export async function lockRequestsOfCar(
  transaction: Transaction,
  ...carIds: readonly string[]
): Promise<void> {
  const named = transaction
    .select({ leadId: requestCarTable.leadId })
    .from(requestCarTable)
    .where(inArray(requestCarTable.carId, [...carIds]));
  await transaction
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(inArray(leadTable.id, named))
    .orderBy(leadTable.id)
    .for("no key update");
}
