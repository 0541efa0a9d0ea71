import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";

// A role's messages are named by its code, and do not compile where one is missing. Pages get the text
// from their loader: such a key in the browser would load every message there is.

/** What a role is called where roles are given and recorded. */
export function describeRole(role: Role, locale: Locale): string {
  return m[`people_role_option_${role}` as const]({}, { locale });
}

/** The same on a demonstration's account, whose sentence beside it says the rest. */
export function describeDemoRole(role: Role, locale: Locale): string {
  return m[`people_role_demo_${role}` as const]({}, { locale });
}
