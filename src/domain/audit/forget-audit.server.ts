import { and, asc, desc, gte, lt, lte, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import type { ExpiredData } from "#platform/database/expired-rows.server.ts";
import { AUDIT_YEARS } from "#values/retention.ts";
import { type AuditHead, formatAuditHead } from "./audit.ts";
import { auditTable } from "./audit.table.ts";
import { lockAuditChain, recordAudit } from "./record-audit.server.ts";

/**
 * Deletes records that are older than the retention period, a whole day at a time. This is recorded
 * first: the chain continues from what that record says about the last deleted one. Returns how
 * many were deleted.
 */
export async function forgetOldRecords(): Promise<number> {
  return db().transaction(async (transaction) => {
    await lockAuditChain(transaction);
    const last = await findLastExpired(transaction, now());
    if (!last) return 0;
    const on = { kind: "record", id: formatAuditHead(last) } as const;
    await recordAudit(transaction, { action: "records_forgotten", on });
    // The site's own role may not delete records. This function of the owner's may; a trigger
    // limits it to records that are old enough and older than the record just written.
    const { rows } = await transaction.execute<{ count: string }>(
      sql`select forget_audit_records(${last.position}) as count`,
    );
    return Number(rows[0]?.count);
  });
}

/** The records to delete, for the job that deletes them and a page that announces it. */
export const oldRecords: ExpiredData = {
  count: async (at) => {
    const last = await findLastExpired(db(), at);
    return last ? db().$count(auditTable, lte(auditTable.position, last.position)) : 0;
  },
  end: forgetOldRecords,
};

/**
 * The newest record whose retention has ended, before the first that must be kept. It uses the
 * database's clock, as the trigger does. A record with a time in the future was written with a
 * wrong clock: it does not keep others from being deleted, and is deleted with a later record whose
 * retention has ended.
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
