import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import { splitFullName } from "#values/person-name.ts";

/**
 * The first paragraph of an e-mail; pass "" if the name is unknown or the address is not confirmed.
 */
export function greet(firstName: string, options: { locale: Locale }): string {
  return firstName
    ? m.mail_greeting({ name: firstName }, options)
    : m.mail_greeting_nameless({}, options);
}

/** The same to a member: an account has one full name, and the greeting uses its first part. */
export function greetMember(name: string, options: { locale: Locale }): string {
  return greet(splitFullName(name).firstName, options);
}
