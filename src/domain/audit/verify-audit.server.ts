import { asc, desc, eq, gt } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { type AuditHead, CHAIN_START, parseAuditHead } from "./audit.ts";
import { auditTable } from "./audit.table.ts";
import { computeMac } from "./record-audit.server.ts";

export type AuditFault =
  /** There are no records from position `from` to position `to`. */
  | { kind: "missing"; from: number; to: number }
  /**
   * The record was changed, moved or inserted: its MAC does not match it and the record before it.
   */
  | { kind: "altered"; position: number }
  /** The log no longer reaches the noted head, or has another record at its position. */
  | { kind: "cut_off"; noted: number; head: number };

type AuditCheck = {
  count: number;
  /** How many of the oldest were deleted, according to the chain itself. */
  forgotten: number;
  head: AuditHead | null;
  faults: AuditFault[];
};

const SLICE = 1_000;

/**
 * Reads the whole chain, from where the newest record of a deletion says that it begins, and finds
 * what does not match. If records are cut off at the end, the remaining chain still matches: only a
 * `noted` head, stored outside the database, reveals that.
 */
export async function verifyAudit(database: Database, noted?: AuditHead): Promise<AuditCheck> {
  const begin = await findBegin(database);
  const check: AuditCheck = { count: 0, forgotten: begin.position, head: null, faults: [] };
  // Of the records that were deleted as planned, only the last one's MAC is known.
  let isNotedFound =
    noted !== undefined &&
    (noted.position < begin.position ||
      (noted.position === begin.position && noted.mac === begin.mac));
  let previous = begin;
  for (;;) {
    const records = await database
      .select()
      .from(auditTable)
      .where(gt(auditTable.position, check.head?.position ?? Number.MIN_SAFE_INTEGER))
      .orderBy(asc(auditTable.position))
      .limit(SLICE);
    for (const record of records) {
      const { position, mac } = record;
      const expected = previous.position + 1;
      if (position > expected) {
        // The record after the gap cannot be verified, because its MAC covers a missing one.
        check.faults.push({ kind: "missing", from: expected, to: position - 1 });
      } else if (mac !== computeMac(record, previous.mac)) {
        check.faults.push({ kind: "altered", position });
      }
      previous = { position, mac };
      check.head = previous;
      check.count += 1;
      isNotedFound ||= position === noted?.position && mac === noted.mac;
    }
    if (records.length < SLICE) break;
  }
  if (noted && !isNotedFound) {
    const head = check.head?.position ?? 0;
    check.faults.push({ kind: "cut_off", noted: noted.position, head });
  }
  return check;
}

/**
 * What the oldest record follows. If a record states this falsely, its own MAC does not match, and
 * the chain is read to its end.
 */
async function findBegin(database: Database): Promise<AuditHead> {
  const [forgetting] = await database
    .select({ thingId: auditTable.thingId })
    .from(auditTable)
    .where(eq(auditTable.action, "records_forgotten"))
    .orderBy(desc(auditTable.position))
    .limit(1);
  return parseAuditHead(forgetting?.thingId ?? "") ?? { position: 0, mac: CHAIN_START };
}

export async function findAuditHead(database: Database): Promise<AuditHead | null> {
  const [head] = await database
    .select({ position: auditTable.position, mac: auditTable.mac })
    .from(auditTable)
    .orderBy(desc(auditTable.position))
    .limit(1);
  return head ?? null;
}

/** One sentence for a fault, for the person who ran the check. */
export function describeAuditFault(fault: AuditFault): string {
  switch (fault.kind) {
    case "missing":
      return fault.from === fault.to
        ? `Record ${fault.from} is missing.`
        : `Records ${fault.from} to ${fault.to} are missing.`;
    case "altered":
      return `Record ${fault.position} is not what was written after record ${fault.position - 1}: it was changed, moved or put in.`;
    case "cut_off":
      return `Record ${fault.noted} was noted as the newest once and is not there as it was: the log, which now ends at ${fault.head}, was cut off or written anew.`;
  }
}
