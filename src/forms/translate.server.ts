import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import type { Translate } from "./questions/question-kind.ts";

type Message = (params: object, options: { locale: Locale }) => string;

/**
 * Looks messages up by key, for things declared as data (forms); any of them may contain the site's
 * name. It holds every message of the site, so it is only on the server: pages import the messages
 * that they use.
 * @throws on an unknown key: a declaration without its messages is a bug.
 */
export function translateIn(locale: Locale): Translate {
  const messages = m as unknown as Record<string, Message | undefined>;
  return (key, params = {}) => {
    const message = messages[key];
    if (!message) throw new Error(`There is no message "${key}".`);
    return message({ site: site.name, ...params }, { locale });
  };
}
