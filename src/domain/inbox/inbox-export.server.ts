import { desc, eq, inArray } from "drizzle-orm";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { InboxFilter } from "./inbox-filter.ts";
import type { InboxColumn } from "./inbox-columns.ts";
import { narrowBy } from "./inbox-queries.server.ts";

/** A file that a spreadsheet program still opens. */
const MOST_ROWS = 100_000;

/**
 * The leads of a filter for a file, newest first: who asked for what, and who works on it. If some
 * are chosen by their references, these alone. With columns, the file has no others beside the
 * sender and request.
 */
export async function exportLeads(
  filter: InboxFilter,
  chosen: readonly string[] = [],
  columns: readonly InboxColumn[] | null = null,
) {
  const narrow = await narrowBy(filter);
  const rows = await db()
    .select({
      reference: leadTable.reference,
      received: leadTable.receivedAt,
      kind: leadTable.kind,
      stage: leadTable.status,
      owner: userTable.name,
      firstName: leadTable.firstName,
      lastName: leadTable.lastName,
      email: leadTable.email,
      phone: leadTable.phone,
      city: leadTable.city,
      province: leadTable.provinceCode,
      language: leadTable.locale,
      dealership: dealershipTable.name,
      source: leadTable.source,
      campaign: leadTable.campaign,
      campaignSource: leadTable.campaignSource,
      campaignMedium: leadTable.campaignMedium,
      due: leadTable.dueAt,
      firstContact: leadTable.firstContactAt,
    })
    .from(leadTable)
    .leftJoin(userTable, eq(userTable.id, leadTable.assignedToUserId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, leadTable.dealershipId))
    .where(chosen.length > 0 ? inArray(leadTable.reference, chosen) : narrow())
    .orderBy(desc(leadTable.receivedAt), desc(leadTable.id))
    .limit(MOST_ROWS);
  if (columns === null) return rows;
  const kept = new Set([...ALWAYS, ...columns.flatMap((column) => FIELDS[column])]);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => kept.has(name))),
  );
}

const ALWAYS = ["reference", "kind", "firstName", "lastName", "city", "province"];

/** What the file has of each column of the list. */
const FIELDS: Record<InboxColumn, readonly string[]> = {
  stage: ["stage"],
  due: ["due", "firstContact"],
  owner: ["owner"],
  received: ["received"],
  dealership: ["dealership"],
  source: ["source", "campaign", "campaignSource", "campaignMedium"],
  language: ["language"],
  email: ["email"],
  phone: ["phone"],
};
