import { resolve } from "node:path";
import { runOwed } from "#domain/backup/schedule-backups.server.ts";
import { readInbox } from "#domain/inbound-email/read-inbox.server.ts";
import type { Job } from "#domain/job/run-job.server.ts";
import { purgeRemovedPhotos } from "#domain/listing/listing-photos.server.ts";
import { takeBackUnanswered } from "#domain/lead/handover.server.ts";
import { announcePosts } from "#domain/newsletter/announce-posts.server.ts";
import { deleteExpiredData, RETENTION_MINUTE } from "#domain/retention/expired-data.server.ts";
import { askAfterSales } from "#domain/review/review-request.server.ts";
import { writeDealRanks } from "#domain/search/deal-ranks.server.ts";
import { trimChanges } from "#domain/search-index/follow-changes.server.ts";
import {
  isPhotoOfRequest,
  purgeRequestPhotos,
} from "#domain/sell-request/request-photos.server.ts";
import { runNotices } from "#domain/notice/notices.server.ts";
import { mailReminders } from "#domain/task/remind.server.ts";
import { announceTerms } from "#domain/terms/announce-terms.server.ts";
import { MINUTE as BACKUP_MINUTE } from "#platform/backup/backup-retention.ts";
import type { Env } from "#platform/env/env.server.ts";
import type { DatabaseAddress } from "#platform/outage/client-at.server.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

type Site = { env: Env; address: DatabaseAddress };

/** The site's scheduled jobs, one entry each. Staff see the same list under System. */
export function listJobs(site: Site): readonly Job[] {
  return [
    {
      name: "backup",
      everyMinutes: 60,
      atMinute: BACKUP_MINUTE,
      run: () => makeOwedBackup(site),
    },
    {
      name: "notices",
      everyMinutes: 1,
      run: () => runNotices(),
    },
    ...(site.env.IMAP_URL ? [readsInbox(site.env.IMAP_URL)] : []),
    {
      name: "retention",
      everyMinutes: 60,
      atMinute: RETENTION_MINUTE,
      run: deleteExpiredData,
    },
    {
      name: "newsletter",
      everyMinutes: 60,
      atMinute: 37,
      // Posts that are already published are no news to later subscribers.
      atStart: "before_serving",
      run: () => announcePosts(),
    },
    {
      name: "review-requests",
      everyMinutes: 60,
      atMinute: 52,
      run: askAfterSales,
    },
    {
      name: "task-reminders",
      everyMinutes: 10,
      run: mailReminders,
    },
    {
      name: "unanswered-leads",
      everyMinutes: 10,
      run: takeBackUnanswered,
    },
    {
      name: "terms",
      everyMinutes: 60,
      atMinute: 23,
      run: () => announceTerms(),
    },
    {
      name: "deal-ranks",
      everyMinutes: 15,
      atStart: "while_serving",
      run: () => writeDealRanks(),
    },
    {
      name: "trim-search-changes",
      everyMinutes: 10,
      run: trimChanges,
    },
    {
      name: "photo-purge",
      everyMinutes: 60,
      atMinute: 41,
      run: () => purgeRemovedPhotos(isPhotoOfRequest),
    },
    {
      name: "sale-photo-purge",
      everyMinutes: 60,
      atMinute: 47,
      run: purgeRequestPhotos,
    },
  ];
}

/** The mailbox that answers by mail arrive in. */
function readsInbox(imapUrl: string): Job {
  return { name: "inbound-email", everyMinutes: 1, run: () => readInbox(imapUrl) };
}

/** Makes a backup if one is due. */
export function makeOwedBackup({ env, address }: Site): Promise<void> {
  return runOwed({
    env,
    url: address(),
    migrationsFolder: resolve("drizzle"),
    sealedColumns: SEALED_COLUMNS,
  });
}
