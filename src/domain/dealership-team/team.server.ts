import { eq, sql } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { listMemberRoles } from "#domain/dealership/dealership-queries.server.ts";
import { dealershipMemberTable } from "#domain/dealership/dealership.table.ts";
import { makeEnrolmentPath } from "#domain/identity/factor-enrolment.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { hasSecondFactor } from "#domain/identity/second-factor.server.ts";
import { writeRole } from "#domain/people/change-role.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { DEALERSHIP_ROLES, type DealershipRole } from "#values/dealership-role.ts";
import { lockDealership } from "./invitations.server.ts";

export type Colleague = {
  id: string;
  name: string;
  email: string;
  role: DealershipRole;
  joinedAt: Date;
  hasSecondFactor: boolean;
  /** How many listings of the dealership they look after, drafts included. */
  listings: number;
};

/** The members of a dealership, by how much they may do, then by name. */
export async function listTeam(dealershipId: string): Promise<Colleague[]> {
  const { userId, role, joinedAt } = dealershipMemberTable;
  const members = await db()
    .select({
      id: userId,
      name: userTable.name,
      email: userTable.email,
      role,
      joinedAt,
      hasSecondFactor: userTable.twoFactorEnabled,
      listings: sql<number>`(select count(*)::int from listing
        where listing.seller_id = ${userId} and listing.dealership_id = ${dealershipId}
          and listing.state not in ('sold', 'removed'))`,
    })
    .from(dealershipMemberTable)
    .innerJoin(userTable, eq(userTable.id, userId))
    .where(eq(dealershipMemberTable.dealershipId, dealershipId))
    .orderBy(userTable.name, userId);
  return members.toSorted(
    (one, other) => DEALERSHIP_ROLES.indexOf(one.role) - DEALERSHIP_ROLES.indexOf(other.role),
  );
}

export type TeamRefusal =
  | "not_permitted"
  /** Not, or no longer, a member. */
  | "not_found"
  /** Another owner does it: so nobody loses it by mistake, and one owner always remains. */
  | "own_role"
  | "demo_account";
type TeamResult = { ok: true } | { ok: false; code: TeamRefusal };

/** Gives a colleague another role in the dealership, from their next request on. */
export async function changeColleagueRole(
  by: SignedInUser,
  colleagueId: string,
  role: DealershipRole,
): Promise<TeamResult> {
  return changeTeam(by, colleagueId, async (transaction, dealershipId, member) => {
    await transaction
      .update(dealershipMemberTable)
      .set({ role })
      .where(eq(dealershipMemberTable.userId, colleagueId));
    await recordAudit(transaction, {
      by: toActor(by),
      action: "colleague_role_changed",
      on: { kind: "account", id: colleagueId },
      changes: { role: [member.role, role], dealership: [dealershipId, dealershipId] },
    });
  });
}

/**
 * Takes a colleague out of the dealership: their sessions end, and `successorId` looks after their
 * listings and deals. The account stays, as a private person's.
 */
export async function removeColleague(
  by: SignedInUser,
  colleagueId: string,
  successorId: string,
): Promise<TeamResult> {
  return changeTeam(by, colleagueId, async (transaction, dealershipId, { role, user }) => {
    await writeRole(transaction, user, {
      role: "buyer",
      membership: null,
      successorId,
      reason: "",
      byUserId: by.id,
    });
    await recordAudit(transaction, {
      by: toActor(by),
      action: "colleague_removed",
      on: { kind: "account", id: colleagueId },
      changes: { role: [role, null], dealership: [dealershipId, null] },
    });
  });
}

/**
 * A link with which a colleague who has no second factor sets it up; null if they have one, or are
 * not a member.
 */
export async function giveColleagueEnrolmentLink(
  by: SignedInUser,
  colleagueId: string,
): Promise<string | null> {
  let path: string | null = null;
  await changeTeam(by, colleagueId, async (transaction, _dealershipId, { user }) => {
    if (await hasSecondFactor(user.id)) return;
    path = await makeEnrolmentPath(user);
    await recordAudit(transaction, {
      by: toActor(by),
      action: "first_factor_link_given",
      on: { kind: "account", id: colleagueId },
    });
  });
  return path;
}

type Member = { role: DealershipRole; user: typeof userTable.$inferSelect };

/** Does something to a member of the owner's dealership, whose team is locked meanwhile. */
async function changeTeam(
  by: SignedInUser,
  colleagueId: string,
  work: (transaction: Transaction, dealershipId: string, member: Member) => Promise<void>,
): Promise<TeamResult> {
  const dealershipId = by.dealership?.id;
  if (!dealershipId || !may(by, "changeDealerTeam")) return { ok: false, code: "not_permitted" };
  if (colleagueId === by.id) return { ok: false, code: "own_role" };
  return db().transaction(async (transaction) => {
    const [user] = await transaction
      .select()
      .from(userTable)
      .where(eq(userTable.id, colleagueId))
      .for("update");
    await lockDealership(transaction, dealershipId);
    const members = await listMemberRoles(transaction, dealershipId);
    const member = members.find(({ userId }) => userId === colleagueId);
    if (!user || !member) return { ok: false, code: "not_found" };
    if (user.isDemo) return { ok: false, code: "demo_account" };
    // Read under the lock: another owner may have changed the asker's own role meanwhile.
    if (members.find(({ userId }) => userId === by.id)?.role !== "owner")
      return { ok: false, code: "not_permitted" };
    await work(transaction, dealershipId, { role: member.role, user });
    return { ok: true };
  });
}
