import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { teamInvitationTable, dealershipTable } from "#domain/dealership/dealership.table.ts";
import { letEnrolFactor } from "#domain/identity/factor-enrolment.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { writeRole } from "#domain/people/change-role.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import { paths } from "#site/paths.ts";
import type { DealershipRole } from "#values/dealership-role.ts";
import { isMemberRole } from "#values/role.ts";
import { isUuid } from "#values/uuid.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Open invitations of one dealership at a time: more would be a mistake, or a leak. */
const MOST_OPEN = 50;

type NewInvitation = { name: string; role: DealershipRole; days: number };

/**
 * Invites somebody into the dealership of its owner. Returns the path of the link, which is shown
 * once and stored nowhere: the owner hands it over, because whoever opens it may set up the second
 * factor of the account (docs/decisions/0072-a-dealership-is-a-team.md).
 */
export async function inviteColleague(
  by: SignedInUser,
  { name, role, days }: NewInvitation,
): Promise<{ ok: true; path: string } | { ok: false; code: "not_permitted" | "too_many" }> {
  const dealershipId = by.dealership?.id;
  if (!dealershipId || !may(by, "changeDealerTeam")) return { ok: false, code: "not_permitted" };
  const token = makeToken();
  const at = now();
  return db().transaction(async (transaction) => {
    await lockDealership(transaction, dealershipId);
    const open = await transaction.$count(teamInvitationTable, isOpenIn(dealershipId));
    if (open >= MOST_OPEN) return { ok: false, code: "too_many" };
    await transaction.insert(teamInvitationTable).values({
      dealershipId,
      tokenHash: hashToken(token),
      role,
      name,
      byUserId: by.id,
      createdAt: at,
      expiresAt: new Date(at.getTime() + days * DAY_MS),
    });
    await recordAudit(transaction, {
      by: toActor(by),
      action: "colleague_invited",
      on: { kind: "dealership", id: dealershipId },
      changes: { role: [null, role] },
    });
    return { ok: true, path: paths.teamInvitation(token) };
  });
}

/** The invitations of a dealership that can still be used, the newest first. */
export async function listOpenInvitations(dealershipId: string) {
  const { id, name, role, createdAt, expiresAt } = teamInvitationTable;
  return db()
    .select({ id, name, role, createdAt, expiresAt, byName: userTable.name })
    .from(teamInvitationTable)
    .leftJoin(userTable, eq(userTable.id, teamInvitationTable.byUserId))
    .where(isOpenIn(dealershipId))
    .orderBy(desc(createdAt), desc(id));
}

/** Ends an invitation before it is used. Returns false if it is not one of the dealership's open ones. */
export async function revokeInvitation(by: SignedInUser, id: string): Promise<boolean> {
  const dealershipId = by.dealership?.id;
  if (!dealershipId || !may(by, "changeDealerTeam") || !isUuid(id)) return false;
  return db().transaction(async (transaction) => {
    const [revoked] = await transaction
      .update(teamInvitationTable)
      .set({ revokedAt: now() })
      .where(and(eq(teamInvitationTable.id, id), isOpenIn(dealershipId)))
      .returning({ role: teamInvitationTable.role });
    if (!revoked) return false;
    await recordAudit(transaction, {
      by: toActor(by),
      action: "invitation_revoked",
      on: { kind: "dealership", id: dealershipId },
      changes: { role: [revoked.role, null] },
    });
    return true;
  });
}

type Invitation = {
  id: string;
  dealershipId: string;
  dealership: string;
  role: DealershipRole;
  /** Who invites; null after their account was deleted. */
  byName: string | null;
};

/** The invitation of a link; null if it is unknown, used, revoked or expired. */
export async function findInvitation(
  token: string,
  queryable: Queryable = db(),
): Promise<Invitation | null> {
  const { id, dealershipId, role, tokenHash, byUserId } = teamInvitationTable;
  const [found] = await queryable
    .select({ id, dealershipId, role, dealership: dealershipTable.name, byName: userTable.name })
    .from(teamInvitationTable)
    .innerJoin(dealershipTable, eq(dealershipTable.id, dealershipId))
    .leftJoin(userTable, eq(userTable.id, byUserId))
    .where(and(eq(tokenHash, hashToken(token)), isOpen()));
  return found ?? null;
}

export type InvitationRefusal =
  | "link_used_up"
  /** A member of staff, or somebody who is in a dealership already. */
  | "other_role"
  | "not_confirmed"
  | "demo_account";

/** Why this account cannot take an invitation; null if it can. */
export function findInvitationRefusal(
  user: Pick<typeof userTable.$inferSelect, "role" | "emailVerified" | "isDemo">,
): Exclude<InvitationRefusal, "link_used_up"> | null {
  if (user.isDemo) return "demo_account";
  if (!isMemberRole(user.role) || user.role === "dealer") return "other_role";
  return user.emailVerified ? null : "not_confirmed";
}

/**
 * Makes the account a member of the dealership that invited it, once. This session goes on and may
 * set up the second factor that a dealer needs; every other one ends.
 */
export async function acceptInvitation(
  token: string,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ ok: true } | { ok: false; code: InvitationRefusal }> {
  return db().transaction(async (transaction) => {
    const [user] = await transaction
      .select()
      .from(userTable)
      .where(eq(userTable.id, userId))
      .for("update");
    const invitation = await findInvitation(token, transaction);
    if (!user || !invitation) return { ok: false, code: "link_used_up" };
    const refusal = findInvitationRefusal(user);
    if (refusal) return { ok: false, code: refusal };
    const { id, dealershipId, role } = invitation;
    await lockDealership(transaction, dealershipId);
    // Of two presses at once one finds the invitation unused.
    const used = await transaction
      .update(teamInvitationTable)
      .set({ usedAt: now(), usedByUserId: userId })
      .where(and(eq(teamInvitationTable.id, id), isOpen()))
      .returning({ id: teamInvitationTable.id });
    if (used.length === 0) return { ok: false, code: "link_used_up" };
    await writeRole(transaction, user, {
      role: "dealer",
      membership: { dealershipId, role },
      reason: "",
      byUserId: null,
      keptSessionId: sessionId,
    });
    await letEnrolFactor(transaction, sessionId);
    await recordAudit(transaction, {
      by: toActor({ id: userId, role: "dealer" }),
      action: "colleague_joined",
      on: { kind: "dealership", id: dealershipId },
      changes: { role: [null, role] },
    });
    return { ok: true };
  });
}

/** Changes of one team wait for each other, so that it never loses its last owner. */
export async function lockDealership(
  transaction: Transaction,
  dealershipId: string,
): Promise<void> {
  await transaction
    .select({ id: dealershipTable.id })
    .from(dealershipTable)
    .where(eq(dealershipTable.id, dealershipId))
    .for("no key update");
}

function isOpen() {
  const { usedAt, revokedAt, expiresAt } = teamInvitationTable;
  return and(isNull(usedAt), isNull(revokedAt), gt(expiresAt, now()));
}

function isOpenIn(dealershipId: string) {
  return and(eq(teamInvitationTable.dealershipId, dealershipId), isOpen());
}
