import type { Role } from "#vocabulary/role.ts";

/** What each role may do. Asked in English: `may(user, "workLeads")`. */
const PERMISSIONS = {
  workLeads: ["staff", "admin"],
  saveListings: ["buyer", "seller", "dealer", "staff", "admin"],
  placeBids: ["buyer", "seller", "dealer"],
  sellCars: ["buyer", "seller", "dealer"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether the person may do this; a visitor who is not signed in may do none of it. */
export function may(user: { role: Role } | null, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission];
  return user !== null && roles.includes(user.role);
}
