import { m } from "#messages/messages.js";
import { findReplyTime } from "#site/reply-time.ts";
import { formatClock, formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/**
 * "We aim to contact you by 6:00 p.m. on …", by the operator's hours; null if none are configured.
 */
export function describeReplyBy(at: Date, locale: Locale): string | null {
  const found = findReplyTime(at);
  if (!found) return null;
  const time = formatClock(found.time, locale);
  const day = formatDate(found.day, locale);
  return m.pre_approval_sent_reply_by({ time, day }, { locale });
}
