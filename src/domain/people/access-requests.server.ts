import { and, desc, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AuditAction } from "#domain/audit/audit.ts";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { accessGrantTable } from "#domain/identity/access-grant.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { expiredRows } from "#platform/database/expired-rows.server.ts";
import {
  ABILITIES,
  type Ability,
  ADJUSTABLE_ROLES,
  hasAbility,
  offeredAbilities,
} from "#values/ability.ts";
import { readReference } from "#values/reference.ts";
import { ACCESS_REQUEST_MONTHS } from "#values/retention.ts";
import { isUuid } from "#values/uuid.ts";
import { describeAccess } from "./role-words.server.ts";
import { listAbilityChanges } from "./role-abilities.server.ts";

/** Access for a day. */
const GRANT_MS = 24 * 60 * 60_000;

/** What the person could be given and does not have. */
export function listMissingAbilities(user: StaffMember): Ability[] {
  return offeredAbilities(user.role).filter((ability) => !hasAll(user, ability));
}

function hasAll(user: StaffMember, ability: Ability): boolean {
  return ABILITIES[ability].every((permission) => may(user, permission));
}

/** Asks those who may grant it. The same is not asked for twice while it waits. */
export async function askForAccess(
  by: StaffMember & { name: string },
  request: { ability: string; lead: string; reason: string },
): Promise<{ ok: true } | { ok: false; code: "not_offered" | "no_such_lead" | "asked" }> {
  const ability = listMissingAbilities(by).find((each) => each === request.ability);
  if (!ability) return { ok: false, code: "not_offered" };
  const leadReference = request.lead.trim() === "" ? null : await findReference(request.lead);
  if (leadReference === undefined) return { ok: false, code: "no_such_lead" };
  return db().transaction(async (transaction) => {
    // One request of a person at a time: two presses at once ask once.
    await transaction
      .select({ id: userTable.id })
      .from(userTable)
      .where(eq(userTable.id, by.id))
      .for("no key update");
    const isSame = and(
      eq(accessGrantTable.userId, by.id),
      eq(accessGrantTable.ability, ability),
      isNull(accessGrantTable.decidedAt),
      leadReference === null
        ? isNull(accessGrantTable.leadReference)
        : eq(accessGrantTable.leadReference, leadReference),
    );
    if ((await transaction.$count(accessGrantTable, isSame)) > 0)
      return { ok: false, code: "asked" };
    const [stored] = await transaction
      .insert(accessGrantTable)
      .values({ userId: by.id, ability, leadReference, reason: request.reason, askedAt: now() })
      .returning();
    if (!stored) throw new Error("A request for access was not stored.");
    for (const { id, email, locale } of await listGranters(transaction, by.id))
      await notify(transaction, {
        event: "access_asked",
        key: `access_asked:${stored.id}:${id}`,
        to: email,
        locale,
        userId: id,
        params: {
          name: by.name,
          what: describeAccess(ability, leadReference, locale),
          request: stored.id,
        },
      });
    await record(transaction, by, "access_day_asked", stored);
    return { ok: true };
  });
}

/** Undefined if there is no such lead. */
async function findReference(typed: string): Promise<string | undefined> {
  const reference = readReference(typed);
  if (!reference) return undefined;
  const isLead = (await db().$count(leadTable, eq(leadTable.reference, reference))) > 0;
  return isLead ? reference : undefined;
}

/** Whoever may grant access, but the one who asks. */
async function listGranters(transaction: Transaction, askerId: string) {
  const changes = await listAbilityChanges(transaction);
  const roles = ADJUSTABLE_ROLES.filter((role) => hasAbility(role, "access", changes.get(role)));
  const people = await transaction
    .select({ id: userTable.id, email: userTable.email, locale: userTable.locale })
    .from(userTable)
    .where(inArray(userTable.role, roles))
    .orderBy(userTable.id);
  return people.filter(({ id }) => id !== askerId);
}

export type AccessDecision = { decision: "lead" | "all" | "refuse"; word: string };
export type DecisionRefusal = "not_permitted" | "gone" | "own" | "not_yours" | "word_needed";

/** Allows it for a day, or refuses it with a word; nobody decides about themselves. */
export async function decideAccess(
  by: StaffMember,
  id: string,
  { decision, word }: AccessDecision,
): Promise<{ ok: true } | { ok: false; code: DecisionRefusal }> {
  if (!may(by, "grantAccess")) return { ok: false, code: "not_permitted" };
  if (!isUuid(id)) return { ok: false, code: "gone" };
  if (decision === "refuse" && word.trim() === "") return { ok: false, code: "word_needed" };
  return db().transaction(async (transaction) => {
    const [found] = await transaction
      .select({ request: accessGrantTable, asker: userTable })
      .from(accessGrantTable)
      .innerJoin(userTable, eq(userTable.id, accessGrantTable.userId))
      .where(and(eq(accessGrantTable.id, id), isNull(accessGrantTable.decidedAt)))
      .for("update", { of: accessGrantTable });
    if (!found) return { ok: false, code: "gone" };
    const { request, asker } = found;
    if (asker.id === by.id) return { ok: false, code: "own" };
    // Nobody hands out what they do not have.
    if (decision !== "refuse" && !hasAll(by, request.ability))
      return { ok: false, code: "not_yours" };
    const at = now();
    const isGranted = decision !== "refuse";
    const leadReference = decision === "all" ? null : request.leadReference;
    const until = isGranted ? new Date(at.getTime() + GRANT_MS) : null;
    await transaction
      .update(accessGrantTable)
      .set({
        decision: isGranted ? "granted" : "refused",
        decidedByUserId: by.id,
        decidedAt: at,
        word: word.trim(),
        leadReference,
        until,
      })
      .where(eq(accessGrantTable.id, id));
    await notify(transaction, {
      event: "access_decided",
      key: `access_decided:${id}`,
      to: asker.email,
      locale: asker.locale,
      userId: asker.id,
      params: {
        name: asker.name,
        what: describeAccess(request.ability, leadReference, asker.locale),
        until: until?.toISOString() ?? null,
        word: word.trim(),
      },
    });
    await record(transaction, by, isGranted ? "access_day_granted" : "access_day_refused", {
      ...request,
      leadReference,
    });
    return { ok: true };
  });
}

/** Ends it before its day is over: whoever has it, or who may grant it. */
export async function endAccess(by: StaffMember, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  return db().transaction(async (transaction) => {
    const at = now();
    const [ended] = await transaction
      .update(accessGrantTable)
      .set({ until: at })
      .where(
        and(
          eq(accessGrantTable.id, id),
          gt(accessGrantTable.until, at),
          may(by, "grantAccess") ? undefined : eq(accessGrantTable.userId, by.id),
        ),
      )
      .returning();
    if (!ended) return false;
    await record(transaction, by, "access_day_ended", ended);
    return true;
  });
}

function record(
  transaction: Transaction,
  by: StaffMember,
  action: AuditAction,
  request: Pick<typeof accessGrantTable.$inferSelect, "userId" | "ability" | "leadReference">,
): Promise<void> {
  const { userId, ability, leadReference } = request;
  return recordAudit(transaction, {
    by: toActor(by),
    action,
    on: { kind: "account", id: userId },
    changes: { accessAbility: [null, ability], accessLead: [null, leadReference] },
  });
}

const decider = alias(userTable, "decider");
const MOST_SHOWN = 50;

/** Newest first: one person's requests, or everybody's. */
export function listAccessRequests(userId: string | null) {
  return db()
    .select({
      id: accessGrantTable.id,
      userId: accessGrantTable.userId,
      name: userTable.name,
      role: userTable.role,
      ability: accessGrantTable.ability,
      leadReference: accessGrantTable.leadReference,
      reason: accessGrantTable.reason,
      askedAt: accessGrantTable.askedAt,
      decision: accessGrantTable.decision,
      decidedByName: decider.name,
      word: accessGrantTable.word,
      until: accessGrantTable.until,
    })
    .from(accessGrantTable)
    .innerJoin(userTable, eq(userTable.id, accessGrantTable.userId))
    .leftJoin(decider, eq(decider.id, accessGrantTable.decidedByUserId))
    .where(userId === null ? undefined : eq(accessGrantTable.userId, userId))
    .orderBy(desc(accessGrantTable.askedAt), desc(accessGrantTable.id))
    .limit(MOST_SHOWN);
}

/** Requests of long ago; the audit log stores for longer who had which access. */
export const oldAccessRequests = expiredRows(accessGrantTable, (at) => {
  const before = new Date(at);
  before.setUTCMonth(before.getUTCMonth() - ACCESS_REQUEST_MONTHS);
  return lt(accessGrantTable.askedAt, before);
});
