import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { db } from "#platform/database/database.server.ts";
import { leadTable } from "./lead.table.ts";
import { MATCHED_KINDS } from "./passing-on.server.ts";

/** The newest leads that went to a dealership by the rules or by their sender's choice. */
export async function listRoutedLeads(most: number) {
  const { reference, kind, city, provinceCode, lat, lon, dealershipId, receivedAt } = leadTable;
  return db()
    .select({
      reference,
      kind,
      city,
      provinceCode,
      lat,
      lon,
      receivedAt,
      dealershipId: dealershipTable.id,
      dealershipName: dealershipTable.name,
    })
    .from(leadTable)
    .innerJoin(dealershipTable, eq(dealershipTable.id, dealershipId))
    .where(and(inArray(kind, [...MATCHED_KINDS]), isNotNull(dealershipId)))
    .orderBy(desc(receivedAt), desc(leadTable.id))
    .limit(most);
}
