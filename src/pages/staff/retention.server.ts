import {
  findNextRun,
  countExpiredData,
  EXPIRED_DATA,
  type ExpiredDataKind,
} from "#domain/retention/expired-data.server.ts";
import { DELETED_TASK_DAYS } from "#domain/task/task.ts";
import { m } from "#messages/messages.js";
import { type PageArgs, requirePermission } from "#pages/session/guards.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { SiteFacts } from "#site/site-facts.ts";
import { site } from "#site/site.ts";
import { formatDateTime, formatNumber } from "#values/format.ts";
import { listKeys } from "#values/record.ts";
import {
  ACCESS_REQUEST_MONTHS,
  AUDIT_YEARS,
  PHONE_CODE_HOURS,
  UNMATCHED_MAIL_DAYS,
} from "#values/retention.ts";

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
    days: site.retention.sealedDays,
    most: site.retention.sealedMostDays,
  });
const over = () => m.retention_over();
type Period = keyof SiteFacts["retention"];
const days = (period: Period) => () => m.retention_days({ days: site.retention[period] });
const months = (period: Period) => () => m.retention_months({ months: site.retention[period] });
const drafts = () => m.retention_drafts_when({ days: site.retention.draftDays });

/** What each kind is and when it is deleted, with the same periods that the job uses. */
const WORDS: Record<ExpiredDataKind, readonly [what: () => string, when: () => string]> = {
  draftLinks: [m.retention_draft_links, drafts],
  drafts: [m.retention_drafts, drafts],
  phoneCodes: [
    m.retention_phone_codes,
    () => m.retention_phone_codes_when({ hours: PHONE_CODE_HOURS }),
  ],
  rateLimits: [m.retention_rate_limits, over],
  links: [m.retention_links, over],
  emailSignIns: [m.retention_email_sign_ins, over],
  accounts: [m.retention_accounts, days("accountDays")],
  subscriptions: [
    m.retention_subscriptions,
    () =>
      m.retention_subscriptions_when({
        days: site.retention.newsletterDays,
        months: site.retention.newsletterMonths,
      }),
  ],
  staffChanges: [m.retention_staff_changes, months("staffChangeMonths")],
  accessRequests: [
    m.retention_access_requests,
    () => m.retention_months({ months: ACCESS_REQUEST_MONTHS }),
  ],
  messages: [
    m.retention_messages,
    () =>
      m.retention_messages_when({
        days: site.retention.messageRecordDays,
        hours: PHONE_CODE_HOURS,
      }),
  ],
  messageTexts: [m.retention_message_texts, days("messageTextDays")],
  unmatchedEmails: [
    m.retention_unmatched_emails,
    () => m.retention_days({ days: UNMATCHED_MAIL_DAYS }),
  ],
  tasks: [m.retention_tasks, () => m.retention_days({ days: DELETED_TASK_DAYS })],
  outbox: [m.retention_outbox, days("messageTextDays")],
  documents: [m.retention_documents, sealed],
  sealedAnswers: [m.retention_sealed_answers, sealed],
  leads: [m.retention_leads, months("leadMonths")],
  submissions: [m.retention_submissions, months("leadMonths")],
  freedRequests: [m.retention_freed_requests, () => m.retention_freed_requests_when()],
  privacyRequests: [
    m.retention_privacy_requests,
    () => m.retention_privacy_requests_when({ months: site.retention.requestMonths }),
  ],
  incidents: [
    m.retention_incidents,
    () =>
      m.retention_incidents_when({
        months: site.retention.incidentMonths,
        quebec: site.retention.incidentQuebecMonths,
      }),
  ],
  files: [m.retention_files, () => m.retention_files_when()],
  records: [m.retention_records, () => m.retention_records_when({ years: AUDIT_YEARS })],
};
