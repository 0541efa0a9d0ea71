import { desc, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import {
  type AuditAction,
  type AuditActor,
  type AuditOutcome,
  type AuditRecord,
  type AuditThing,
  canonicalText,
  CHAIN_START,
} from "./audit.ts";
import { auditTable } from "./audit.table.ts";
import { shortenAddress } from "./shorten-address.ts";

export type NewAuditRecord = {
  by: AuditActor;
  action: AuditAction;
  /** Null for what is about nothing in particular. */
  on?: AuditThing | null;
  /** As the visitor came; only its network is kept. */
  ipAddress?: string | null;
  outcome?: AuditOutcome;
};

/**
 * Puts on record what the transaction does: with it or not at all. Writers take turns until they
 * commit, so it is the last thing that a transaction does.
 */
export async function recordAudit(transaction: Transaction, entry: NewAuditRecord): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('audit chain'))`);
  const [head] = await transaction
    .select({ position: auditTable.position, mac: auditTable.mac })
    .from(auditTable)
    .orderBy(desc(auditTable.position))
    .limit(1);
  const { by, action, on, ipAddress, outcome = "done" } = entry;
  const record: AuditRecord = {
    position: (head?.position ?? 0) + 1,
    at: now(),
    actorKind: by.kind,
    accountId: by.accountId,
    action,
    thingKind: on?.kind ?? null,
    thingId: on?.id ?? null,
    addressBlock: ipAddress ? shortenAddress(ipAddress) : null,
    outcome,
  };
  await transaction
    .insert(auditTable)
    .values({ ...record, mac: macOf(record, head?.mac ?? CHAIN_START) });
}

/** With a key from outside the database: whoever can write there still cannot continue the chain. */
export function macOf(record: AuditRecord, previousMac: string): string {
  return mac().hmac("audit chain", canonicalText(record, previousMac));
}
