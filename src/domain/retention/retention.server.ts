import { lt } from "drizzle-orm";
import { formatAuditHead } from "#domain/audit/audit.ts";
import { forgetOldRecords } from "#domain/audit/forget-audit.server.ts";
import { findAuditHead } from "#domain/audit/verify-audit.server.ts";
import { deleteOldEmailSignIns } from "#domain/identity/email-sign-in.server.ts";
import { deleteOldLinks } from "#domain/identity/one-time-link.server.ts";
import { deleteUnconfirmedAccounts } from "#domain/identity/sign-up.server.ts";
import { forgetOldLeads } from "#domain/lead/lead-retention.server.ts";
import { forgetOldDocuments } from "#domain/document/documents.server.ts";
import { deleteOldSubscriptions } from "#domain/newsletter/subscriptions.server.ts";
import { forgetOldMessages } from "#domain/notification/notify.server.ts";
import { deleteOldCodes } from "#domain/phone-verification/phone-verification.server.ts";
import { deleteExpiredDraftLinks } from "#domain/draft/draft-link.server.ts";
import { deleteExpiredDrafts } from "#domain/draft/draft.server.ts";
import { eraseFreedRequests } from "#domain/privacy-request/end-request.server.ts";
import { forgetOldPrivacyRequests } from "#domain/privacy-request/privacy-request-retention.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { log } from "#platform/log/log.server.ts";
import { outboxMessageTable } from "#platform/outbox/outbox.table.ts";
import { deleteEndedWindows } from "#platform/limit/rate-limit.server.ts";
import { repeatJob } from "#platform/queue/queue.server.ts";
import { collectUnclaimed } from "#platform/storage/unclaimed-files.server.ts";
import { shredForgottenRecords } from "#platform/vault/record-vault.server.ts";
import { forgetOldStaffChanges } from "#domain/staff-change/objection.server.ts";
import { MESSAGE_TEXT_DAYS } from "#values/retention.ts";

const MESSAGE_LIFE_MS = MESSAGE_TEXT_DAYS * 24 * 60 * 60_000;
const HOURLY = "17 * * * *";

/** Whose records have data keys of their own. A test holds the list against the sealed columns. */
export const RECORDS_WITH_KEYS = [
  { table: "submission", column: "sealed_answers" },
  { table: "draft", column: "sealed_content" },
] as const;

/** Deletes what its time is over for, every hour. */
export async function startRetention(): Promise<void> {
  await repeatJob("retention", HOURLY, deleteWhatRanOut);
}

/**
 * Drafts past their date, phone codes after a day, what messages said and the demo's outbox after a week, sealed
 * answers and leads as the privacy page says, files that no row stands for after a day, what is on
 * record after seven years.
 */
export async function deleteWhatRanOut(): Promise<void> {
  const drafts = await deleteExpiredDrafts();
  await deleteExpiredDraftLinks();
  await deleteOldCodes();
  await deleteEndedWindows();
  await deleteOldLinks();
  await deleteOldEmailSignIns();
  await deleteUnconfirmedAccounts();
  await deleteOldSubscriptions();
  await forgetOldStaffChanges();
  await forgetOldLeads(db(), now());
  await eraseFreedRequests();
  await forgetOldPrivacyRequests();
  await forgetOldDocuments(now());
  await forgetOldMessages(db());
  await collectUnclaimed();
  await shredForgottenRecords(db(), RECORDS_WITH_KEYS);
  await db()
    .delete(outboxMessageTable)
    .where(lt(outboxMessageTable.createdAt, new Date(now().getTime() - MESSAGE_LIFE_MS)));
  await forgetOldRecords();
  log.info("retention ran", { count: drafts });
  // Logs are kept elsewhere: there a later check finds how far the records reached.
  const head = await findAuditHead(db());
  if (head) log.info("audit head", { code: formatAuditHead(head) });
}
