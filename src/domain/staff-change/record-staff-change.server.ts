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

/** What a thing is like, a value a fact. A fact that there is only before or after counts as null. */
export type Facts = Readonly<Record<string, ChangedValue>>;

/** Whom a thing belongs to, and how they are reached. */
export type Owner = {
  /** Null for somebody without an account. */
  userId: string | null;
  /** Null where nobody can be told: nobody knows their address any more. */
  email: string | null;
  /** For the greeting; null where nobody confirmed that the address is theirs. */
  name: string | null;
  locale: Locale;
  /** What the thing is called, in their language. */
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
  /** Where it is told by a mail of its own: sends it, with the page on which the owner objects. */
  notify?: (owner: Owner, objectionPath: string) => Promise<void>;
  /** Until when more changes of this kind and thing are told by the one mail that begins it. */
  noticeWindowMs?: number;
};

/**
 * What staff changed of somebody else's, in the transaction that changes it and as the last thing
 * there: on record with before and after, and told to each owner with a page on which they object.
 * Nothing where nothing is another than before.
 * @throws `StaffChangeRefused` where the change may not be made, which undoes the transaction.
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

/** Thrown through a transaction, so that nothing of the change stays. */
export class StaffChangeRefused extends Error {
  readonly code: StaffChangeRefusal;
  constructor(code: StaffChangeRefusal) {
    super(`Staff may not change this: ${code}.`);
    this.code = code;
  }
}

/** Of what is read of a thing before and after a change: each change that there may be. */
export type Watched = Pick<NewStaffChange, "kind" | "thingId" | "notify" | "noticeWindowMs"> & {
  facts: Facts;
  owners: readonly Owner[];
};

/**
 * Does `work` as staff: whatever it changes of what `watch` reads is on record and told by itself, so
 * that a new command cannot forget it. Where the change may not be made, nothing of it stays.
 */
export async function changeAsStaff<Done extends { ok: boolean }>(
  transaction: Transaction,
  { by, reason = "" }: { by: StaffMember; reason?: string | undefined },
  watch: () => Promise<readonly Watched[]>,
  work: () => Promise<Done>,
): Promise<Done | { ok: false; code: StaffChangeRefusal }> {
  const watched = await watch();
  try {
    // A savepoint, on the connection of the transaction that the work knows.
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

/** Each fact that is another one, before and after. */
export function compareFacts(before: Facts, after: Facts): AuditChanges {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const pair = [before[name] ?? null, after[name] ?? null] as const;
      return JSON.stringify(pair[0]) === JSON.stringify(pair[1]) ? [] : [[name, pair]];
    }),
  );
}

/** What stands for a free text on record: that it is another one shows, what it says does not. */
export function digestText(text: string | null): ChangedValue {
  if (text === null || text === "") return null;
  return {
    characters: [...text].length,
    digest: mac().hmac("changed text", text).slice(0, 16),
  };
}
