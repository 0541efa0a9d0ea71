import {
  type Permission,
  PUBLIC,
  type Role,
  ROLE_RULES,
  type RoleRules,
  ROLES,
} from "#values/role.ts";

/** Who asks. `lacksSecondFactor`: somebody who owes one, in a session that has not proved it. */
type Asker = { role: Role; lacksSecondFactor?: boolean } | null;

/** Whether the person may do this; null is a visitor who is not signed in. */
export function may(user: Asker, permission: Permission): boolean {
  const permissions: readonly Permission[] = user ? ROLE_RULES[user.role].may : PUBLIC;
  if (!permissions.includes(permission)) return false;
  return !(user?.lacksSecondFactor && needsSecondFactor(permission, ROLE_RULES));
}

/** The roles that see every customer's data. */
export const STAFF_ROLES = ROLES.filter((role) => ROLE_RULES[role].isStaff);

/**
 * Whether those who owe a second factor must have proved it for this. Only what every role that owes
 * none may do as well is open without: one more row never takes it away.
 */
export function needsSecondFactor(
  permission: Permission,
  rules: Readonly<Record<string, Omit<RoleRules, "isStaff" | "session">>>,
): boolean {
  return Object.values(rules).some(
    ({ owesSecondFactor, may: permissions }) =>
      !owesSecondFactor && !permissions.includes(permission),
  );
}
