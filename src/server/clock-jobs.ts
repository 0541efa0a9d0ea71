import { resolve } from "node:path";
import { startBackups } from "#domain/backup/schedule-backups.server.ts";
import { startPhotoPurge } from "#domain/listing/listing-photos.server.ts";
import { startNewsletter } from "#domain/newsletter/announce-posts.server.ts";
import { startRetention } from "#domain/retention/retention.server.ts";
import { startReviewRequests } from "#domain/review/review-request.server.ts";
import { startTrimmingChanges } from "#domain/search-index/search-cars.server.ts";
import { startDealRanks } from "#domain/search/deal-ranks.server.ts";
import { startAnnouncingTerms } from "#domain/terms/announce-terms.server.ts";
import {
  isPhotoOfRequest,
  startRequestPhotoPurge,
} from "#domain/sell-request/request-photos.server.ts";
import type { Env } from "#platform/env/env.server.ts";
import type { DatabaseAddress } from "#platform/outage/client-at.server.ts";
import { startQueue, stopQueue } from "#platform/queue/queue.server.ts";
import type { Openings } from "./openings.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

/** What comes back by the clock: once at a time, however many processes there are. */
export async function startJobs(
  env: Env,
  address: DatabaseAddress,
  opened: Openings,
): Promise<void> {
  await startQueue(address);
  opened.undo(stopQueue);
  await startRetention();
  await startNewsletter();
  await startReviewRequests();
  await startAnnouncingTerms();
  await startDealRanks();
  await startTrimmingChanges();
  await startPhotoPurge(isPhotoOfRequest);
  await startRequestPhotoPurge();
  const stopHearing = await startBackups(() => ({
    env,
    url: address(),
    migrationsFolder: resolve("drizzle"),
    sealedColumns: SEALED_COLUMNS,
  }));
  opened.undo(async () => stopHearing());
}
