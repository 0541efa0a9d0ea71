import {
  findNextRun,
  countExpiredData,
  EXPIRED_DATA,
  type ExpiredDataKind,
} from "#domain/retention/expired-data.server.ts";
import { m } from "#messages/messages.js";
import { type PageArgs, requirePermission } from "#pages/session/guards.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { formatDateTime, formatNumber } from "#values/format.ts";
import { listKeys } from "#values/record.ts";
import * as keep from "#values/retention.ts";

/** When each kind of data is deleted, and how much of it the next run of the job will delete. */
export async function loadRetention(args: PageArgs) {
  const { locale } = requirePermission(args, "seeSystem").visitor;
  const nextRun = findNextRun(now());
  const counts = await countExpiredData(nextRun);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    next: m.retention_next({
      time: formatDateTime(nextRun, locale),
      count: formatNumber(all, locale),
    }),
    rows: listKeys(EXPIRED_DATA).map((kind) => {
      const [what, when] = WORDS[kind];
      return { kind, what: what(), when: when(), count: formatNumber(counts[kind], locale) };
    }),
  };
}

const sealed = () =>
  m.retention_sealed_when({
    days: keep.SEALED_DAYS_AFTER_DECISION,
    most: keep.SEALED_DAYS_AT_MOST,
  });
const over = () => m.retention_over();
const days = (count: number) => () => m.retention_days({ days: count });
const months = (count: number) => () => m.retention_months({ months: count });
const drafts = () => m.retention_drafts_when({ days: keep.DRAFT_DAYS });

/** What each kind is and when it is deleted, with the same periods that the job uses. */
const WORDS: Record<ExpiredDataKind, readonly [what: () => string, when: () => string]> = {
  draftLinks: [m.retention_draft_links, drafts],
  drafts: [m.retention_drafts, drafts],
  phoneCodes: [
    m.retention_phone_codes,
    () => m.retention_phone_codes_when({ hours: keep.PHONE_CODE_HOURS }),
  ],
  rateLimits: [m.retention_rate_limits, over],
  links: [m.retention_links, over],
  emailSignIns: [m.retention_email_sign_ins, over],
  accounts: [m.retention_accounts, days(keep.UNCONFIRMED_ACCOUNT_DAYS)],
  subscriptions: [
    m.retention_subscriptions,
    () =>
      m.retention_subscriptions_when({
        days: keep.NEWSLETTER_UNCONFIRMED_DAYS,
        months: keep.NEWSLETTER_EVIDENCE_MONTHS,
      }),
  ],
  staffChanges: [m.retention_staff_changes, months(keep.STAFF_CHANGE_MONTHS)],
  messages: [
    m.retention_messages,
    () =>
      m.retention_messages_when({
        days: keep.MESSAGE_RECORD_DAYS,
        hours: keep.PHONE_CODE_HOURS,
      }),
  ],
  messageTexts: [m.retention_message_texts, days(keep.MESSAGE_TEXT_DAYS)],
  unmatchedEmails: [m.retention_unmatched_emails, days(keep.UNMATCHED_MAIL_DAYS)],
  outbox: [m.retention_outbox, days(keep.MESSAGE_TEXT_DAYS)],
  documents: [m.retention_documents, sealed],
  sealedAnswers: [m.retention_sealed_answers, sealed],
  leads: [m.retention_leads, months(keep.LEAD_MONTHS)],
  submissions: [m.retention_submissions, months(keep.LEAD_MONTHS)],
  freedRequests: [m.retention_freed_requests, () => m.retention_freed_requests_when()],
  privacyRequests: [
    m.retention_privacy_requests,
    () => m.retention_privacy_requests_when({ months: keep.PRIVACY_REQUEST_MONTHS }),
  ],
  incidents: [
    m.retention_incidents,
    () =>
      m.retention_incidents_when({
        months: keep.INCIDENT_MONTHS,
        quebec: keep.INCIDENT_MONTHS_QUEBEC,
      }),
  ],
  files: [m.retention_files, () => m.retention_files_when()],
  records: [m.retention_records, () => m.retention_records_when({ years: keep.AUDIT_YEARS })],
};
