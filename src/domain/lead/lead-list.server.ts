import { and, count, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { leadTable } from "./lead.table.ts";
import { LEAD_STATUSES, type LeadStatus } from "./lead-status.ts";
import { submissionTable } from "./submission.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { LeadSearch } from "./lead-search.ts";

export const LEADS_PER_PAGE = 25;

export type LeadFilter = {
  status: LeadStatus | null;
  search: LeadSearch | null;
  /** Reference of the last lead of the page before: the list goes on with older ones. */
  olderThan: string | null;
};

export type ListedLead = {
  reference: string;
  kind: string;
  status: string;
  firstName: string;
  lastName: string;
  city: string | null;
  provinceCode: string | null;
  receivedAt: Date;
  formName: string;
  answers: unknown;
};

/** One page of leads, newest first; `hasOlder` says whether another page follows. */
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
      city: leadTable.city,
      provinceCode: leadTable.provinceCode,
      receivedAt: leadTable.receivedAt,
      formName: submissionTable.formName,
      answers: submissionTable.answers,
    })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(
      and(
        filter.status ? eq(leadTable.status, filter.status) : undefined,
        filter.search ? matches(filter.search) : undefined,
        filter.olderThan ? isOlderThan(filter.olderThan) : undefined,
      ),
    )
    .orderBy(desc(leadTable.receivedAt), desc(leadTable.id))
    .limit(LEADS_PER_PAGE + 1);
  return { leads: leads.slice(0, LEADS_PER_PAGE), hasOlder: leads.length > LEADS_PER_PAGE };
}

export type LeadCounts = Record<LeadStatus, number> & { all: number };

/** How many leads stand at each stage. */
export async function countLeads(): Promise<LeadCounts> {
  const rows = await db()
    .select({ status: leadTable.status, leads: count() })
    .from(leadTable)
    .groupBy(leadTable.status);
  const of = (status: LeadStatus) => rows.find((row) => row.status === status)?.leads ?? 0;
  const counts = Object.fromEntries(LEAD_STATUSES.map((status) => [status, of(status)]));
  const all = LEAD_STATUSES.reduce((sum, status) => sum + of(status), 0);
  return { ...(counts as Record<LeadStatus, number>), all };
}

/** The lead is named by its reference, so the page's address carries no instant to be rounded. */
function isOlderThan(reference: string): SQL {
  return sql`(${leadTable.receivedAt}, ${leadTable.id}) < (
    select last_shown.received_at, last_shown.id from ${leadTable} last_shown
    where last_shown.reference = ${reference}
  )`;
}

function matches(search: LeadSearch): SQL | undefined {
  // Folded as values/text-fold.ts folds the search: no accents, no capitals, no punctuation.
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
