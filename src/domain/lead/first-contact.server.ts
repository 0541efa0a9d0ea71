import { and, asc, eq, gte, isNull } from "drizzle-orm";
import type { ContactWay } from "#domain/first-contact/first-contact.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import type { LeadEventKind } from "./lead.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { listStandingCalls } from "./standing-calls.ts";

/**
 * Keeps when and how staff first reached or wrote to the sender of a lead. Later contacts change
 * nothing: the first one is what was promised.
 */
export async function recordFirstContact(
  transaction: Transaction,
  leadId: string,
  how: ContactWay,
): Promise<void> {
  await transaction
    .update(leadTable)
    .set({ firstContactAt: now(), firstContactBy: how })
    .where(and(eq(leadTable.id, leadId), isNull(leadTable.firstContactAt)));
}

const WAYS: Partial<Record<LeadEventKind, ContactWay>> = {
  call_reached: "call",
  mail_sent: "mail",
  sms_sent: "sms",
  documents_requested: "mail",
};

/**
 * Takes back the newest call that reached the sender: the history keeps it and says so, and the
 * first contact is the next one that stands, or none. Returns false if no call stands.
 */
export async function takeCallBack(
  transaction: Transaction,
  leadId: string,
  byUserId: string,
): Promise<boolean> {
  const events = await transaction
    .select()
    .from(leadEventTable)
    .where(eq(leadEventTable.leadId, leadId))
    .orderBy(asc(leadEventTable.at), asc(leadEventTable.id));
  const calls = listStandingCalls(events);
  const undone = calls.pop();
  if (!undone) return false;
  await transaction
    .insert(leadEventTable)
    .values({ leadId, kind: "call_taken_back", byUserId, at: now() });
  const first = events.find(
    (each) => WAYS[each.kind] && (each.kind !== "call_reached" || calls.includes(each)),
  );
  await transaction
    .update(leadTable)
    .set({
      firstContactAt: first?.at ?? null,
      firstContactBy: (first && WAYS[first.kind]) ?? null,
    })
    // An earlier contact stays, also one of which the history has no event.
    .where(and(eq(leadTable.id, leadId), gte(leadTable.firstContactAt, undone.at)));
  return true;
}
