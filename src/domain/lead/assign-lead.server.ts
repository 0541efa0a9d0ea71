import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { Role } from "#values/role.ts";
import { WORKING_ROLES } from "./assign-by-rule.server.ts";
import { DONE_STATUSES } from "./assignment.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { notifyInbox } from "./notify-inbox.server.ts";

export type Assignment = {
  reference: string;
  by: { id: string; role: Role };
  /** Who had it on the page on which the person decided; null for nobody. */
  seenUserId: string | null;
  /** Who has it from now on; null for nobody. */
  toUserId: string | null;
};

export type AssignmentResult =
  | { ok: true }
  | { ok: false; code: "not_found" | "not_staff" }
  /** Somebody else took it, or gave it away, after the page was shown. */
  | { ok: false; code: "changed_meanwhile"; ownerName: string | null };

/**
 * Gives a lead to a member of staff, or to nobody. Of two who take it at once, one gets it and the
 * other learns who has it. A second press of the same button changes nothing.
 */
export async function assignLead(assignment: Assignment): Promise<AssignmentResult> {
  const { reference, by, seenUserId, toUserId } = assignment;
  return db().transaction(async (transaction) => {
    const [lead] = await transaction
      .select({ id: leadTable.id, ownerId: leadTable.assignedToUserId })
      .from(leadTable)
      .where(eq(leadTable.reference, reference))
      .for("no key update");
    if (!lead) return { ok: false, code: "not_found" };
    if (lead.ownerId === toUserId) return { ok: true };
    if (lead.ownerId !== seenUserId)
      return {
        ok: false,
        code: "changed_meanwhile",
        ownerName: await findName(transaction, lead.ownerId),
      };
    if (toUserId !== null && !(await isWorking(transaction, toUserId)))
      return { ok: false, code: "not_staff" };
    await transaction
      .update(leadTable)
      .set({ assignedToUserId: toUserId })
      .where(eq(leadTable.id, lead.id));
    await transaction.insert(leadEventTable).values({
      leadId: lead.id,
      kind: toUserId === null ? "unassigned" : "assigned",
      byUserId: by.id,
      toUserId: toUserId ?? lead.ownerId,
      at: now(),
    });
    await notifyInbox(transaction);
    await recordAudit(transaction, {
      by: toActor(by),
      action: "lead_assigned",
      on: { kind: "lead", id: reference },
      changes: { assignedTo: [lead.ownerId, toUserId] },
    });
    return { ok: true };
  });
}

async function findName(transaction: Transaction, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const [user] = await transaction
    .select({ name: userTable.name })
    .from(userTable)
    .where(eq(userTable.id, userId));
  return user?.name ?? null;
}

/** Waits for a change of the person's role that is under way. */
async function isWorking(transaction: Transaction, userId: string): Promise<boolean> {
  const [user] = await transaction
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(eq(userTable.id, userId), inArray(userTable.role, WORKING_ROLES)))
    .for("key share");
  return user !== undefined;
}

/**
 * Locks the open leads of somebody whose role may change, as the first statement of that
 * transaction: whoever works on a lead locks it before any account.
 */
export async function lockOpenLeadsOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(isOpenAndOf(userId))
    .orderBy(leadTable.id)
    .for("no key update");
}

/**
 * Takes the open leads from somebody who may no longer work them. Finished ones stay theirs: they
 * say who did the work.
 */
export async function takeLeadsFrom(
  transaction: Transaction,
  user: { id: string; role: Role },
): Promise<void> {
  if (WORKING_ROLES.includes(user.role)) return;
  const taken = await transaction
    .update(leadTable)
    .set({ assignedToUserId: null })
    .where(isOpenAndOf(user.id))
    .returning({ leadId: leadTable.id });
  if (taken.length === 0) return;
  const at = now();
  await transaction
    .insert(leadEventTable)
    .values(
      taken.map(({ leadId }) => ({ leadId, kind: "unassigned" as const, toUserId: user.id, at })),
    );
}

function isOpenAndOf(userId: string) {
  return and(
    eq(leadTable.assignedToUserId, userId),
    notInArray(leadTable.status, [...DONE_STATUSES]),
  );
}

/** Everybody who may have leads, by name. */
export function listWorkingStaff() {
  return db()
    .select({ id: userTable.id, name: userTable.name })
    .from(userTable)
    .where(inArray(userTable.role, WORKING_ROLES))
    .orderBy(asc(userTable.name), asc(userTable.id));
}
