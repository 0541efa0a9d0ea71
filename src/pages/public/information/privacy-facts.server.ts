import { describeRecipient } from "#domain/processing/describe-processing.ts";
import { listInstalled } from "#domain/processing/recipients.server.ts";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import type { FurtherClass } from "#values/data-class.ts";
import type { Locale } from "#values/locale.ts";
import { PHONE_CODE_HOURS } from "#values/retention.ts";

/** The recipients of personal data, from the providers that this installation uses. */
export function listRecipients(further: readonly FurtherClass[], locale: Locale): string[] {
  return [
    ...listInstalled().map((name) => describeRecipient(name, { further, locale })),
    m.information_privacy_who_none({}, { locale }),
  ];
}

/** How long data is retained, from the same numbers that the deleting job uses. */
export function listPeriods(): string[] {
  return [
    m.information_privacy_keep_leads({ months: site.retention.leadMonths }),
    m.information_privacy_keep_sealed({
      days: site.retention.sealedDays,
      most: site.retention.sealedMostDays,
    }),
    m.information_privacy_keep_drafts({ days: site.retention.draftDays }),
    m.information_privacy_keep_codes({ hours: PHONE_CODE_HOURS }),
    m.information_privacy_keep_messages({
      days: site.retention.messageTextDays,
      record: site.retention.messageRecordDays,
    }),
    m.information_privacy_keep_accounts({ days: site.retention.accountDays }),
    m.information_privacy_keep_reviews(),
    m.information_privacy_keep_newsletter({
      months: site.retention.newsletterMonths,
      days: site.retention.newsletterDays,
    }),
    m.information_privacy_keep_staff_changes({ months: site.retention.staffChangeMonths }),
    m.information_privacy_keep_requests({ months: site.retention.requestMonths }),
    m.information_privacy_keep_incidents({
      months: site.retention.incidentMonths,
      quebec: site.retention.incidentQuebecMonths,
    }),
    m.information_privacy_keep_audit(),
  ];
}
