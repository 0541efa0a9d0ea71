import { and, eq, isNull } from "drizzle-orm";
import type { ContactWay } from "#domain/first-contact/first-contact.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { leadTable } from "./lead.table.ts";

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
