import { asc, eq } from "drizzle-orm";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { db } from "#platform/database/database.server.ts";
import { invitationTable } from "./purchase-offer.table.ts";

/** The dealerships that were asked about a car, by name. */
export async function invitedNames(leadId: string): Promise<string[]> {
  const rows = await db()
    .select({ name: dealershipTable.name })
    .from(invitationTable)
    .innerJoin(dealershipTable, eq(dealershipTable.id, invitationTable.dealershipId))
    .where(eq(invitationTable.leadId, leadId))
    .orderBy(asc(dealershipTable.name));
  return rows.map(({ name }) => name);
}
