import { and, asc, eq, gt } from "drizzle-orm";
import { dueState } from "#domain/first-contact/first-contact.ts";
import { isOpen, wallClock } from "#domain/first-contact/due-time.server.ts";
import { NOTICED_EVENTS } from "#domain/lead/lead.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import type { EventName } from "#domain/notification/events/events.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import type { NewMessage } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { isOneOf } from "#platform/database/columns.ts";
import { db } from "#platform/database/database.server.ts";
import { escalateOverdue } from "./escalate.server.ts";
import { oweDigests } from "./digest.server.ts";
import { chooseWay, type NoticeKind, type NoticeWay } from "./notice.ts";
import {
  findOnCall,
  LAST_RESORT,
  listTeam,
  findProvedPhone,
  type TeamMember,
} from "./preferences.server.ts";
import { oweOnce } from "./owe-once.server.ts";

/** After a night of quiet hours or a day without the site, staff are still told; not after more. */
const LONGEST_AGO_MS = 24 * 60 * 60_000;

/** Run every minute: escalates what is overdue, and tells staff of it and of what else happened. */
export async function runNotices(at: Date = now()): Promise<void> {
  await escalateOverdue(at);
  await oweNotices(at);
  await oweDigests(at);
}

const KIND_OF = {
  received: "new_lead",
  document_received: "answer",
  contact_given: "answer",
  mail_received: "answer",
  delivery_failed: "delivery_failed",
  escalated: "overdue",
} as const satisfies Record<(typeof NOTICED_EVENTS)[number], NoticeKind>;

type Noticed = Awaited<ReturnType<typeof listNoticed>>[number];

/** What happened to leads in the last day that staff may want to be told of. */
async function listNoticed(at: Date) {
  const rows = await db()
    .select({ event: leadEventTable, lead: leadTable })
    .from(leadEventTable)
    .innerJoin(leadTable, eq(leadTable.id, leadEventTable.leadId))
    .where(
      and(
        isOneOf(leadEventTable.kind, NOTICED_EVENTS),
        gt(leadEventTable.at, new Date(at.getTime() - LONGEST_AGO_MS)),
      ),
    )
    .orderBy(asc(leadEventTable.at), asc(leadEventTable.id));
  return rows.flatMap(({ event, lead }) => {
    const kind = NOTICED_EVENTS.find((each) => each === event.kind);
    return kind ? [{ event, lead, kind: KIND_OF[kind] }] : [];
  });
}

/**
 * Owes each member of staff a message of what they want to be told of. A message's key names the
 * event and the person: however often this runs, and in however many processes, each is told once.
 */
async function oweNotices(at: Date): Promise<void> {
  const noticed = (await listNoticed(at)).filter((each) => isStillNews(each, at));
  if (noticed.length === 0) return;
  const [day = "", clock = ""] = wallClock(at).split(" ");
  const onCall = await findOnCall(day);
  const team = await listTeam();
  const untold = await listUntold(at);
  const moment = { clock, isOpen: isOpen(at) };
  const messages = noticed.flatMap((each) =>
    listReaders(each, team).flatMap((member) => {
      const isOnCall = member.id === onCall;
      const way = chooseWay(each.kind, member.preference, { ...moment, isOnCall });
      if (way === "later" || way === "none") return [];
      const notice = writeNotice(each, member, way);
      if (!untold.has(notice.key)) return [notice];
      return [{ ...writeNotice(each, member, "mail"), key: `${notice.key}:mail` }];
    }),
  );
  await oweOnce(messages);
}

/** Whoever works on the lead; the team if nobody does, or if the promise was broken. */
function listReaders({ lead, event, kind }: Noticed, team: readonly TeamMember[]) {
  if (kind === "overdue" && event.note === "team")
    return team.filter(({ id, preference }) => {
      const isOthers = lead.assignedToUserId !== null && lead.assignedToUserId !== id;
      return !(preference.isOwnOnly && isOthers);
    });
  if (kind === "overdue") return team.filter(({ role }) => LAST_RESORT.includes(role));
  const owner = team.filter(({ id }) => id === lead.assignedToUserId);
  return owner.length > 0 ? owner : team;
}

/** A lead that somebody has contacted since is no news. */
export function isStillNews(
  { lead, kind }: { lead: typeof leadTable.$inferSelect; kind: NoticeKind },
  at: Date,
): boolean {
  if (kind === "new_lead") return lead.status === "new" && lead.firstContactAt === null;
  if (kind === "overdue") return dueState(lead, at) === "overdue";
  return true;
}

type Notice = NewMessage & { key: string };

function writeNotice(
  { event, lead, kind }: Noticed,
  member: TeamMember,
  way: Exclude<NoticeWay, "none">,
): Notice {
  const { id: userId, email, locale } = member;
  const phone = findProvedPhone(member);
  const params = { kind, leadId: lead.id, isLast: event.note === "administrators" };
  const message = { locale, userId, params, key: `staff_notice:${event.id}:${userId}` };
  if (way === "sms" && phone) return { ...message, event: "staff_notice_sms", to: phone };
  if (way === "push" && member.hasBrowser)
    return { ...message, event: "staff_notice_push", to: email };
  return { ...message, event: "staff_notice", to: email };
}

/** The keys of the day's push messages that no browser took. */
async function listUntold(at: Date): Promise<ReadonlySet<string>> {
  const rows = await db()
    .select({ key: messageTable.key })
    .from(messageTable)
    .where(
      and(
        eq(messageTable.event, "staff_notice_push" satisfies EventName),
        eq(messageTable.state, "dead"),
        gt(messageTable.createdAt, new Date(at.getTime() - LONGEST_AGO_MS)),
      ),
    )
    .orderBy(asc(messageTable.key));
  return new Set(rows.map(({ key }) => key));
}
