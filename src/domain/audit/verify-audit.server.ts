import { asc, desc, gt } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { CHAIN_START } from "./audit.ts";
import { auditTable } from "./audit.table.ts";
import { computeMac } from "./record-audit.server.ts";

/** The newest record, by which a later check knows whether the log was cut off. */
export type AuditHead = { position: number; mac: string };

export type AuditFault =
  /** Positions from `from` to `to` have no record. */
  | { kind: "missing"; from: number; to: number }
  /** It is not what was written, or not after the record before it: changed, moved or put in. */
  | { kind: "altered"; position: number }
  /** The log no longer reaches the head that was noted, or holds another record there. */
  | { kind: "cut_off"; noted: number; head: number };

type AuditCheck = { count: number; head: AuditHead | null; faults: AuditFault[] };

const SLICE = 1_000;

/**
 * Reads the whole chain and finds what does not fit. A record that was cut off at the end leaves a
 * chain that fits: only a `noted` head, kept outside the database, tells.
 */
export async function verifyAudit(database: Database, noted?: AuditHead): Promise<AuditCheck> {
  const check: AuditCheck = { count: 0, head: null, faults: [] };
  let isNotedFound = false;
  for (;;) {
    const records = await database
      .select()
      .from(auditTable)
      .where(gt(auditTable.position, check.head?.position ?? Number.MIN_SAFE_INTEGER))
      .orderBy(asc(auditTable.position))
      .limit(SLICE);
    for (const record of records) {
      const { position, mac } = record;
      const expected = (check.head?.position ?? 0) + 1;
      if (position > expected) {
        // What stands behind the gap covers a record that is not known any more.
        check.faults.push({ kind: "missing", from: expected, to: position - 1 });
      } else if (mac !== computeMac(record, check.head?.mac ?? CHAIN_START)) {
        check.faults.push({ kind: "altered", position });
      }
      check.head = { position, mac };
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

export async function findAuditHead(database: Database): Promise<AuditHead | null> {
  const [head] = await database
    .select({ position: auditTable.position, mac: auditTable.mac })
    .from(auditTable)
    .orderBy(desc(auditTable.position))
    .limit(1);
  return head ?? null;
}

/** A head as `audit:verify` prints and takes it: `1204:MAC`. */
export function formatAuditHead({ position, mac }: AuditHead): string {
  return `${position}:${mac}`;
}

export function parseAuditHead(text: string): AuditHead | null {
  const [, position, mac] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? [];
  return position && mac ? { position: Number(position), mac } : null;
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
