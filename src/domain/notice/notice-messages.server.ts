import { and, eq, isNull, lt, notInArray, sql } from "drizzle-orm";
import { leadTable } from "#domain/lead/lead.table.ts";
import { kindWord } from "#domain/lead/lead-words.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { NoticeKind } from "./notice.ts";
import { isStillNews } from "./notices.server.ts";

type Stored = { kind: NoticeKind; leadId: string; isLast: boolean };

/** What a notice says when it is sent; null if the lead is gone, or if it is no news any more. */
async function prepareNotice({ locale }: Message, { kind, leadId, isLast }: Stored) {
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, leadId));
  if (!lead || !isStillNews({ lead, kind }, now())) return null;
  return {
    kind,
    isLast,
    reference: lead.reference,
    what: kindWord(lead.kind, locale),
    due: lead.dueAt,
  };
}

/** The numbers of the morning; null if nothing waits. */
async function prepareDigest({ userId }: Message) {
  const at = now();
  const isOpen = notInArray(leadTable.status, ["delivered", "closed"]);
  const isUncontacted = and(isOpen, isNull(leadTable.firstContactAt));
  const dayEnd = new Date(at.getTime() + 12 * 60 * 60_000);
  const counted = (condition: ReturnType<typeof and>) => db().$count(leadTable, condition);
  const [overdue, dueToday, unowned, own] = await Promise.all([
    counted(and(isUncontacted, lt(leadTable.dueAt, at))),
    counted(and(isUncontacted, sql`${leadTable.dueAt} >= ${at}`, lt(leadTable.dueAt, dayEnd))),
    counted(and(eq(leadTable.status, "new"), isNull(leadTable.assignedToUserId))),
    userId === null ? 0 : counted(and(isOpen, eq(leadTable.assignedToUserId, userId))),
  ]);
  return overdue + dueToday + unowned + own > 0 ? { overdue, dueToday, unowned, own } : null;
}

/** Checked again when they are sent: a provider may have been away for an hour. */
export const noticeMessages = {
  staff_notice: { prepare: prepareNotice },
  staff_notice_sms: { prepare: prepareNotice },
  staff_notice_push: { prepare: prepareNotice },
  staff_digest: { prepare: prepareDigest },
};
