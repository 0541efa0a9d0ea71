import {
  and,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import { isAwaited } from "#domain/lead/awaited.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import type { LeadStatus } from "#domain/lead/lead.ts";
import { leadOutcomeTable } from "#domain/lead/outcome.table.ts";
import { isLeadResult } from "#domain/lead/outcome.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { calendarDay, DEFAULT_TIME_ZONE } from "#values/format.ts";
import { type DueFilter, type InboxFilter, NONE } from "./inbox-filter.ts";
import { leadInboxTable } from "./inbox.table.ts";

/** A filter without its search, for a query of leads. */
export function conditionOf(filter: InboxFilter): SQL | undefined {
  const { kind, stage, owner, dealership, province, language, from, to } = filter;
  return and(
    kind ? eq(leadTable.kind, kind) : undefined,
    stage ? eq(leadTable.status, stage) : undefined,
    isOf(leadTable.assignedToUserId, owner),
    isOf(leadTable.dealershipId, dealership),
    province ? eq(leadTable.provinceCode, province) : undefined,
    language ? eq(leadTable.locale, language) : undefined,
    isOf(leadTable.source, filter.source),
    isOf(leadTable.campaign, filter.campaign),
    filter.due ? isDue(filter.due) : undefined,
    filter.outcome ? endedAs(filter.outcome) : undefined,
    filter.left ? hasLeft(filter.left) : undefined,
    filter.hasCar ? isInInbox(sql`${leadInboxTable.hasCar}`) : undefined,
    filter.needsDocuments ? needsDocuments() : undefined,
    filter.isAwaited ? isAwaited() : undefined,
    from ? sql`${leadTable.receivedAt} >= ${startOf(from)}` : undefined,
    to ? sql`${leadTable.receivedAt} < ${startOf(to, 1)}` : undefined,
  );
}

/** Its sender was promised a contact, and nobody has made it; as `dueState` counts it. */
export function isOwed(): SQL | undefined {
  return and(
    isNotNull(leadTable.dueAt),
    isNull(leadTable.firstContactAt),
    notInArray(leadTable.status, ["delivered", "closed"]),
  );
}

function isDue(due: DueFilter): SQL | undefined {
  const at = now();
  switch (due) {
    case "overdue":
      return and(isOwed(), lt(leadTable.dueAt, at));
    case "today":
      return and(
        isOwed(),
        gte(leadTable.dueAt, at),
        sql`${leadTable.dueAt} < ${startOf(calendarDay(at), 1)}`,
      );
    case "met":
      return sql`${leadTable.firstContactAt} <= ${leadTable.dueAt}`;
    case "late":
      return sql`coalesce(${leadTable.firstContactAt}, ${at.toISOString()}::timestamptz) > ${leadTable.dueAt}`;
  }
}

function endedAs(outcome: string): SQL {
  const { leadId, result, reasonId, reopenedAt } = leadOutcomeTable;
  const asked = isLeadResult(outcome) ? eq(result, outcome) : eq(reasonId, outcome);
  const ended = db().select({ leadId }).from(leadOutcomeTable);
  return inArray(leadTable.id, ended.where(and(isNull(reopenedAt), asked)));
}

function hasLeft(stage: LeadStatus): SQL {
  const { leadId, fromStatus } = leadEventTable;
  const left = db().select({ leadId }).from(leadEventTable);
  return inArray(leadTable.id, left.where(eq(fromStatus, stage)));
}

function isOf(
  column: (typeof leadTable)["assignedToUserId" | "dealershipId" | "source" | "campaign"],
  id: string | null,
): SQL | undefined {
  if (id === null) return undefined;
  return id === NONE ? isNull(column) : eq(column, id);
}

function isInInbox(condition: SQL): SQL {
  return inArray(
    leadTable.id,
    db().select({ leadId: leadInboxTable.leadId }).from(leadInboxTable).where(condition),
  );
}

/** When the day begins where the business is, or the day so many days later. */
function startOf(day: string, daysLater = 0): SQL {
  return sql`((${day}::date + ${daysLater}::int)::timestamp at time zone ${DEFAULT_TIME_ZONE})`;
}

function needsDocuments(): SQL {
  return sql`${leadTable.submissionId} in (
    select asked.submission_id from document_request asked
    where exists (
      select unnest(asked.kinds)
      except
      select document.kind from document
      where document.submission_id = asked.submission_id and document.stored_at is not null))`;
}
