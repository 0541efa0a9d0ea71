import { eq } from "drizzle-orm";
import {
  findDealership,
  type MatchedDealership,
  matchDealership,
} from "#domain/dealership/dealership-queries.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { mayBeShared } from "./consents.server.ts";
import { passLeadOn } from "./lead-messages.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

/**
 * Sends a lead that was held back to the dealership of its region, or to `together`, where its
 * sender's consent to that stands. Answers the dealership that has it, or null.
 */
export async function releaseLead(
  transaction: Transaction,
  submissionId: string,
  together?: MatchedDealership,
): Promise<MatchedDealership | null> {
  const [lead] = await transaction
    .select()
    .from(leadTable)
    .where(eq(leadTable.submissionId, submissionId))
    .for("no key update");
  if (!lead || !(await mayBeShared(transaction, submissionId))) return null;
  if (lead.dealershipId) return (await findDealership(transaction, lead.dealershipId)) ?? null;
  const dealership = together ?? (await matchDealership(transaction, lead));
  if (!dealership) return null;
  await transaction
    .update(leadTable)
    .set({ dealershipId: dealership.id })
    .where(eq(leadTable.id, lead.id));
  await transaction
    .insert(leadEventTable)
    .values({ leadId: lead.id, kind: "routed", note: dealership.name, at: now() });
  await passLeadOn(transaction, lead, [dealership]);
  return dealership;
}
