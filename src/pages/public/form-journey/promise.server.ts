import { type ContactWay, dueState } from "#domain/first-contact/first-contact.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { site } from "#site/site.ts";
import { formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { describeReplyBy, sayMoment } from "./reply-by.ts";

type Promised = {
  status: string;
  dueAt: Date | null;
  firstContactAt: Date | null;
  firstContactBy: ContactWay | null;
};

const CONTACTED = {
  call: m.request_contacted_call,
  mail: m.request_contacted_mail,
  sms: m.request_contacted_sms,
} as const satisfies Record<ContactWay, unknown>;

/**
 * What we promised the sender of a request, and whether we did it, in the same terms as staff see
 * it. Null if nothing was promised, or if the request went on without a first contact on record.
 */
export function describePromise(lead: Promised, locale: Locale): string | null {
  const { dueAt, firstContactAt, firstContactBy, status } = lead;
  if (firstContactAt && firstContactBy)
    return CONTACTED[firstContactBy](sayMoment(firstContactAt, locale), { locale });
  if (!dueAt || status !== "new") return null;
  if (dueState(lead, now()) !== "overdue") return describeReplyBy(dueAt, locale);
  const phone = formatPhone(site.phone, locale);
  return m.request_contact_missed({ ...sayMoment(dueAt, locale), phone }, { locale });
}
