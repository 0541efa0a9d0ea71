import { and, asc, desc, eq, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import { DONE_STATUSES } from "#domain/lead/assignment.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { findLeadByReplyAddress } from "#domain/lead/reply-address.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { MatchWay } from "./inbound-email.ts";
import type { ReadEmail } from "./read-email.server.ts";

export type Match = { leadId: string; by: MatchWay };

/**
 * The lead that a mail answers: by the token in the address that it was sent to, by the mail that
 * it answers, or by its sender's address if exactly one open lead has it. Null if it is none of
 * these: nobody guesses whose mail it is.
 */
export async function matchEmail(email: ReadEmail): Promise<Match | null> {
  for (const address of email.recipients) {
    const lead = await findLeadByReplyAddress(address);
    if (lead) return { leadId: lead.id, by: "token" };
  }
  return (await matchThread(email)) ?? (await matchAddress(email));
}

/** Among the mails to the lead's sender: a dealership's answer to its own is not theirs. */
async function matchThread({ ourMessageIds }: ReadEmail): Promise<Match | null> {
  if (ourMessageIds.length === 0) return null;
  const [message] = await db()
    .select({ leadId: messageTable.leadId })
    .from(messageTable)
    .where(
      and(
        inArray(messageTable.id, [...ourMessageIds]),
        eq(messageTable.channel, "email"),
        isNull(messageTable.dealershipId),
        isNotNull(messageTable.leadId),
      ),
    )
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id))
    .limit(1);
  return message?.leadId ? { leadId: message.leadId, by: "thread" } : null;
}

async function matchAddress({ fromAddress }: ReadEmail): Promise<Match | null> {
  if (fromAddress === "") return null;
  const [lead, ...more] = await db()
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(
      and(
        eq(sql`lower(${leadTable.email})`, fromAddress),
        notInArray(leadTable.status, [...DONE_STATUSES]),
      ),
    )
    .orderBy(asc(leadTable.id))
    .limit(2);
  return lead && more.length === 0 ? { leadId: lead.id, by: "address" } : null;
}
