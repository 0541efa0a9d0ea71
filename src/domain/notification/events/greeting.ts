import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";

/** The first paragraph of a mail; "" where the name is unknown or its address is confirmed by nobody. */
export function greet(name: string, options: { locale: Locale }): string {
  return name ? m.mail_greeting({ name }, options) : m.mail_greeting_nameless({}, options);
}
