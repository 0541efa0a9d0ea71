import { and, asc, desc, gte, lt, lte, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import type { RunOut } from "#platform/database/run-out.server.ts";
import { AUDIT_YEARS } from "#values/retention.ts";
import { type AuditHead, formatAuditHead } from "./audit.ts";
import { auditTable } from "./audit.table.ts";
import { lockAuditChain, recordAudit } from "./record-audit.server.ts";

/**
 * Forgets what has been on record for longer than its years, a day's records together. That they were
 * forgotten goes on record first: the chain goes on from what that says of the last of them. Answers
 * how many went.
 */
export async function forgetOldRecords(): Promise<number> {
  return db().transaction(async (transaction) => {
    await lockAuditChain(transaction);
    const last = await findLastExpired(transaction, now());
    if (!last) return 0;
    const on = { kind: "record", id: formatAuditHead(last) } as const;
    await recordAudit(transaction, { action: "records_forgotten", on });
    // The site may delete no record: this function of the owner's may, and a trigger holds it to
    // what is old enough and below what was just put on record.
    const { rows } = await transaction.execute<{ count: string }>(
      sql`select forget_audit_records(${last.position}) as count`,
    );
    return Number(rows[0]?.count);
  });
}

/** What is on record, as the job forgets it and a page foretells it. */
export const oldRecords: RunOut = {
  count: async (at) => {
    const last = await findLastExpired(db(), at);
    return last ? db().$count(auditTable, lte(auditTable.position, last.position)) : 0;
  },
  end: forgetOldRecords,
};

/**
 * The newest record whose years are over, before the first that must be kept. By the database's clock,
 * as the trigger. A time still to come was written by a clock that was wrong: it keeps nothing, and
 * goes with a record behind it whose years are over.
 */
async function findLastExpired(queryable: Queryable, at: Date): Promise<AuditHead | null> {
  const secondsAhead = (at.getTime() - now().getTime()) / 1000;
  const moment = sql`(now() + make_interval(secs => ${secondsAhead}))`;
  const retainedFrom = sql`date_trunc('day', ${moment}, 'UTC') - make_interval(years => ${AUDIT_YEARS})`;
  const [retained] = await queryable
    .select({ position: auditTable.position })
    .from(auditTable)
    .where(and(gte(auditTable.at, retainedFrom), lte(auditTable.at, moment)))
    .orderBy(asc(auditTable.position))
    .limit(1);
  const [last] = await queryable
    .select({ position: auditTable.position, mac: auditTable.mac })
    .from(auditTable)
    .where(
      and(lt(auditTable.at, retainedFrom), retained && lt(auditTable.position, retained.position)),
    )
    .orderBy(desc(auditTable.position))
    .limit(1);
  return last ?? null;
}
