import { and, eq, inArray, sql } from "drizzle-orm";
import { lockAuditChain, recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { Role } from "#values/role.ts";
import { isUuid } from "#values/uuid.ts";
import {
  contactLeadTable,
  contactMergeLeadTable,
  contactMergeTable,
  contactsApartTable,
  contactTable,
} from "./contact.table.ts";

type Member = { id: string; role: Role };

type MergeRefusal =
  /** One of them has no leads any more: they were erased, or the address is wrong. */
  | "not_found"
  /** Somebody merged one of them meanwhile. */
  | "merged_already";

/**
 * Makes two contacts one person: the leads of the one are the other's from now on. Consents stay
 * with the lead that they were given with, so nobody may be written to whom we could not write to
 * before.
 */
export async function mergeContacts(merge: {
  survivorId: string;
  mergedId: string;
  by: Member;
}): Promise<{ ok: true } | { ok: false; code: MergeRefusal }> {
  const { survivorId, mergedId, by } = merge;
  if (!isUuid(survivorId) || !isUuid(mergedId) || survivorId === mergedId)
    return { ok: false, code: "not_found" };
  return db().transaction(async (transaction) => {
    const locked = await lockContacts(transaction, [survivorId, mergedId]);
    if (locked.length < 2) return { ok: false, code: "not_found" };
    const isMerged = inArray(contactMergeTable.mergedId, [survivorId, mergedId]);
    if ((await transaction.$count(contactMergeTable, isMerged)) > 0)
      return { ok: false, code: "merged_already" };
    const moved = await transaction
      .update(contactLeadTable)
      .set({ contactId: survivorId })
      .where(eq(contactLeadTable.contactId, mergedId))
      .returning({ leadId: contactLeadTable.leadId });
    const [stored] = await transaction
      .insert(contactMergeTable)
      .values({ survivorId, mergedId, byUserId: by.id, at: now() })
      .returning({ id: contactMergeTable.id });
    if (!stored) throw new Error("The merge was not stored.");
    await transaction
      .insert(contactMergeLeadTable)
      .values(moved.map(({ leadId }) => ({ leadId, mergeId: stored.id })));
    await refreshContacts(transaction, [survivorId, mergedId]);
    await recordAudit(transaction, {
      by: toActor(by),
      action: "contacts_merged",
      on: { kind: "contact", id: survivorId },
    });
    return { ok: true };
  });
}

type SeparateRefusal =
  /** It was undone already, or the leads that would go back were erased. */
  | "not_found"
  /** The person was merged into another since: that comes first. */
  | "merged_further";

/**
 * Undoes a merge: the leads that it moved go back, whatever happened to them meanwhile. Those that
 * arrived after it stay. The two are not proposed to be merged again.
 */
export async function separateContacts(
  mergeId: string,
  by: Member,
): Promise<{ ok: true; mergedId: string } | { ok: false; code: SeparateRefusal }> {
  if (!isUuid(mergeId)) return { ok: false, code: "not_found" };
  return db().transaction(async (transaction) => {
    const merge = await findMerge(transaction, mergeId);
    if (!merge) return { ok: false, code: "not_found" };
    const { survivorId, mergedId } = merge;
    await lockContacts(transaction, [survivorId, mergedId]);
    if (!(await findMerge(transaction, mergeId))) return { ok: false, code: "not_found" };
    const isMergedFurther = eq(contactMergeTable.mergedId, survivorId);
    if ((await transaction.$count(contactMergeTable, isMergedFurther)) > 0)
      return { ok: false, code: "merged_further" };
    await transaction
      .update(contactLeadTable)
      .set({ contactId: mergedId })
      .where(
        and(
          eq(contactLeadTable.contactId, survivorId),
          inArray(
            contactLeadTable.leadId,
            transaction
              .select({ leadId: contactMergeLeadTable.leadId })
              .from(contactMergeLeadTable)
              .where(eq(contactMergeLeadTable.mergeId, mergeId)),
          ),
        ),
      );
    await transaction.delete(contactMergeTable).where(eq(contactMergeTable.id, mergeId));
    await refreshContacts(transaction, [survivorId, mergedId]);
    await markApart(transaction, survivorId, mergedId, by);
    await recordAudit(transaction, {
      by: toActor(by),
      action: "contacts_separated",
      on: { kind: "contact", id: survivorId },
    });
    return { ok: true, mergedId };
  });
}

/** Notes that two contacts are two people. */
export async function keepContactsApart(
  oneId: string,
  otherId: string,
  by: Member,
): Promise<boolean> {
  if (!isUuid(oneId) || !isUuid(otherId) || oneId === otherId) return false;
  return db().transaction(async (transaction) => {
    if ((await lockContacts(transaction, [oneId, otherId])).length < 2) return false;
    await markApart(transaction, oneId, otherId, by);
    return true;
  });
}

async function markApart(transaction: Transaction, oneId: string, otherId: string, by: Member) {
  const [lower, higher] = oneId < otherId ? [oneId, otherId] : [otherId, oneId];
  // A contact whose leads were all erased is gone: then nothing could be proposed either.
  const left = await transaction.$count(contactTable, inArray(contactTable.id, [lower, higher]));
  if (left < 2) return;
  await transaction
    .insert(contactsApartTable)
    .values({ oneId: lower, otherId: higher, byUserId: by.id, at: now() })
    .onConflictDoNothing();
}

/**
 * In one order for everybody, so that two who merge the same people wait for each other. After the
 * audit log, as whoever stores or deletes a lead locks its contact last of all.
 */
async function lockContacts(transaction: Transaction, ids: readonly string[]) {
  await lockAuditChain(transaction);
  return transaction
    .select({ id: contactTable.id })
    .from(contactTable)
    .where(inArray(contactTable.id, [...ids]))
    .orderBy(contactTable.id)
    .for("update");
}

async function findMerge(transaction: Transaction, id: string) {
  const [found] = await transaction
    .select({ survivorId: contactMergeTable.survivorId, mergedId: contactMergeTable.mergedId })
    .from(contactMergeTable)
    .where(eq(contactMergeTable.id, id));
  return found ?? null;
}

async function refreshContacts(transaction: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids) await transaction.execute(sql`select contact_refresh(${id}::uuid)`);
}
