import { and, desc, eq, inArray, asc } from "drizzle-orm";
import { notifyInbox } from "#domain/lead/notify-inbox.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { isWithdrawn } from "#domain/lead/withdraw-lead.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { type Queryable, type Transaction, db } from "#platform/database/database.server.ts";
import { requestCarTable } from "#domain/car/car.table.ts";
import { type Car, lockCar } from "#domain/car/move-car.server.ts";
import type { LeadEventKind } from "#domain/lead/lead.ts";
import type { SellerChoice } from "./dealer-offer.ts";
import { sellerChoiceTable, invitationTable } from "./dealer-offer.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";

/** The lead of a form that offers a car for sale, with the car. */
export type SellRequestLead = typeof leadTable.$inferSelect & { car: Car };

/**
 * Locks a request and its car while an offer for it is made, withdrawn or answered: a concurrent
 * change waits here and then sees the result of the other. The lock does not block inserts of rows
 * that reference the lead. Returns null if the request no longer exists, because its sender
 * withdrew it.
 */
export async function lockRequest(
  transaction: Transaction,
  reference: string,
): Promise<SellRequestLead | null> {
  const [lead] = await transaction
    .select()
    .from(leadTable)
    .where(and(eq(leadTable.reference, reference), eq(leadTable.kind, "sell_car")))
    .for("no key update");
  if (!lead || (await isWithdrawn(transaction, lead.id))) return null;
  return { ...lead, car: await lockCarOfRequest(transaction, lead.id) };
}

/** The car of a request whose lead is locked. */
export async function lockCarOfRequest(transaction: Transaction, leadId: string): Promise<Car> {
  return lockCar(transaction, await nameCarOfRequest(transaction, leadId));
}

/** The id of the car that a request offers; the first call stores it. */
export async function nameCarOfRequest(transaction: Transaction, leadId: string): Promise<string> {
  await transaction.insert(requestCarTable).values({ leadId }).onConflictDoNothing();
  const [named] = await transaction
    .select({ carId: requestCarTable.carId })
    .from(requestCarTable)
    .where(eq(requestCarTable.leadId, leadId));
  return named!.carId;
}

/** What the seller chose last; null if they never chose. */
export async function findChoice(
  queryable: Queryable,
  leadId: string,
): Promise<SellerChoice | null> {
  return (await listChoicesByRequest(queryable, [leadId])).get(leadId) ?? null;
}

/** The same for many requests, by lead; a request without a choice is absent. */
export async function listChoicesByRequest(
  queryable: Queryable,
  leadIds: readonly string[],
): Promise<Map<string, SellerChoice>> {
  const { leadId, choice, at, id } = sellerChoiceTable;
  const rows = await queryable
    .selectDistinctOn([leadId], { leadId, choice })
    .from(sellerChoiceTable)
    .where(inArray(leadId, [...leadIds]))
    .orderBy(leadId, desc(at), desc(id));
  return new Map(rows.map((row) => [row.leadId, row.choice]));
}

export async function writeEvent(
  transaction: Transaction,
  event: { leadId: string; kind: LeadEventKind; note: string; byUserId: string | null },
): Promise<void> {
  await transaction.insert(leadEventTable).values({ ...event, at: now() });
  await notifyInbox(transaction);
}

/** The names of the dealerships that were invited to make an offer for a car. */
export async function listInvitedNames(leadId: string): Promise<string[]> {
  const rows = await db()
    .select({ name: dealershipTable.name })
    .from(invitationTable)
    .innerJoin(dealershipTable, eq(dealershipTable.id, invitationTable.dealershipId))
    .where(eq(invitationTable.leadId, leadId))
    .orderBy(asc(dealershipTable.name));
  return rows.map(({ name }) => name);
}
