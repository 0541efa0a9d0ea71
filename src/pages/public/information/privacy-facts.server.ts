import { describeRecipient } from "#domain/processing/describe-processing.ts";
import { listInstalled } from "#domain/processing/recipients.server.ts";
import { m } from "#messages/messages.js";
import type { FurtherClass } from "#values/data-class.ts";
import type { Locale } from "#values/locale.ts";
import * as keep from "#values/retention.ts";

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
    m.information_privacy_keep_leads({ months: keep.LEAD_MONTHS }),
    m.information_privacy_keep_sealed({
      days: keep.SEALED_DAYS_AFTER_DECISION,
      most: keep.SEALED_DAYS_AT_MOST,
    }),
    m.information_privacy_keep_drafts({ days: keep.DRAFT_DAYS }),
    m.information_privacy_keep_codes({ hours: keep.PHONE_CODE_HOURS }),
    m.information_privacy_keep_messages({
      days: keep.MESSAGE_TEXT_DAYS,
      record: keep.MESSAGE_RECORD_DAYS,
    }),
    m.information_privacy_keep_accounts({ days: keep.UNCONFIRMED_ACCOUNT_DAYS }),
    m.information_privacy_keep_reviews(),
    m.information_privacy_keep_newsletter({
      months: keep.NEWSLETTER_EVIDENCE_MONTHS,
      days: keep.NEWSLETTER_UNCONFIRMED_DAYS,
    }),
    m.information_privacy_keep_staff_changes({ months: keep.STAFF_CHANGE_MONTHS }),
    m.information_privacy_keep_requests({ months: keep.PRIVACY_REQUEST_MONTHS }),
    m.information_privacy_keep_incidents({
      months: keep.INCIDENT_MONTHS,
      quebec: keep.INCIDENT_MONTHS_QUEBEC,
    }),
    m.information_privacy_keep_audit(),
  ];
}
