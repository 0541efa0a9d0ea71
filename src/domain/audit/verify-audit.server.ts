import { asc, desc, eq, gt } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { type AuditHead, CHAIN_START, parseAuditHead } from "./audit.ts";
import { auditTable } from "./audit.table.ts";
import { computeMac } from "./record-audit.server.ts";

export type AuditFault =
  /** Positions from `from` to `to` have no record. */
  | { kind: "missing"; from: number; to: number }
  /** It is not what was written, or not after the record before it: changed, moved or put in. */
  | { kind: "altered"; position: number }
  /** The log no longer reaches the head that was noted, or holds another record there. */
  | { kind: "cut_off"; noted: number; head: number };

type AuditCheck = {
  count: number;
  /** How many of the oldest were forgotten, as the chain itself says. */
  forgotten: number;
  head: AuditHead | null;
  faults: AuditFault[];
};

const SLICE = 1_000;

/**
 * Reads the whole chain, from where the newest record of forgetting lets it begin, and finds what
 * does not fit. A record that was cut off at the end leaves a chain that fits: only a `noted` head,
 * kept outside the database, tells.
 */
export async function verifyAudit(database: Database, noted?: AuditHead): Promise<AuditCheck> {
  const begin = await findBegin(database);
  const check: AuditCheck = { count: 0, forgotten: begin.position, head: null, faults: [] };
  // Of what was forgotten rightly, only the last one's MAC is known.
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
        // What stands behind the gap covers a record that is not known any more.
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
 * What the oldest record follows. A record that says so wrongly does not fit the chain that it stands
 * in, which is read to its end.
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

/** One sentence a fault, for whoever asked. */
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
