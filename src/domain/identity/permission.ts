import {
  type AbilityChanges,
  type AccessGrant,
  hasPermission,
  isGranted,
} from "#values/ability.ts";
import { allowsAtDesk, type DealershipRole } from "#values/dealership-role.ts";
import {
  type Permission,
  PUBLIC,
  type Role,
  ROLE_RULES,
  type RoleRules,
  ROLES,
} from "#values/role.ts";

/**
 * The person who asks. `lacksSecondFactor`: their role must have a second factor, and this session
 * has not proved it. `abilities`: what an operator gave to their role, or took from it. `grants`:
 * what they were given for a day. `dealership`: their role in it withholds some permissions.
 */
type Asker = {
  role: Role;
  lacksSecondFactor?: boolean;
  abilities?: AbilityChanges;
  grants?: readonly AccessGrant[];
  dealership?: { role: DealershipRole } | null;
} | null;

/**
 * Whether the person may do this; null is a visitor who is not signed in. `lead`: the reference of
 * the lead that it is about, for what was granted about that lead only.
 */
export function may(user: Asker, permission: Permission, lead: string | null = null): boolean {
  const isAllowed = user
    ? hasPermission(user.role, permission, user.abilities) ||
      isGranted(user.role, permission, user.grants ?? [], lead)
    : PUBLIC.some((each) => each === permission);
  if (!isAllowed) return false;
  if (user?.dealership && !allowsAtDesk(user.dealership.role, permission)) return false;
  return !(user?.lacksSecondFactor && needsSecondFactor(permission, ROLE_RULES));
}

/** The roles that see the data of all customers. */
export const STAFF_ROLES = ROLES.filter((role) => ROLE_RULES[role].isStaff);

/**
 * Whether roles that must have a second factor need it for this permission. Only a permission that
 * every role without that duty also has is exempt. So adding a role can never remove the need for a
 * second factor.
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
