import { eq } from "drizzle-orm";
import {
  findDealershipOfMember,
  joinDealership,
  leaveDealership,
} from "#domain/dealership/dealership-queries.server.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { removeFactors } from "#domain/identity/remove-credentials.server.ts";
import { endSessions } from "#domain/identity/session.server.ts";
import type { User } from "#domain/identity/user.server.ts";
import { lockOpenLeadsOf, takeLeadsFrom } from "#domain/lead/assign-lead.server.ts";
import { recordStaffChange } from "#domain/staff-change/record-staff-change.server.ts";
import { findStaffChangeRefusal, type StaffMember } from "#domain/staff-change/staff-change.ts";
import { freeTasksOf } from "#domain/task/tasks.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { type Database, db, type Transaction } from "#platform/database/database.server.ts";
import type { DealershipRole } from "#values/dealership-role.ts";
import { type Role, ROLE_RULES } from "#values/role.ts";
import { isUuid } from "#values/uuid.ts";
import { handOverStock } from "./hand-over-stock.server.ts";
import { findRoleObstacle, type RoleRefusal } from "./role-change.ts";
import { roleChangeTable } from "./role-change.table.ts";

export type RoleChange = {
  /** The administrator who makes the change. */
  by: StaffMember;
  userId: string;
  role: Role;
  /** The dealership of a dealer; null for every other role. */
  dealershipId: string | null;
  /** As parsed by `roleForm`. */
  reason: string;
};

/** Gives an account another role, when an administrator asks for it. */
export async function changeRole(
  change: RoleChange,
): Promise<{ ok: true } | { ok: false; code: RoleRefusal }> {
  const { by, userId, role, reason } = change;
  const refusal = findStaffChangeRefusal("role_given", by, reason);
  if (refusal) return { ok: false, code: "not_permitted" };
  return db().transaction(async (transaction) => {
    await lockOpenLeadsOf(transaction, userId);
    // Locks all administrators: if two take each other's role at once, one waits for the other, so
    // one of them remains.
    const admins = await transaction
      .select({ id: userTable.id })
      .from(userTable)
      .where(eq(userTable.role, "admin"))
      .orderBy(userTable.id)
      .for("update");
    if (!admins.some(({ id }) => id === by.id)) return { ok: false, code: "not_permitted" };
    const [user] = await transaction
      .select()
      .from(userTable)
      .where(eq(userTable.id, userId))
      .for("update");
    if (!user) return { ok: false, code: "no_such_account" };
    // An obstacle that no answer in the form can remove is reported first.
    const obstacle = findRoleObstacle({ ...user, isConfirmed: user.emailVerified }, by.id);
    if (obstacle) return { ok: false, code: obstacle };
    const dealership = await findDealershipOfMember(transaction, userId);
    const chosen =
      role === "dealer" ? await findDealership(transaction, change.dealershipId) : null;
    if (role === "dealer" && !chosen) return { ok: false, code: "dealership_missing" };
    const isSameDealership = role !== "dealer" || dealership?.id === chosen?.id;
    if (user.role === role && isSameDealership) return { ok: false, code: "same_role" };
    await recordRole(transaction, user, { role, dealership: chosen, reason, by });
    return { ok: true };
  });
}

/**
 * Gives an account another role, when the operator asks for it (`npm run role`); a dealer also gets
 * their dealership.
 */
export async function giveRole(
  database: Database,
  email: string,
  role: Role,
  dealershipName?: string,
): Promise<
  { ok: true } | { ok: false; code: "no_such_account" | "no_such_dealership" | "not_confirmed" }
> {
  return database.transaction(async (transaction) => {
    const dealership =
      dealershipName === undefined ? null : await findDealershipNamed(transaction, dealershipName);
    if (dealershipName !== undefined && !dealership)
      return { ok: false, code: "no_such_dealership" };
    const isNamed = eq(userTable.email, email.trim().toLowerCase());
    const [named] = await transaction.select({ id: userTable.id }).from(userTable).where(isNamed);
    if (named) await lockOpenLeadsOf(transaction, named.id);
    const [user] = await transaction.select().from(userTable).where(isNamed).for("update");
    if (!user) return { ok: false, code: "no_such_account" };
    if (!user.emailVerified) return { ok: false, code: "not_confirmed" };
    await recordRole(transaction, user, { role, dealership, reason: "", by: "operator" });
    return { ok: true };
  });
}

/**
 * Records who gave which role, when and why. The account's sessions end, so that nobody keeps
 * permissions that they no longer have, and staff begin with their second factor.
 */
async function recordRole(
  transaction: Transaction,
  user: User,
  input: {
    role: Role;
    dealership: { id: string; name: string } | null;
    reason: string;
    by: StaffMember | "operator";
  },
): Promise<void> {
  const { role, reason, by } = input;
  const dealership = role === "dealer" ? input.dealership : null;
  const left = (await findDealershipOfMember(transaction, user.id))?.name ?? null;
  await writeRole(transaction, user, {
    role,
    membership: dealership && { dealershipId: dealership.id },
    reason,
    byUserId: by === "operator" ? null : by.id,
  });
  const { email, name, locale } = user;
  await recordStaffChange(transaction, {
    kind: "role_given",
    by,
    thingId: user.id,
    before: { role: user.role, dealership: left },
    after: { role, dealership: dealership?.name ?? null },
    owners: [{ userId: user.id, email, name, locale, thingName: email }],
  });
}

/**
 * Stores a role, with the dealership of a dealer, and ends every session of the account but one. What
 * the account looked after in a dealership that it leaves goes to a colleague.
 */
export async function writeRole(
  transaction: Transaction,
  user: User,
  change: {
    role: Role;
    /** The dealership of a dealer; null for every other role, and for a dealer who stays in theirs. */
    membership: { dealershipId: string; role?: DealershipRole } | null;
    /** Who takes over what they looked after; without one, the first colleague who may. */
    successorId?: string;
    reason: string;
    byUserId: string | null;
    keptSessionId?: string;
  },
): Promise<void> {
  const { role, membership, successorId, reason, byUserId, keptSessionId } = change;
  const at = now();
  const left = await findDealershipOfMember(transaction, user.id);
  await transaction.update(userTable).set({ role, updatedAt: at }).where(eq(userTable.id, user.id));
  if (left && (role !== "dealer" || (membership && membership.dealershipId !== left.id))) {
    await handOverStock(transaction, { userId: user.id, dealershipId: left.id, successorId });
    await leaveDealership(transaction, user.id);
  }
  if (membership)
    await joinDealership(transaction, user.id, membership.dealershipId, membership.role);
  await transaction.insert(roleChangeTable).values({
    userId: user.id,
    fromRole: user.role,
    toRole: role,
    dealershipId: membership?.dealershipId ?? null,
    reason,
    byUserId,
    at,
  });
  await endSessions(transaction, user.id, keptSessionId);
  await takeLeadsFrom(transaction, { id: user.id, role });
  await freeTasksOf(transaction, { id: user.id, role });
  if (!isFactorVouchedFor(user.role, role)) await removeFactors(transaction, user);
}

/**
 * Whether the person's second factor was set up with an enrolment link for a role that counts for
 * the new one.
 */
function isFactorVouchedFor(before: Role, after: Role): boolean {
  const [had, has] = [ROLE_RULES[before], ROLE_RULES[after]];
  if (!has.owesSecondFactor) return true;
  return had.owesSecondFactor && (had.isStaff || !has.isStaff);
}

async function findDealership(transaction: Transaction, id: string | null) {
  if (id === null || !isUuid(id)) return null;
  const [found] = await transaction
    .select({ id: dealershipTable.id, name: dealershipTable.name })
    .from(dealershipTable)
    .where(eq(dealershipTable.id, id));
  return found ?? null;
}

async function findDealershipNamed(transaction: Transaction, name: string) {
  const [found] = await transaction
    .select({ id: dealershipTable.id, name: dealershipTable.name })
    .from(dealershipTable)
    .where(eq(dealershipTable.name, name.trim()));
  return found ?? null;
}
