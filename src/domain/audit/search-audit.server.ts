import { and, desc, eq, inArray, lt, or, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { DEFAULT_TIME_ZONE } from "#values/format.ts";
import { ASSIGNABLE_ROLES } from "#values/role.ts";
import type { AuditAction, AuditActorKind, AuditRecord } from "./audit.ts";
import { auditTable } from "./audit.table.ts";

export type AuditSearch = {
  action: AuditAction | null;
  /** The account that did it, or that it was done to. */
  accountId: string | null;
  /** A lead's reference, an account's id, or a page's address. */
  thingId: string | null;
  /** Calendar days (YYYY-MM-DD) in the business's time zone, both included. */
  from: string | null;
  to: string | null;
  /** Only records before this position. */
  olderThan: number | null;
};

const PAGE = 50;

/** The newest records that match the search. */
export async function searchAudit(
  search: AuditSearch,
): Promise<{ records: AuditRecord[]; hasOlder: boolean }> {
  const { action, accountId, thingId, from, to, olderThan } = search;
  const dayBegins = (day: string) =>
    sql`(${day}::date)::timestamp at time zone ${DEFAULT_TIME_ZONE}`;
  const found = await db()
    .select()
    .from(auditTable)
    .where(
      and(
        action === null ? undefined : eq(auditTable.action, action),
        accountId === null
          ? undefined
          : sql`(${auditTable.accountId} = ${accountId}
              or (${auditTable.thingKind} = 'account' and ${auditTable.thingId} = ${accountId}))`,
        thingId === null ? undefined : eq(auditTable.thingId, thingId),
        from === null ? undefined : sql`${auditTable.at} >= ${dayBegins(from)}`,
        to === null ? undefined : sql`${auditTable.at} < ${dayBegins(to)} + interval '1 day'`,
        olderThan === null ? undefined : lt(auditTable.position, olderThan),
      ),
    )
    .orderBy(desc(auditTable.position))
    .limit(PAGE + 1);
  return { records: found.slice(0, PAGE), hasOlder: found.length > PAGE };
}

/** A staff member or a dealership member viewed what was sent under this reference. */
export type AnswersViewed = {
  reference: string;
  /** The sealed answer that was opened for them; null if they saw the page. */
  sealed: string | null;
  at: Date;
  by: AuditActorKind;
  accountId: string | null;
};

const MOST_VIEWS = 500;

/** The id of a sealed answer, or of a document, in the records. */
export function formatSealedId(reference: string, sealed: string): string {
  return `${reference}/${sealed}`;
}

/**
 * Who viewed the answers of these leads, the newest first; also which of the answers named in
 * `sealed` were opened for them.
 */
export async function listViews(
  leads: readonly { reference: string; sealed: readonly string[] }[],
): Promise<AnswersViewed[]> {
  if (leads.length === 0) return [];
  const references = leads.map(({ reference }) => reference);
  const sealedIds = leads.flatMap(({ reference, sealed }) =>
    sealed.map((each) => formatSealedId(reference, each)),
  );
  const found = await db()
    .select()
    .from(auditTable)
    .where(
      and(
        or(
          and(
            eq(auditTable.thingKind, "lead"),
            inArray(auditTable.thingId, references),
            eq(auditTable.action, "lead_viewed"),
          ),
          and(
            eq(auditTable.thingKind, "sealed_value"),
            inArray(auditTable.thingId, sealedIds),
            inArray(auditTable.action, ["sealed_answer_revealed", "document_viewed"]),
          ),
        ),
        eq(auditTable.outcome, "done"),
        inArray(auditTable.actorKind, [...ASSIGNABLE_ROLES]),
      ),
    )
    .orderBy(desc(auditTable.position))
    .limit(MOST_VIEWS);
  return found.flatMap(({ thingId, at, actorKind, accountId }) => {
    if (thingId === null) return [];
    const [reference = "", sealed = null] = thingId.split("/");
    return [{ reference, sealed, at, by: actorKind, accountId }];
  });
}
