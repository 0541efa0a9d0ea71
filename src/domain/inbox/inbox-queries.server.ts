import { and, asc, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { hasAnswered } from "#domain/lead/answered.server.ts";
import { isAwaited } from "#domain/lead/awaited.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { listOutcomeReasons } from "#domain/lead/outcome-reasons.server.ts";
import { LEAD_STATUSES, type LeadStatus } from "#domain/lead/lead.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import type { Locale } from "#values/locale.ts";
import { makeRecord } from "#values/record.ts";
import { ROLE_RULES, ROLES } from "#values/role.ts";
import { conditionOf, isOwed } from "./inbox-conditions.server.ts";
import { type InboxFilter, type InboxSort, writeSearchQuery } from "./inbox-filter.ts";
import { leadInboxTable } from "./inbox.table.ts";

export const LEADS_PER_PAGE = 25;

type InboxPage = {
  sort: InboxSort;
  /** The reference of the last lead of the page before: this page continues after it. */
  after: string | null;
};

export type ListedLead = {
  reference: string;
  kind: LeadKind;
  status: LeadStatus;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  phoneVerifiedAt: Date | null;
  city: string | null;
  provinceCode: string | null;
  receivedAt: Date;
  dueAt: Date | null;
  firstContactAt: Date | null;
  formName: string;
  answers: unknown;
  /** Its sender agreed that a dealership gets it, and staff have yet to pass it on. */
  isAwaited: boolean;
  /** Its sender wrote by mail, and nobody has answered yet. */
  hasAnswered: boolean;
  ownerId: string | null;
  ownerName: string | null;
  dealershipName: string | null;
  source: string | null;
  locale: Locale;
};

type LeadPage = { leads: ListedLead[]; hasOlder: boolean };

export type InboxCounts = LeadCounts & { awaited: number };

/** A page of leads with the numbers of its tabs; null for a search that finds very many. */
export async function loadInbox(
  filter: InboxFilter,
  page: InboxPage,
): Promise<LeadPage & { counts: InboxCounts | null }> {
  const narrow = await narrowBy(filter);
  if (narrow.isCommon) return { ...(await readPage(narrow(), page)), counts: null };
  const [listed, counts, awaited] = await Promise.all([
    readPage(narrow(), page),
    readCounts(narrow({ stage: null, isAwaited: false })),
    readAwaited(narrow({ stage: null, isAwaited: true })),
  ]);
  return { ...listed, counts: { ...counts, awaited } };
}

/** One page of leads, the newest or the last active first. */
export async function listLeads(
  filter: InboxFilter,
  page: InboxPage = { sort: "newest", after: null },
): Promise<LeadPage> {
  return readPage((await narrowBy(filter))(), page);
}

async function readPage(condition: SQL | undefined, { sort, after }: InboxPage): Promise<LeadPage> {
  const { orders, follows } = SORTS[sort];
  // The page's ids first: no row of answers is read that it does not show.
  const found = db().select({ id: leadTable.id }).from(leadTable).$dynamic();
  if (sort === "active") found.innerJoin(leadInboxTable, eq(leadInboxTable.leadId, leadTable.id));
  const page = await found
    .where(
      and(
        condition,
        sort === "due" ? isOwed() : undefined,
        after === null ? undefined : follows(after),
      ),
    )
    .orderBy(...orders)
    .limit(LEADS_PER_PAGE + 1);
  const ids = page.slice(0, LEADS_PER_PAGE).map(({ id }) => id);
  if (ids.length === 0) return { leads: [], hasOlder: false };
  const rows = await db()
    .select({
      id: leadTable.id,
      reference: leadTable.reference,
      kind: leadTable.kind,
      status: leadTable.status,
      firstName: leadTable.firstName,
      lastName: leadTable.lastName,
      email: leadTable.email,
      phone: leadTable.phone,
      phoneVerifiedAt: leadTable.phoneVerifiedAt,
      city: leadTable.city,
      provinceCode: leadTable.provinceCode,
      receivedAt: leadTable.receivedAt,
      dueAt: leadTable.dueAt,
      firstContactAt: leadTable.firstContactAt,
      formName: submissionTable.formName,
      answers: submissionTable.answers,
      isAwaited: sql<boolean>`(${isAwaited()})`,
      hasAnswered: sql<boolean>`(${hasAnswered()})`,
      ownerId: leadTable.assignedToUserId,
      ownerName: userTable.name,
      dealershipName: dealershipTable.name,
      source: leadTable.source,
      locale: leadTable.locale,
    })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .leftJoin(userTable, eq(userTable.id, leadTable.assignedToUserId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, leadTable.dealershipId))
    .where(inArray(leadTable.id, ids))
    .orderBy(leadTable.id);
  const byId = new Map(rows.map(({ id, ...lead }) => [id, lead]));
  return {
    leads: ids.flatMap((id) => byId.get(id) ?? []),
    hasOlder: page.length > LEADS_PER_PAGE,
  };
}

/**
 * How each order is read, and which leads follow one in it. That one is named by its reference, so
 * that the page's address needs no timestamp that could be rounded.
 */
const SORTS: Record<InboxSort, { orders: SQL[]; follows: (reference: string) => SQL }> = {
  newest: {
    orders: [desc(leadTable.receivedAt), desc(leadTable.id)],
    follows: (reference) => sql`(${leadTable.receivedAt}, ${leadTable.id}) < (
      select last_shown.received_at, last_shown.id from ${leadTable} last_shown
      where last_shown.reference = ${reference})`,
  },
  due: {
    orders: [asc(leadTable.dueAt), asc(leadTable.id)],
    follows: (reference) => sql`(${leadTable.dueAt}, ${leadTable.id}) > (
      select last_shown.due_at, last_shown.id from ${leadTable} last_shown
      where last_shown.reference = ${reference})`,
  },
  active: {
    orders: [desc(leadInboxTable.activeAt), desc(leadInboxTable.leadId)],
    follows: (reference) => sql`(${leadInboxTable.activeAt}, ${leadInboxTable.leadId}) < (
      select last_shown.active_at, last_shown.lead_id from ${leadInboxTable} last_shown
      join lead shown_lead on shown_lead.id = last_shown.lead_id
      where shown_lead.reference = ${reference})`,
  },
};

export type LeadCounts = Record<LeadStatus, number> & { all: number };

/** The number of leads at each stage, of those that the rest of the filter leaves. */
export async function countLeads(filter: InboxFilter): Promise<LeadCounts> {
  return readCounts((await narrowBy(filter))({ stage: null, isAwaited: false }));
}

async function readCounts(condition: SQL | undefined): Promise<LeadCounts> {
  const rows = await db()
    .select({ status: leadTable.status, leads: count() })
    .from(leadTable)
    .where(condition)
    .groupBy(leadTable.status)
    .orderBy(leadTable.status);
  const of = (status: LeadStatus) => rows.find((row) => row.status === status)?.leads ?? 0;
  const counts = makeRecord(LEAD_STATUSES, of);
  const all = LEAD_STATUSES.reduce((sum, status) => sum + of(status), 0);
  return { ...counts, all };
}

/** The number of these leads that wait for staff to pass them on. */
export async function countAwaited(filter: InboxFilter): Promise<number> {
  return readAwaited((await narrowBy(filter))({ stage: null, isAwaited: true }));
}

function readAwaited(condition: SQL | undefined): Promise<number> {
  return db().$count(leadTable, condition);
}

/** The staff who may work on leads, and the dealerships that leads go to, for the filters. */
export async function listInboxChoices() {
  const workers = ROLES.filter((role) => ROLE_RULES[role].may.some((each) => each === "workLeads"));
  const [owners, dealerships, reasons] = await Promise.all([
    db()
      .select({ id: userTable.id, name: userTable.name })
      .from(userTable)
      .where(inArray(userTable.role, workers))
      .orderBy(asc(userTable.name), asc(userTable.id)),
    db()
      .select({ id: dealershipTable.id, name: dealershipTable.name })
      .from(dealershipTable)
      .orderBy(asc(dealershipTable.name), asc(dealershipTable.id)),
    listOutcomeReasons(),
  ]);
  return { owners, dealerships, reasons };
}

/** Most leads whose ids are listed in a query. */
const MOST_FOUND = 500;

/** A filter as a condition, with any of it replaced. */
type Narrow = ((change?: Partial<InboxFilter>) => SQL | undefined) & {
  /** Whether more was found than can be counted at once. */
  isCommon: boolean;
};

/**
 * A search is looked up once, in its index: the planner knows little of how rare a word is, and
 * would read the leads one by one to find a few. What is found more often than that is met soon
 * among the newest, and there they are read one by one.
 */
export async function narrowBy(filter: InboxFilter): Promise<Narrow> {
  const { search } = filter;
  const narrow = (isFound: SQL | undefined, isCommon: boolean): Narrow =>
    Object.assign(
      (change?: Partial<InboxFilter>) => and(conditionOf({ ...filter, ...change }), isFound),
      { isCommon },
    );
  if (search === null) return narrow(undefined, false);
  const matches = sql`${leadInboxTable.words} @@ ${writeSearchQuery(search)}::tsquery`;
  const { rows } = await db().execute<{ lead_id: string }>(sql`
    select lead_id from ${leadInboxTable} where ${matches} limit ${MOST_FOUND + 1}`);
  if (rows.length <= MOST_FOUND)
    return narrow(
      inArray(
        leadTable.id,
        rows.map((row) => row.lead_id),
      ),
      false,
    );
  // OFFSET 0 keeps the planner from joining the two tables as a whole.
  return narrow(
    sql`exists (
      select from ${leadInboxTable}
      where ${leadInboxTable.leadId} = ${leadTable.id} and ${matches} offset 0)`,
    true,
  );
}
