import type { AuditActor, AuditChanges, ChangedValue } from "#domain/audit/audit.ts";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { paths } from "#site/paths.ts";
import type { Locale } from "#values/locale.ts";
import { describeChanges } from "./change-words.server.ts";
import { createObjectionKey } from "./objection.server.ts";
import {
  findStaffChange,
  findStaffChangeRefusal,
  type StaffChangeKind,
  type StaffChangeRefusal,
  type StaffMember,
} from "./staff-change.ts";
import { staffChangeTable } from "./staff-change.table.ts";

/**
 * The facts of a thing, by name. A fact that exists only before or only after counts as null on the
 * other side.
 */
export type Facts = Readonly<Record<string, ChangedValue>>;

/** The owner of a thing, and how to reach them. */
export type Owner = {
  /** Null for a person without an account. */
  userId: string | null;
  /** Null if their address is no longer known: then nobody can be notified. */
  email: string | null;
  /** For the greeting; null if the address is not confirmed. */
  name: string | null;
  locale: Locale;
  /** The name of the thing, in their language. */
  thingName: string;
  leadId?: string;
};

export type NewStaffChange = {
  kind: StaffChangeKind;
  by: StaffMember | "operator";
  thingId: string;
  before: Facts;
  after: Facts;
  owners: readonly Owner[];
  /** As staff typed it, for the owner to read. */
  reason?: string;
  /** Sends the change's own e-mail, if it has one, with the page on which the owner objects. */
  notify?: (owner: Owner, objectionPath: string) => Promise<void>;
  /**
   * For how long further changes of this kind and thing are covered by the e-mail about the first.
   */
  noticeWindowMs?: number;
};

/**
 * Records a change by staff of somebody else's thing, as the last statement in the transaction that
 * makes it. It writes an audit record with the values before and after, and notifies each owner,
 * with a page on which they can object. Does nothing if no value changed.
 * @throws `StaffChangeRefused` if the change is not allowed, which rolls back the transaction
 */
export async function recordStaffChange(
  transaction: Transaction,
  change: NewStaffChange,
): Promise<void> {
  const { kind, by, thingId, owners, reason = "" } = change;
  const changes = compareFacts(change.before, change.after);
  if (Object.keys(changes).length === 0) return;
  const refusal = findStaffChangeRefusal(kind, by, reason);
  if (refusal) throw new StaffChangeRefused(refusal);
  const { thing } = findStaffChange(kind);
  for (const owner of owners) {
    const [stored] = await transaction
      .insert(staffChangeTable)
      .values({
        kind,
        thingKind: thing,
        thingId,
        thingName: owner.thingName,
        ownerUserId: owner.userId,
        changes,
        reason: reason.trim(),
        byUserId: by === "operator" ? null : by.id,
        at: now(),
      })
      .returning({ id: staffChangeTable.id });
    if (!stored) throw new Error("What staff changed was not stored.");
    await notifyOwner(transaction, { ...change, changes, id: stored.id }, owner);
  }
  const actor: AuditActor = by === "operator" ? OPERATOR : toActor(by);
  const on = { kind: thing, id: thingId };
  await recordAudit(transaction, { by: actor, action: kind, on, changes });
}

const OPERATOR = { kind: "operator", accountId: null } as const;

async function notifyOwner(
  transaction: Transaction,
  change: NewStaffChange & { id: string; changes: AuditChanges },
  owner: Owner,
): Promise<void> {
  const { kind, id, thingId, changes, reason = "", notify: send, noticeWindowMs } = change;
  const { userId, email: to, name, locale, thingName, leadId = null } = owner;
  if (to === null) return;
  const path = paths.staffChange(createObjectionKey(id));
  if (send) return send(owner, path);
  const windowNumber = noticeWindowMs && Math.floor(now().getTime() / noticeWindowMs);
  await notify(transaction, {
    event: "staff_change",
    key: windowNumber ? `staff_change:${kind}:${thingId}:${windowNumber}` : `staff_change:${id}`,
    to,
    locale,
    userId,
    leadId,
    params: {
      thing: findStaffChange(kind).thing,
      thingName,
      name,
      lines: describeChanges(changes, locale),
      reason: reason.trim(),
      path,
    },
  });
}

/** Thrown inside a transaction, which it rolls back. */
export class StaffChangeRefused extends Error {
  readonly code: StaffChangeRefusal;
  constructor(code: StaffChangeRefusal) {
    super(`Staff may not change this: ${code}.`);
    this.code = code;
  }
}

/** The kinds of change to check for a thing, with its facts and owners as they are now. */
export type Watched = Pick<NewStaffChange, "kind" | "thingId" | "notify" | "noticeWindowMs"> & {
  facts: Facts;
  owners: readonly Owner[];
};

/**
 * Runs `work` as staff. Every change that it makes to what `watch` reads is recorded, and its
 * owners are notified, so that a new command cannot forget it. If the change is not allowed,
 * everything is rolled back.
 */
export async function changeAsStaff<Done extends { ok: boolean }>(
  transaction: Transaction,
  { by, reason = "" }: { by: StaffMember; reason?: string | undefined },
  watch: () => Promise<readonly Watched[]>,
  work: () => Promise<Done>,
): Promise<Done | { ok: false; code: StaffChangeRefusal }> {
  const watched = await watch();
  try {
    // A savepoint, on the same connection, because `work` uses that transaction.
    return await transaction.transaction(async () => {
      const done = await work();
      if (!done.ok) return done;
      const after = await watch();
      for (const [at, { facts: before, ...change }] of watched.entries()) {
        const facts = after[at]?.facts ?? {};
        await recordStaffChange(transaction, { ...change, by, reason, before, after: facts });
      }
      return done;
    });
  } catch (error) {
    if (error instanceof StaffChangeRefused) return { ok: false, code: error.code };
    throw error;
  }
}

/** Each fact whose value changed, with the values before and after. */
export function compareFacts(before: Facts, after: Facts): AuditChanges {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const pair = [before[name] ?? null, after[name] ?? null] as const;
      return JSON.stringify(pair[0]) === JSON.stringify(pair[1]) ? [] : [[name, pair]];
    }),
  );
}

/** The value for a free text in the audit log: it shows that the text changed, not what it says. */
export function digestText(text: string | null): ChangedValue {
  if (text === null || text === "") return null;
  return {
    characters: [...text].length,
    digest: mac().hmac("changed text", text).slice(0, 16),
  };
}
