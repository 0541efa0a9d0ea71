import type { InboxColumn } from "#domain/inbox/inbox-columns.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";

const WORDS: Record<InboxColumn, (_: object, in_: { locale?: Locale }) => string> = {
  stage: m.inbox_stage,
  due: m.inbox_due,
  owner: m.inbox_owner,
  received: m.inbox_column_received,
  dealership: m.inbox_dealership,
  source: m.inbox_source,
  language: m.inbox_language,
  email: m.inbox_column_email,
  phone: m.inbox_column_phone,
};

/** What a column of the inbox is called. */
export function columnWord(column: InboxColumn, locale?: Locale): string {
  return WORDS[column]({}, locale ? { locale } : {});
}
