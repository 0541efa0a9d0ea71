import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import { splitFullName } from "#values/person-name.ts";

/** The first paragraph of a mail; "" where the name is unknown or its address is confirmed by nobody. */
export function greet(firstName: string, options: { locale: Locale }): string {
  return firstName
    ? m.mail_greeting({ name: firstName }, options)
    : m.mail_greeting_nameless({}, options);
}

/** The same to a member, whose account holds one name: by the first part of it. */
export function greetMember(name: string, options: { locale: Locale }): string {
  return greet(splitFullName(name).firstName, options);
}
