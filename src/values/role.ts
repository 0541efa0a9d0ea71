/**
 * The roles that somebody gives, of those who see other people's data. A member is a buyer or a seller by
 * what they do, and is either; both may do the same things.
 */
export const ASSIGNABLE_ROLES = ["dealer", "staff", "auditor", "admin"] as const;

/** What an account may be. */
export const ROLES = ["buyer", "seller", ...ASSIGNABLE_ROLES] as const;
export type Role = (typeof ROLES)[number];

/** Who buys and sells here; all others work here. */
const MEMBER_ROLES: readonly Role[] = ["buyer", "seller", "dealer"];

export function isMemberRole(role: Role): boolean {
  return MEMBER_ROLES.includes(role);
}

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}
