import { and, eq } from "drizzle-orm";
import type { CreatedLead } from "#domain/lead/receive-lead.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { sendInTransaction } from "#platform/queue/queue.server.ts";
import { deliveryTable } from "./delivery.table.ts";
import { senders } from "#domain/notification/senders.server.ts";

export const DELIVERY_QUEUE = "delivery";

export type DeliveryChannel = "adf_email" | "spreadsheet" | "confirmation_email";

/** Writes down what a new lead owes to whom, and queues it, in the lead's own transaction. */
export async function createDeliveries(transaction: Transaction, lead: CreatedLead): Promise<void> {
  const owed = deliveriesOwed(lead, senders().spreadsheet?.target ?? null);
  await queueDeliveries(transaction, lead.id, owed);
}

export type OwedDelivery = {
  channel: DeliveryChannel;
  target: string;
  /** The dealership that it goes to, if it goes to one. */
  dealershipId?: string;
};

/** Stores deliveries of a lead and queues them, in the caller's transaction. */
export async function queueDeliveries(
  transaction: Transaction,
  leadId: string,
  owed: readonly OwedDelivery[],
): Promise<void> {
  if (owed.length === 0) return;
  const rows = await transaction
    .insert(deliveryTable)
    .values(owed.map((delivery) => ({ ...delivery, leadId })))
    .returning({ id: deliveryTable.id });
  for (const { id } of rows) {
    await sendInTransaction(transaction, DELIVERY_QUEUE, { deliveryId: id });
  }
}

/**
 * Queues what was cancelled with a consent that is given again. Each is a delivery of its own: the
 * job of the cancelled one may still wait in the queue, and must find nothing to send.
 */
export async function queueCancelledAnew(transaction: Transaction, leadId: string): Promise<void> {
  const rows = await transaction
    .select()
    .from(deliveryTable)
    .where(eq(deliveryTable.leadId, leadId));
  const toDealerships = rows.filter(({ channel }) => channel === "adf_email");
  const receiver = (row: (typeof rows)[number]) => row.dealershipId ?? row.target;
  const served = new Set(toDealerships.filter(({ state }) => state !== "cancelled").map(receiver));
  const owed = new Map(
    toDealerships
      .filter((row) => !served.has(receiver(row)))
      .map((row) => [receiver(row), row] as const),
  );
  await queueDeliveries(
    transaction,
    leadId,
    [...owed.values()].map(({ target, dealershipId }) => ({
      channel: "adf_email",
      target,
      ...(dealershipId ? { dealershipId } : {}),
    })),
  );
}

/**
 * The dealership gets the lead, the spreadsheet a row, the person a confirmation. A bidder hears of
 * the bid, and of all that becomes of it, from the bid itself.
 */
export function deliveriesOwed(
  lead: Pick<CreatedLead, "kind" | "email" | "dealership">,
  spreadsheetTarget: string | null,
): OwedDelivery[] {
  const { dealership } = lead;
  return [
    ...(dealership
      ? [
          {
            channel: "adf_email" as const,
            target: dealership.leadEmail,
            dealershipId: dealership.id,
          },
        ]
      : []),
    ...(spreadsheetTarget ? [{ channel: "spreadsheet" as const, target: spreadsheetTarget }] : []),
    ...(lead.email && lead.kind !== "bid"
      ? [{ channel: "confirmation_email" as const, target: lead.email }]
      : []),
  ];
}

/** Gives a dead delivery another round of tries, at a staff member's word. */
export async function retryDelivery(deliveryId: string): Promise<{ ok: boolean }> {
  return db().transaction(async (transaction) => {
    const revived = await transaction
      .update(deliveryTable)
      .set({ state: "pending", settledAt: null })
      .where(and(eq(deliveryTable.id, deliveryId), eq(deliveryTable.state, "dead")))
      .returning({ id: deliveryTable.id });
    if (revived.length === 0) return { ok: false };
    await sendInTransaction(transaction, DELIVERY_QUEUE, { deliveryId });
    return { ok: true };
  });
}
