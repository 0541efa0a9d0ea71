import type { LeadKind } from "#values/lead-kind.ts";
import { makeRecord } from "#values/record.ts";
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  inArray,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { selectActiveShares } from "./consents.server.ts";
import { listAnswerCorrections } from "./correct-answer.server.ts";
import { leadTable, leadEventTable } from "./lead.table.ts";
import { LEAD_STATUSES, type LeadStatus } from "./lead.ts";
import { submissionTable } from "./submission.table.ts";
import { db } from "#platform/database/database.server.ts";
import { consentTable } from "./consent.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { listMessagesOfLead } from "#domain/notification/messages.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { foldText } from "#values/text-fold.ts";
import { readReference } from "#values/reference.ts";

/**
 * The lead and submission of a reference, as somebody typed it, if it is of this form; otherwise
 * null.
 */
export async function findLeadOfForm(typedReference: string, formName: string) {
  const reference = readReference(typedReference);
  if (!reference) return null;
  const [row] = await db()
    .select({ lead: leadTable, submission: submissionTable })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(eq(leadTable.reference, reference));
  return row?.submission.formName === formName ? row : null;
}

/** By when the sender of this request was promised that we contact them, if they were. */
export async function findDueAt(reference: string): Promise<Date | null> {
  const [row] = await db()
    .select({ dueAt: leadTable.dueAt })
    .from(leadTable)
    .where(eq(leadTable.reference, reference));
  return row?.dueAt ?? null;
}

export const LEADS_PER_PAGE = 25;

export type LeadFilter = {
  status: LeadStatus | null;
  search: LeadSearch | null;
  /** Only leads that wait for staff to pass them on. */
  isAwaited?: boolean;
  /** The reference of the last lead of the page before: this page continues with older ones. */
  olderThan: string | null;
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
  formName: string;
  answers: unknown;
  /** Its sender agreed that a dealership gets it, and staff have yet to pass it on. */
  isAwaited: boolean;
};

/** One page of leads, newest first; `hasOlder` is true if another page follows. */
export async function listLeads(
  filter: LeadFilter,
): Promise<{ leads: ListedLead[]; hasOlder: boolean }> {
  const leads = await db()
    .select({
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
      formName: submissionTable.formName,
      answers: submissionTable.answers,
      isAwaited: sql<boolean>`(${isAwaited()})`,
    })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(
      and(
        filter.status ? eq(leadTable.status, filter.status) : undefined,
        filter.search ? matches(filter.search) : undefined,
        filter.isAwaited ? isAwaited() : undefined,
        filter.olderThan ? isOlderThan(filter.olderThan) : undefined,
      ),
    )
    .orderBy(desc(leadTable.receivedAt), desc(leadTable.id))
    .limit(LEADS_PER_PAGE + 1);
  return { leads: leads.slice(0, LEADS_PER_PAGE), hasOlder: leads.length > LEADS_PER_PAGE };
}

export type LeadCounts = Record<LeadStatus, number> & { all: number };

/** The number of leads at each stage. */
export async function countLeads(): Promise<LeadCounts> {
  const rows = await db()
    .select({ status: leadTable.status, leads: count() })
    .from(leadTable)
    .groupBy(leadTable.status);
  const of = (status: LeadStatus) => rows.find((row) => row.status === status)?.leads ?? 0;
  const counts = makeRecord(LEAD_STATUSES, of);
  const all = LEAD_STATUSES.reduce((sum, status) => sum + of(status), 0);
  return { ...counts, all };
}

/** The number of leads that wait for staff to pass them on. */
export function countAwaited(): Promise<number> {
  return db().$count(leadTable, isAwaited());
}

/**
 * The same condition as `findAwaited` has for one lead. The kind is a literal, so that the query
 * can use a partial index.
 */
function isAwaited(): SQL | undefined {
  const everAwaited = db()
    .select({ leadId: leadEventTable.leadId })
    .from(leadEventTable)
    .where(sql`${leadEventTable.kind} = 'pass_on_awaited'`);
  return and(
    isNull(leadTable.dealershipId),
    inArray(leadTable.id, everAwaited),
    ne(leadTable.status, "closed"),
    exists(selectActiveShares(db(), leadTable.submissionId)),
  );
}

/**
 * The lead is named by its reference, so the page's address needs no timestamp that could be
 * rounded.
 */
function isOlderThan(reference: string): SQL {
  return sql`(${leadTable.receivedAt}, ${leadTable.id}) < (
    select last_shown.received_at, last_shown.id from ${leadTable} last_shown
    where last_shown.reference = ${reference}
  )`;
}

function matches(search: LeadSearch): SQL | undefined {
  // Folded in the same way as values/text-fold.ts folds the search: no accents, no capitals, no
  // punctuation.
  const text = sql`concat_ws(' ', ${leadTable.firstName}, ${leadTable.lastName}, ${leadTable.city}, ${leadTable.email})`;
  const letters = sql`replace(replace(lower(${text}), 'œ', 'oe'), 'æ', 'ae')`;
  const plain = sql`regexp_replace(normalize(${letters}, NFKD), '[\u0300-\u036f]', '', 'g')`;
  const folded = sql`regexp_replace(${plain}, '[^[:alnum:]]+', ' ', 'g')`;
  return or(
    and(...search.words.map((word) => sql`position(${word} in ${folded}) > 0`)),
    search.phoneDigits ? sql`position(${search.phoneDigits} in ${leadTable.phone}) > 0` : undefined,
    search.reference ? eq(leadTable.reference, search.reference) : undefined,
  );
}

/**
 * Everything stored about one lead. Sealed answers stay sealed: only whether there are any is read.
 */
export async function findLead(reference: string) {
  const [row] = await db()
    .select({ lead: leadTable, submission: submissionTable, dealership: dealershipTable })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, leadTable.dealershipId))
    .where(eq(leadTable.reference, reference));
  if (!row) return null;
  const { sealedAnswers, ...submission } = row.submission;
  const [events, consents, messages, corrections] = await Promise.all([
    findEvents(row.lead.id),
    db()
      .select()
      .from(consentTable)
      .where(eq(consentTable.submissionId, submission.id))
      .orderBy(asc(consentTable.givenAt), asc(consentTable.id)),
    listMessagesOfLead(row.lead.id),
    listAnswerCorrections(db(), submission.id),
  ]);
  return {
    lead: row.lead,
    submission: { ...submission, hasSealedAnswers: sealedAnswers !== null },
    dealership: row.dealership,
    events,
    consents,
    messages,
    /** Corrections of answers, at their sender's request. */
    corrections,
  };
}

export type FoundLead = NonNullable<Awaited<ReturnType<typeof findLead>>>;

/** Leads by their references, with the unsealed answers of their submissions; newest first. */
export async function listStoredAnswers(references: readonly string[]) {
  if (references.length === 0) return [];
  return db()
    .select({
      reference: leadTable.reference,
      formName: submissionTable.formName,
      answers: submissionTable.answers,
    })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(inArray(leadTable.reference, [...references]))
    .orderBy(desc(leadTable.receivedAt), desc(leadTable.id));
}

/** The references of leads by their ids. */
export async function listLeadReferences(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ id: leadTable.id, reference: leadTable.reference })
    .from(leadTable)
    .where(inArray(leadTable.id, [...ids]));
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

const toUser = alias(userTable, "to_user");

/** Newest first. */
async function findEvents(leadId: string) {
  return db()
    .select({
      id: leadEventTable.id,
      kind: leadEventTable.kind,
      fromStatus: leadEventTable.fromStatus,
      toStatus: leadEventTable.toStatus,
      note: leadEventTable.note,
      at: leadEventTable.at,
      byUserId: leadEventTable.byUserId,
      byName: userTable.name,
      toUserId: leadEventTable.toUserId,
      toName: toUser.name,
    })
    .from(leadEventTable)
    .leftJoin(userTable, eq(userTable.id, leadEventTable.byUserId))
    .leftJoin(toUser, eq(toUser.id, leadEventTable.toUserId))
    .where(eq(leadEventTable.leadId, leadId))
    .orderBy(desc(leadEventTable.at), desc(leadEventTable.id));
}

/**
 * What a person may mean by the words in the inbox's search field. A lead is found if any of the
 * three matches.
 */
type LeadSearch = {
  /** Folded; each must be part of name, e-mail or city. */
  words: string[];
  /**
   * Part of a phone number without its country code; null for fewer than four digits, which match
   * too many.
   */
  phoneDigits: string | null;
  reference: string | null;
};

const MIN_PHONE_DIGITS = 4;
const MAX_SEARCH_LENGTH = 100;
const PHONE_LIKE = /^[\d\s().+-]+$/;

/** Reads a search; null if there is nothing to search for. */
export function readSearch(text: string): LeadSearch | null {
  const typed = text.slice(0, MAX_SEARCH_LENGTH);
  const words = foldText(typed).split(" ").filter(Boolean);
  if (words.length === 0) return null;
  const digits = typed.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return {
    words,
    phoneDigits: PHONE_LIKE.test(typed) && digits.length >= MIN_PHONE_DIGITS ? digits : null,
    reference: readReference(typed),
  };
}
