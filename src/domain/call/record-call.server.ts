import { eq } from "drizzle-orm";
import { recordFirstContact, takeCallBack } from "#domain/lead/first-contact.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { CallOutcome } from "./call.ts";

/**
 * Keeps a call to the sender of a lead in its history. Only a person who was reached was contacted:
 * a message on an answering machine keeps no promise. False if there is no such lead.
 */
export async function recordCall(
  reference: string,
  call: { outcome: CallOutcome; note: string; byUserId: string },
): Promise<boolean> {
  const { outcome, note, byUserId } = call;
  return db().transaction(async (transaction) => {
    const [lead] = await transaction
      .select({ id: leadTable.id })
      .from(leadTable)
      .where(eq(leadTable.reference, reference))
      .for("no key update");
    if (!lead) return false;
    await transaction.insert(leadEventTable).values({
      leadId: lead.id,
      kind: `call_${outcome}`,
      note: note || null,
      byUserId,
      at: now(),
    });
    if (outcome === "reached") await recordFirstContact(transaction, lead.id, "call");
    return true;
  });
}

/**
 * Takes back the newest press that somebody was reached. False if there is no such lead, or no such
 * call.
 */
export async function undoCall(reference: string, byUserId: string): Promise<boolean> {
  return db().transaction(async (transaction) => {
    const [lead] = await transaction
      .select({ id: leadTable.id })
      .from(leadTable)
      .where(eq(leadTable.reference, reference))
      .for("no key update");
    return lead !== undefined && takeCallBack(transaction, lead.id, byUserId);
  });
}
