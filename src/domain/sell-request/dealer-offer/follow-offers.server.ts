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
 * Does what moves the car, and then tells each dealership whose offer it opened or closed. What an
 * offer is follows from the car, so nothing else is written: an offer that was open before a sale is
 * open again once the sale is taken back, if it would still stand.
 * @param car locked
 * @param calledOff who called the sale to a dealership off and why, where it is not its seller who does
 * @param joined cars whose offers the work makes offers for this one
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

/** What there is to tell a dealership of its offer; what it or the seller said to it is told there. */
function findNews(
  before: OfferState | undefined,
  after: OfferState,
  isAnotherAccepted: boolean,
): News | null {
  if (before === undefined || before === after) return null;
  // A dealership that takes its accepted offer back knows.
  if (before === "accepted") return after === "withdrawn" ? null : "offer_called_off";
  const wasWaiting = before === "open" || before === "on_hold";
  if (after === "on_hold" && wasWaiting) return "offer_on_hold";
  if (after === "passed_over" && wasWaiting)
    return isAnotherAccepted ? "offer_passed_over" : "offer_car_sold";
  return after === "open" && before !== "declined" ? "offer_available_again" : null;
}

/** The car is no longer promised to this offer's dealership; the offer stands as it stood before. */
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
 * Locks the requests that offer cars to dealerships, before whatever locks the cars themselves: a
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
