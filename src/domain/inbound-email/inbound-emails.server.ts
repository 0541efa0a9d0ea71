import { and, asc, desc, eq, isNull, lt } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { expiredRows } from "#platform/database/expired-rows.server.ts";
import { UNMATCHED_MAIL_DAYS } from "#values/retention.ts";
import { inboundEmailTable } from "./inbound-email.table.ts";

export type InboundEmail = typeof inboundEmailTable.$inferSelect;

/** Of one page. */
const MOST_SHOWN = 50;

/** What programs write needs nobody. */
const isUnmatched = and(isNull(inboundEmailTable.leadId), eq(inboundEmailTable.kind, "answer"));

/** The mails that a lead's history shows, by its lines. */
export async function listEmailsOfLead(leadId: string): Promise<ReadonlyMap<string, InboundEmail>> {
  const rows = await db()
    .select()
    .from(inboundEmailTable)
    .where(eq(inboundEmailTable.leadId, leadId))
    .orderBy(asc(inboundEmailTable.id));
  return new Map(rows.flatMap((row) => (row.eventId ? [[row.eventId, row]] : [])));
}

/** The mails that belong to no lead yet, the newest first. */
export function listUnmatched(): Promise<InboundEmail[]> {
  return db()
    .select()
    .from(inboundEmailTable)
    .where(isUnmatched)
    .orderBy(desc(inboundEmailTable.receivedAt), desc(inboundEmailTable.id))
    .limit(MOST_SHOWN);
}

export function countUnmatched(): Promise<number> {
  return db().$count(inboundEmailTable, isUnmatched);
}

/** Deletes a mail that belongs to no lead, such as advertising. */
export async function deleteUnmatched(id: string): Promise<void> {
  await db()
    .delete(inboundEmailTable)
    .where(and(eq(inboundEmailTable.id, id), isNull(inboundEmailTable.leadId)));
}

const UNMATCHED_LIFE_MS = UNMATCHED_MAIL_DAYS * 24 * 60 * 60_000;

export const oldUnmatchedEmails = expiredRows(inboundEmailTable, (at) =>
  and(
    isNull(inboundEmailTable.leadId),
    lt(inboundEmailTable.receivedAt, new Date(at.getTime() - UNMATCHED_LIFE_MS)),
  ),
);
