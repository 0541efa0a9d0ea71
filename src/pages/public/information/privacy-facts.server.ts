import { m } from "#messages/messages.js";
import { env } from "#platform/env/env.server.ts";
import type { FurtherClass } from "#values/data-class.ts";
import { nameMailed } from "#values/data-class-label.ts";
import type { Locale } from "#values/locale.ts";
import * as keep from "#values/retention.ts";

/** Who receives something, out of the ways out that this installation has. */
export function listRecipients(further: readonly FurtherClass[], locale: Locale): string[] {
  const { SMTP_URL, SMS_URL, SPREADSHEET_URL, GEOAPIFY_KEY, S3_URL, GOOGLE_CLIENT_ID } = env();
  const providers = [
    [SMTP_URL, m.information_privacy_who_mail],
    [SMS_URL, m.information_privacy_who_sms],
    [SPREADSHEET_URL, m.information_privacy_who_sheet],
    [GEOAPIFY_KEY, m.information_privacy_who_places],
    [S3_URL, m.information_privacy_who_storage],
    [GOOGLE_CLIENT_ID, m.information_privacy_who_google],
  ] as const;
  return [
    m.information_privacy_who_dealer({ classes: nameMailed(further, locale) }),
    m.information_privacy_who_members(),
    m.information_privacy_who_everyone(),
    m.information_privacy_who_team(),
    ...providers.flatMap(([isUsed, say]) => (isUsed ? [say()] : [])),
    m.information_privacy_who_none(),
  ];
}

/** How long things are kept, out of the figures that the deleting goes by. */
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
    m.information_privacy_keep_audit(),
  ];
}
