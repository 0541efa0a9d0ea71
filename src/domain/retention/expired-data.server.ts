import { lt } from "drizzle-orm";
import { formatAuditHead } from "#domain/audit/audit.ts";
import { oldRecords } from "#domain/audit/forget-audit.server.ts";
import { findAuditHead } from "#domain/audit/verify-audit.server.ts";
import { oldDocuments } from "#domain/document/documents.server.ts";
import { expiredDraftLinks } from "#domain/draft/draft-link.server.ts";
import { expiredDrafts } from "#domain/draft/draft.server.ts";
import { oldEmailSignIns } from "#domain/identity/email-sign-in.server.ts";
import { oldLinks } from "#domain/identity/one-time-link.server.ts";
import { unconfirmedAccounts } from "#domain/identity/sign-up.server.ts";
import { oldIncidents } from "#domain/incident/incidents.server.ts";
import { oldUnmatchedEmails } from "#domain/inbound-email/inbound-emails.server.ts";
import { oldLeads, oldSealedAnswers, oldSubmissions } from "#domain/lead/lead-retention.server.ts";
import { oldSubscriptions } from "#domain/newsletter/subscriptions.server.ts";
import { oldMessages, oldMessageTexts } from "#domain/notification/notify.server.ts";
import { oldCodes } from "#domain/phone-verification/phone-verification.server.ts";
import {
  erasableRequests,
  oldPrivacyRequests,
} from "#domain/privacy-request/end-request.server.ts";
import { oldAccessRequests } from "#domain/people/access-requests.server.ts";
import { readSettings } from "#domain/setting/settings.server.ts";
import { supposeSettings } from "#domain/setting/supposed-settings.server.ts";
import { oldStaffChanges } from "#domain/staff-change/objection.server.ts";
import { deletedTasks } from "#domain/task/change-task.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { type ExpiredData, expiredRows } from "#platform/database/expired-rows.server.ts";
import { endedWindows } from "#platform/limit/rate-limit.server.ts";
import { log } from "#platform/log/log.server.ts";
import { outboxMessageTable } from "#platform/outbox/outbox.table.ts";
import { unclaimedFiles } from "#platform/storage/unclaimed-files.server.ts";
import { shredForgottenRecords } from "#platform/vault/record-vault.server.ts";
import { site } from "#site/site.ts";
import { listKeys } from "#values/record.ts";

const DAY_MS = 24 * 60 * 60_000;
/** The minute of every hour at which the job runs. */
export const RETENTION_MINUTE = 17;

/**
 * The tables whose records have their own data keys. A test compares the list with the sealed
 * columns.
 */
export const RECORDS_WITH_KEYS = [
  { table: "submission", column: "sealed_answers" },
  { table: "draft", column: "sealed_content" },
] as const;

/**
 * Everything that expires, in the order of deletion. Rows that are counted by their own age come
 * before the rows with which they would also be deleted: a document before its request, a link
 * before its draft.
 */
export const EXPIRED_DATA = {
  draftLinks: expiredDraftLinks,
  drafts: expiredDrafts,
  phoneCodes: oldCodes,
  rateLimits: endedWindows,
  links: oldLinks,
  emailSignIns: oldEmailSignIns,
  staffChanges: oldStaffChanges,
  accessRequests: oldAccessRequests,
  accounts: unconfirmedAccounts,
  subscriptions: oldSubscriptions,
  messages: oldMessages,
  messageTexts: oldMessageTexts,
  unmatchedEmails: oldUnmatchedEmails,
  tasks: deletedTasks,
  outbox: expiredRows(outboxMessageTable, (at) =>
    lt(
      outboxMessageTable.createdAt,
      new Date(at.getTime() - site.retention.messageTextDays * DAY_MS),
    ),
  ),
  documents: oldDocuments,
  sealedAnswers: oldSealedAnswers,
  leads: oldLeads,
  submissions: oldSubmissions,
  freedRequests: erasableRequests,
  privacyRequests: oldPrivacyRequests,
  incidents: oldIncidents,
  files: unclaimedFiles,
  records: oldRecords,
} as const satisfies Record<string, ExpiredData>;

export type ExpiredDataKind = keyof typeof EXPIRED_DATA;
export type ExpiredDataCounts = Record<ExpiredDataKind, number>;

/** When the job runs next. */
export function findNextRun(at: Date): Date {
  const next = new Date(at);
  next.setUTCMinutes(RETENTION_MINUTE, 0, 0);
  if (next <= at) next.setUTCHours(next.getUTCHours() + 1);
  return next;
}

/** How many of each kind the job would end at a given time. Nothing is changed. */
export function countExpiredData(at: Date): Promise<ExpiredDataCounts> {
  return eachInTurn((expired) => expired.count(at));
}

/**
 * Ends what has expired, and returns how many of each kind. The key of each sealed record is
 * deleted with it.
 */
export async function deleteExpiredData(): Promise<ExpiredDataCounts> {
  // The periods in force, not those of a moment ago; without them nothing is deleted.
  const settings = await readSettings();
  const at = now();
  const ended = await supposeSettings(settings, () => eachInTurn((expired) => expired.end(at)));
  await shredForgottenRecords(db(), RECORDS_WITH_KEYS);
  const count = Object.values(ended).reduce((sum, each) => sum + each, 0);
  log.info("retention ran", { count });
  // Logs are stored elsewhere, so a later check can see there how far the records went.
  const head = await findAuditHead(db());
  if (head) log.info("audit head", { code: formatAuditHead(head) });
  return ended;
}

async function eachInTurn(
  work: (expired: ExpiredData) => Promise<number>,
): Promise<ExpiredDataCounts> {
  const counts: Partial<ExpiredDataCounts> = {};
  for (const kind of listKeys(EXPIRED_DATA)) counts[kind] = await work(EXPIRED_DATA[kind]);
  return counts as ExpiredDataCounts;
}
