import { count, eq, inArray } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { searchAudit } from "#domain/audit/search-audit.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { roleAbilityTable } from "#domain/identity/role-ability.table.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import {
  type Ability,
  ABILITY_NAMES,
  type AbilityChanges,
  type AbilityObstacle,
  ADJUSTABLE_ROLES,
  findAbilityObstacle,
  hasAbility,
  nameAbilitiesOf,
} from "#values/ability.ts";
import type { Role } from "#values/role.ts";

/** What was given to or taken from each role; nothing for most. */
export async function listAbilityChanges(
  queryable: Queryable = db(),
): Promise<ReadonlyMap<Role, AbilityChanges>> {
  const rows = await queryable.select().from(roleAbilityTable);
  return new Map(
    ADJUSTABLE_ROLES.map((role) => [
      role,
      Object.fromEntries(
        rows.filter((row) => row.role === role).map(({ ability, isGiven }) => [ability, isGiven]),
      ),
    ]),
  );
}

/** Each role that can be adjusted, with its abilities and the number of people in it. */
export async function listRoleAbilities() {
  const [changes, people] = await Promise.all([
    listAbilityChanges(),
    db()
      .select({ role: userTable.role, people: count() })
      .from(userTable)
      .where(inArray(userTable.role, ADJUSTABLE_ROLES))
      .groupBy(userTable.role),
  ]);
  return ADJUSTABLE_ROLES.map((role) => ({
    role,
    people: people.find((row) => row.role === role)?.people ?? 0,
    abilities: ABILITY_NAMES.filter((ability) => hasAbility(role, ability, changes.get(role))),
  }));
}

export type AbilitiesRefusal = AbilityObstacle | "not_permitted" | "fresh_factor_needed";

/**
 * Gives the role exactly these abilities, with the earlier ones in the audit log. Whoever is signed
 * in with the role has them from their next request on.
 */
export async function setRoleAbilities(
  by: StaffMember,
  role: Role,
  wanted: readonly Ability[],
): Promise<{ ok: true } | { ok: false; code: AbilitiesRefusal }> {
  if (!may(by, "changeRoles")) return { ok: false, code: "not_permitted" };
  if (by.lacksFreshFactor) return { ok: false, code: "fresh_factor_needed" };
  return db().transaction(async (transaction) => {
    const own = await transaction
      .select()
      .from(roleAbilityTable)
      .where(eq(roleAbilityTable.role, role))
      .orderBy(roleAbilityTable.ability)
      .for("update");
    const changes = Object.fromEntries(own.map(({ ability, isGiven }) => [ability, isGiven]));
    const before = ABILITY_NAMES.filter((ability) => hasAbility(role, ability, changes));
    const changed = ABILITY_NAMES.filter(
      (ability) => before.includes(ability) !== wanted.includes(ability),
    );
    for (const ability of changed) {
      const obstacle = findAbilityObstacle(role, ability, wanted.includes(ability));
      if (obstacle) return { ok: false, code: obstacle };
    }
    if (changed.length === 0) return { ok: true };
    const changedAt = now();
    for (const ability of changed) {
      const isGiven = wanted.includes(ability);
      await transaction
        .insert(roleAbilityTable)
        .values({ role, ability, isGiven, changedAt })
        .onConflictDoUpdate({
          target: [roleAbilityTable.role, roleAbilityTable.ability],
          set: { isGiven, changedAt },
        });
    }
    const after = ABILITY_NAMES.filter((ability) => wanted.includes(ability));
    await recordAudit(transaction, {
      by: toActor(by),
      action: "role_abilities_changed",
      changes: { [nameAbilitiesOf(role)]: [before, after] },
    });
    return { ok: true };
  });
}

const ANY_SEARCH = { accountId: null, thingId: null, from: null, to: null, olderThan: null };

/** The newest adjustments of roles, newest first, from the audit log. */
export async function listAbilityHistory() {
  const { records } = await searchAudit({ ...ANY_SEARCH, action: "role_abilities_changed" });
  const ids = [...new Set(records.flatMap(({ accountId }) => accountId ?? []))];
  const people = await db()
    .select({ id: userTable.id, name: userTable.name })
    .from(userTable)
    .where(inArray(userTable.id, ids));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return records.flatMap(({ position, at, accountId, changes }) => {
    const facts = JSON.parse(changes ?? "{}") as Record<string, [string[], string[]]>;
    return ADJUSTABLE_ROLES.flatMap((role) => {
      const fact = facts[nameAbilitiesOf(role)];
      if (!fact) return [];
      const [before, after] = fact.map((list) => ABILITY_NAMES.filter((a) => list.includes(a)));
      return {
        position,
        at,
        role,
        byName: names.get(accountId ?? "") ?? null,
        given: (after ?? []).filter((ability) => !before?.includes(ability)),
        taken: (before ?? []).filter((ability) => !after?.includes(ability)),
      };
    });
  });
}
