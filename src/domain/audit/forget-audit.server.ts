import { and, asc, desc, gte, lt, lte, sql } from "drizzle-orm";
import { db, type Transaction } from "#platform/database/database.server.ts";
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
    const last = await findLastExpired(transaction);
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

/**
 * The newest record whose years are over, before the first that must be kept. By the database's clock,
 * as the trigger. A time still to come was written by a clock that was wrong: it keeps nothing, and
 * goes with a record behind it whose years are over.
 */
async function findLastExpired(transaction: Transaction): Promise<AuditHead | null> {
  const keptFrom = sql`date_trunc('day', now(), 'UTC') - make_interval(years => ${AUDIT_YEARS})`;
  const [kept] = await transaction
    .select({ position: auditTable.position })
    .from(auditTable)
    .where(and(gte(auditTable.at, keptFrom), lte(auditTable.at, sql`now()`)))
    .orderBy(asc(auditTable.position))
    .limit(1);
  const [last] = await transaction
    .select({ position: auditTable.position, mac: auditTable.mac })
    .from(auditTable)
    .where(and(lt(auditTable.at, keptFrom), kept && lt(auditTable.position, kept.position)))
    .orderBy(desc(auditTable.position))
    .limit(1);
  return last ?? null;
}
