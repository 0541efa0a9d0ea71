import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import type { Ability } from "#values/ability.ts";
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

/** The name of what an operator may give to a role. */
export function describeAbility(ability: Ability, locale: Locale): string {
  return m[`access_abilities_option_${ability}` as const]({}, { locale });
}

/** The same, with the lead if it is about one only. */
export function describeAccess(ability: Ability, lead: string | null, locale: Locale): string {
  const name = describeAbility(ability, locale);
  return lead === null ? name : m.access_about_lead({ name, reference: lead }, { locale });
}
