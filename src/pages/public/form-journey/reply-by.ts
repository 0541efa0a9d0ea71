import { m } from "#messages/messages.js";
import { findReplyTime } from "#site/reply-time.ts";
import { formatDate } from "#values/format.ts";
import { languageTag, type Locale } from "#values/locale.ts";

/** "We aim to contact you by 6:00 p.m. on …", by the operator's hours; null where there are none. */
export function describeReplyBy(at: Date, locale: Locale): string | null {
  const found = findReplyTime(at);
  if (!found) return null;
  const time = new Intl.DateTimeFormat(languageTag[locale], {
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
  }).format(new Date(`${found.day}T${found.time}:00Z`));
  const day = formatDate(found.day, locale);
  return m.pre_approval_sent_reply_by({ time, day }, { locale });
}
