import { eq } from "drizzle-orm";
import {
  dealershipOfMember,
  joinDealership,
  leaveDealership,
} from "#domain/dealership/dealership-member.server.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { Role } from "#values/role.ts";
import { isUuid } from "#values/uuid.ts";
import { sessionTable, userTable } from "#domain/identity/identity.table.ts";
import { roleChangeTable } from "./role-change.table.ts";
import { REASON_MAX_LENGTH, REASON_MIN_LENGTH } from "./role-reason.ts";

export type RoleChange = {
  /** The administrator who does it. */
  byUserId: string;
  userId: string;
  role: Role;
  /** Whom a dealer works for; null for every other role. */
  dealershipId: string | null;
  reason: string;
};

export type RoleRefusal =
  | "reason_missing"
  | "reason_too_long"
  | "dealership_missing"
  | "no_such_account"
  | "not_confirmed"
  | "demo_account"
  | "same_role"
  | "own_role"
  /** Another administrator took the role of the one who asks, in the meantime. */
  | "not_permitted";

/**
 * Gives an account another role, at an administrator's word, and writes down who, when and why. Its
 * sessions end, so that nobody goes on with what they might no longer do.
 */
export async function changeRole(
  change: RoleChange,
): Promise<{ ok: true } | { ok: false; code: RoleRefusal }> {
  const { byUserId, userId, role } = change;
  const reason = change.reason.trim();
  if (reason.length < REASON_MIN_LENGTH) return { ok: false, code: "reason_missing" };
  if (reason.length > REASON_MAX_LENGTH) return { ok: false, code: "reason_too_long" };
  return db().transaction(async (transaction) => {
    // Two administrators who take each other's role take turns here: one of them stays.
    const admins = await transaction
      .select({ id: userTable.id })
      .from(userTable)
      .where(eq(userTable.role, "admin"))
      .orderBy(userTable.id)
      .for("update");
    if (!admins.some(({ id }) => id === byUserId)) return { ok: false, code: "not_permitted" };
    const [user] = await transaction
      .select()
      .from(userTable)
      .where(eq(userTable.id, userId))
      .for("update");
    if (!user) return { ok: false, code: "no_such_account" };
    const dealership = await dealershipOfMember(transaction, userId);
    const chosen = role === "dealer" ? await dealershipOf(transaction, change.dealershipId) : null;
    if (role === "dealer" && !chosen) return { ok: false, code: "dealership_missing" };
    const isSameDealership = role !== "dealer" || dealership?.id === chosen?.id;
    if (user.role === role && isSameDealership) return { ok: false, code: "same_role" };
    // The last administrator's role is the own one of whoever could take it.
    if (userId === byUserId) return { ok: false, code: "own_role" };
    if (user.isDemo) return { ok: false, code: "demo_account" };
    // Anybody can open an account with somebody else's address, until its holder confirms it.
    if (!user.emailVerified) return { ok: false, code: "not_confirmed" };

    const at = now();
    await transaction
      .update(userTable)
      .set({ role, updatedAt: at })
      .where(eq(userTable.id, userId));
    if (chosen) await joinDealership(transaction, userId, chosen.id);
    else await leaveDealership(transaction, userId);
    await transaction.insert(roleChangeTable).values({
      userId,
      fromRole: user.role,
      toRole: role,
      dealershipId: chosen?.id ?? null,
      reason,
      byUserId,
      at,
    });
    await transaction.delete(sessionTable).where(eq(sessionTable.userId, userId));
    return { ok: true };
  });
}

async function dealershipOf(transaction: Transaction, id: string | null) {
  if (id === null || !isUuid(id)) return null;
  const [found] = await transaction
    .select({ id: dealershipTable.id })
    .from(dealershipTable)
    .where(eq(dealershipTable.id, id));
  return found ?? null;
}
