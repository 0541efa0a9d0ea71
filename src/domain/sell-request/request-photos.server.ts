import { and, asc, eq, isNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import { draftTable } from "#domain/draft/draft.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { insertPhotos, isPhotoOfListing } from "#domain/listing/listing-photos.server.ts";
import {
  type AddedPhoto,
  addPhotoTo,
  deletePhotoFiles,
  giveUpPhotoFiles,
  type StoredPhoto,
} from "#domain/listing/photo-store.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { repeatJob } from "#platform/queue/queue.server.ts";
import { isUuid } from "#values/uuid.ts";
import { requestPhotoTable } from "./sell-request.table.ts";

const HOURLY = "47 * * * *";
/** A photo of a form that is under way right now is never taken for a forgotten one. */
const LEFT_BEHIND_AFTER_MS = 24 * 60 * 60_000;

export type RequestPhoto = StoredPhoto & { id: string };

/** The photos of a car for sale in the order they came, by the id of its draft or submission. */
export async function listRequestPhotos(
  submissionId: string,
  queryable: Queryable = db(),
): Promise<RequestPhoto[]> {
  const { id, key, widthPx, heightPx } = requestPhotoTable;
  return queryable
    .select({ id, key, widthPx, heightPx })
    .from(requestPhotoTable)
    .where(eq(requestPhotoTable.submissionId, submissionId))
    .orderBy(asc(id));
}

/** Puts an upload behind the others of a draft that is not sent yet. */
export async function addRequestPhoto(
  draftId: string,
  upload: Uint8Array,
): Promise<AddedPhoto<"already_sent">> {
  const isOfDraft = eq(requestPhotoTable.submissionId, draftId);
  return addPhotoTo(
    {
      countPhotos: (queryable) => queryable.$count(requestPhotoTable, isOfDraft),
      // None comes after the request was sent: the dealerships have seen its photos.
      lock: async (transaction) => {
        const [draft] = await transaction
          .select({ id: draftTable.id })
          .from(draftTable)
          .where(and(eq(draftTable.id, draftId), isNull(draftTable.sentReference)))
          .for("update");
        return draft ? null : "already_sent";
      },
      insert: async (transaction, photo) => {
        const [inserted] = await transaction
          .insert(requestPhotoTable)
          .values({ submissionId: draftId, ...photo })
          .returning({ id: requestPhotoTable.id });
        return inserted!;
      },
    },
    upload,
  );
}

/** Takes one away for good, if it is one of this draft. */
export async function removeRequestPhoto(draftId: string, photoId: string): Promise<void> {
  if (!isUuid(photoId)) return;
  await deletePhotos(
    and(eq(requestPhotoTable.id, photoId), eq(requestPhotoTable.submissionId, draftId)),
  );
}

/**
 * Puts a request's photos on the listing that is made from it. The files are not copied: each row
 * names them, and they go with the last one.
 */
export async function showPhotosOnListing(
  transaction: Transaction,
  submissionId: string,
  listingId: string,
): Promise<void> {
  await insertPhotos(transaction, listingId, await listRequestPhotos(submissionId, transaction));
}

/** Whether a request shows the files of a photo: then they stay when its listing gives them up. */
export async function isPhotoOfRequest(key: string): Promise<boolean> {
  return (await db().$count(requestPhotoTable, eq(requestPhotoTable.key, key))) > 0;
}

/** Boot: photos whose draft ran out, or whose request was forgotten, go every hour. */
export async function startRequestPhotoPurge(): Promise<void> {
  await repeatJob("sale-photo-purge", HOURLY, async () => {
    await purgeRequestPhotos();
  });
}

/** Deletes photos that no draft or submission refers to any more. */
export async function purgeRequestPhotos(): Promise<number> {
  const { submissionId, createdAt } = requestPhotoTable;
  const one = sql`1`;
  return deletePhotos(
    and(
      lt(createdAt, new Date(now().getTime() - LEFT_BEHIND_AFTER_MS)),
      notExists(db().select({ one }).from(draftTable).where(eq(draftTable.id, submissionId))),
      notExists(
        db().select({ one }).from(submissionTable).where(eq(submissionTable.id, submissionId)),
      ),
    ),
  );
}

/** With their files, unless a listing shows those. Answers how many went. */
async function deletePhotos(which: SQL | undefined): Promise<number> {
  const { count, unshown } = await db().transaction(async (transaction) => {
    const removed = await transaction.delete(requestPhotoTable).where(which).returning();
    const unshown: StoredPhoto[] = [];
    for (const photo of removed)
      if (!(await isPhotoOfListing(photo.key, transaction))) unshown.push(photo);
    await giveUpPhotoFiles(transaction, unshown);
    return { count: removed.length, unshown };
  });
  for (const photo of unshown) await deletePhotoFiles(photo);
  return count;
}
