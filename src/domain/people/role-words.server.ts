import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";

// The messages of roles are named by the role's code, so a missing one does not compile. Pages get
// the text from their loader: with such a key, the browser would load all messages.

/** The name of a role where roles are given and recorded. */
export function describeRole(role: Role, locale: Locale): string {
  return m[`people_role_option_${role}` as const]({}, { locale });
}

/** The same for a demo account, which has its own explanation beside it. */
export function describeDemoRole(role: Role, locale: Locale): string {
  return m[`people_role_demo_${role}` as const]({}, { locale });
}
