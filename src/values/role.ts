/** What an account may be. A member is a buyer or a seller; both may do the same things. */
export const ROLES = ["buyer", "seller", "dealer", "staff", "auditor", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Who buys and sells here; all others work here. */
const MEMBER_ROLES: readonly Role[] = ["buyer", "seller", "dealer"];

export function isMemberRole(role: Role): boolean {
  return MEMBER_ROLES.includes(role);
}

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}
