import { desc, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { findRequestScope } from "#platform/request/request-scope.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import {
  type AuditAction,
  type AuditActor,
  type AuditChanges,
  type AuditOutcome,
  type AuditRecord,
  type AuditThing,
  canonicalText,
  CHAIN_START,
} from "./audit.ts";
import { auditTable } from "./audit.table.ts";
import type { Role } from "#values/role.ts";
import { isIP } from "node:net";

export type NewAuditRecord = {
  /**
   * The sender of the current request, unless another is named; the site itself outside a request.
   */
  by?: AuditActor;
  action: AuditAction;
  /** Null if the record is not about a particular thing. */
  on?: AuditThing | null;
  /** The IP address of the current request, unless another is given. Only its network is stored. */
  ipAddress?: string | null;
  outcome?: AuditOutcome;
  /** What staff changed of somebody else's, with the values before and after. */
  changes?: AuditChanges;
};

/**
 * Records what the transaction does: both are committed together or not at all. Writers wait for
 * each other until they commit, so call this as the last statement of a transaction.
 */
export async function recordAudit(transaction: Transaction, entry: NewAuditRecord): Promise<void> {
  await lockAuditChain(transaction);
  const [head] = await transaction
    .select({ position: auditTable.position, mac: auditTable.mac })
    .from(auditTable)
    .orderBy(desc(auditTable.position))
    .limit(1);
  const { action, on, outcome = "done", changes } = entry;
  const { by, addressBlock } = findSource(entry);
  const record: AuditRecord = {
    position: (head?.position ?? 0) + 1,
    at: now(),
    actorKind: by.kind,
    accountId: by.accountId,
    action,
    thingKind: on?.kind ?? null,
    thingId: on?.id ?? null,
    addressBlock,
    outcome,
    changes: changes ? JSON.stringify(changes) : null,
  };
  await transaction
    .insert(auditTable)
    .values({ ...record, mac: computeMac(record, head?.mac ?? CHAIN_START) });
}

/** Locks the log: nobody else writes a record until the transaction ends. */
export async function lockAuditChain(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('audit chain'))`);
}

/**
 * The same for an action that stores nothing else, such as viewing something: recorded before it
 * happens.
 */
export async function recordAct(entry: NewAuditRecord): Promise<void> {
  await db().transaction((transaction) => recordAudit(transaction, entry));
}

/**
 * A flood of refusals must not fill the table: at most this many are written from one source about
 * one thing, from one source, and in all. This many are enough to see that there was a flood.
 */
const REFUSALS_ABOUT_ONE = { name: "audit one", most: 20, windowMs: 10 * 60_000 };
const REFUSALS_FROM_ONE = { name: "audit source", most: 200, windowMs: 10 * 60_000 };
/** Exported for a test, which would take minutes to write so many. */
export const REFUSALS_IN_ALL = { name: "audit all", most: 5_000, windowMs: 60 * 60_000 };

/**
 * Records an attempt that did not succeed. The response does not depend on the record: if writing
 * it fails, that is logged.
 */
export async function recordRefusal(
  entry: NewAuditRecord & { outcome: Exclude<AuditOutcome, "done"> },
): Promise<void> {
  const { by, addressBlock } = findSource(entry);
  const source = [entry.action, by.kind, by.accountId, addressBlock].join(" ");
  const thing = entry.on ? `${entry.on.kind} ${entry.on.id}` : "";
  try {
    const isWithin =
      (await countAgainst(REFUSALS_ABOUT_ONE, `${source} ${thing}`)).ok &&
      (await countAgainst(REFUSALS_FROM_ONE, source)).ok &&
      (await countAgainst(REFUSALS_IN_ALL, entry.action)).ok;
    if (isWithin) await recordAct(entry);
  } catch (error) {
    log.error("a refusal is not on record", {
      code: entry.action,
      error: loggableError(error),
    });
  }
}

function findSource({ by, ipAddress }: Pick<NewAuditRecord, "by" | "ipAddress">) {
  const scope = findRequestScope();
  const address = ipAddress ?? scope?.ipAddress;
  const asking: AuditActor = scope ? toActor(scope.user) : { kind: "site", accountId: null };
  return { by: by ?? asking, addressBlock: address ? shortenAddress(address) : null };
}

/** The actor for an account, with its current role; null is a visitor who is not signed in. */
export function toActor(user: { id: string; role: Role } | null): AuditActor {
  return user ? { kind: user.role, accountId: user.id } : { kind: "visitor", accountId: null };
}

/**
 * Uses a key from outside the database: a person who can write to the database still cannot
 * continue the chain.
 */
export function computeMac(record: AuditRecord, previousMac: string): string {
  return mac().hmac("audit chain", canonicalText(record, previousMac));
}

/**
 * The network of an IP address, an IPv4 /24 or an IPv6 /48: enough to tell two places apart, not
 * enough to identify a household. Null if it is not an IP address.
 */
export function shortenAddress(address: string): string | null {
  const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  switch (isIP(plain)) {
    case 4:
      return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
    case 6:
      return `${splitGroups(plain).slice(0, 3).join(":")}::/48`;
    default:
      return null;
  }
}

/** The first groups of an IPv6 address, without leading zeros; `::` stands for the missing ones. */
function splitGroups(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("::");
  const split = (text: string | undefined) => (text ? text.split(":") : []);
  const [before, after] = [split(head), split(tail)];
  const lacking = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(lacking).fill("0"), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ""),
  );
}
