import { CHANGE_PERMISSIONS, type Permission, type Role, ROLE_RULES, ROLES } from "./role.ts";

// What an operator may give to the roles of the staff, or take from them: see
// docs/decisions/0070-roles-that-an-operator-adjusts.md.

/** Each ability, with the permissions that it consists of. */
export const ABILITIES = {
  income: ["seeIncome"],
  sealed_answers: ["openSealedAnswers"],
  lead_export: ["exportLeads"],
  subscriber_export: ["exportSubscribers"],
  listings: ["approveListings"],
  passing_on: ["passOnLeads"],
  templates: ["changeTemplates"],
  access: ["grantAccess"],
  team_rules: ["seeTeamRules", "changeTeamRules"],
  settings: ["seeSettings", "changeSettings"],
} as const satisfies Record<string, readonly Permission[]>;
export type Ability = keyof typeof ABILITIES;
export const ABILITY_NAMES = Object.keys(ABILITIES) as [Ability, ...Ability[]];

/** The abilities that a role was given (true) or lost (false); the others are as in `ROLE_RULES`. */
export type AbilityChanges = Readonly<Partial<Record<Ability, boolean>>>;

/** An ability that a person was given for a day: about one lead, or about everything. */
export type AccessGrant = { ability: Ability; lead: string | null };

/** The roles whose abilities can be adjusted. Each of them must have a second factor. */
export const ADJUSTABLE_ROLES = ROLES.filter(
  (role) => ROLE_RULES[role].isStaff && ROLE_RULES[role].owesSecondFactor,
);

/** Without these, nobody could put right what an administrator took by mistake. */
const NEEDED_TO_ADMINISTER: readonly Ability[] = ["settings", "access"];

const permissionsOf = (role: Role): readonly Permission[] => ROLE_RULES[role].may;

/** A role that works on leads may change things; the others of the staff only read. */
const onlyReads = (role: Role) => !permissionsOf(role).includes("workLeads");

export type AbilityObstacle = "not_staff" | "only_reads" | "needed";

/** Why the role cannot have the ability, or cannot lose it; null if it can. */
export function findAbilityObstacle(
  role: Role,
  ability: Ability,
  isGiven: boolean,
): AbilityObstacle | null {
  if (!ADJUSTABLE_ROLES.includes(role)) return isGiven ? "not_staff" : null;
  if (isGiven) return onlyReads(role) && ABILITIES[ability].some(isChange) ? "only_reads" : null;
  const administers = permissionsOf(role).includes("changeRoles");
  return administers && NEEDED_TO_ADMINISTER.includes(ability) ? "needed" : null;
}

function isChange(permission: Permission): boolean {
  return CHANGE_PERMISSIONS.some((each) => each === permission);
}

/** The abilities that could be given to the role. */
export function offeredAbilities(role: Role): Ability[] {
  return ABILITY_NAMES.filter((ability) => findAbilityObstacle(role, ability, true) === null);
}

/** Whether the role has the ability. A stored change that is not allowed has no effect. */
export function hasAbility(role: Role, ability: Ability, changes: AbilityChanges = {}): boolean {
  const changed = changes[ability];
  if (changed !== undefined && findAbilityObstacle(role, ability, changed) === null) return changed;
  return ABILITIES[ability].every((permission) => permissionsOf(role).includes(permission));
}

/**
 * Whether a grant gives the permission, about this lead. What the role could never have, no grant
 * gives either.
 */
export function isGranted(
  role: Role,
  permission: Permission,
  grants: readonly AccessGrant[],
  lead: string | null,
): boolean {
  const ability = OWNERS.get(permission);
  if (!ability || findAbilityObstacle(role, ability, true)) return false;
  return grants.some(
    (grant) => grant.ability === ability && (grant.lead === null || grant.lead === lead),
  );
}

const OWNERS = new Map<Permission, Ability>(
  ABILITY_NAMES.flatMap((ability) =>
    ABILITIES[ability].map((permission): [Permission, Ability] => [permission, ability]),
  ),
);

/** Whether the role has the permission, by its row and by what an operator changed. */
export function hasPermission(
  role: Role,
  permission: Permission,
  changes: AbilityChanges = {},
): boolean {
  const isInRow = permissionsOf(role).includes(permission);
  const ability = OWNERS.get(permission);
  const changed = ability && changes[ability];
  if (!ability || changed === undefined) return isInRow;
  return findAbilityObstacle(role, ability, changed) === null ? changed : isInRow;
}

/** The name of a role's abilities as a fact that changes. */
export function nameAbilitiesOf(role: Role) {
  return `abilitiesOf_${role}` as const;
}
