import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { draftTable } from "#domain/draft/draft.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { arrangePhotos, MOST_PHOTOS } from "#domain/listing/listing-photo.ts";
import { insertPhotos, isPhotoOfListing, UNDO_MS } from "#domain/listing/listing-photos.server.ts";
import {
  type AddedPhoto,
  addPhotoTo,
  deletePhotoFiles,
  giveUpPhotoFiles,
  type StoredPhoto,
  type UploadedBy,
} from "#domain/listing/photo-store.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { isUuid } from "#values/uuid.ts";
import { requestPhotoTable } from "./sell-request.table.ts";

/**
 * Long enough that a photo of a form that somebody is still filling in is not deleted as left
 * behind.
 */
const LEFT_BEHIND_AFTER_MS = 24 * 60 * 60_000;

export type RequestPhoto = StoredPhoto & { id: string };

const shown = (submissionId: string) =>
  and(eq(requestPhotoTable.submissionId, submissionId), isNull(requestPhotoTable.removedAt));

/** The photos of an offered car in their order, by the id of its draft or submission. */
export async function listRequestPhotos(
  submissionId: string,
  queryable: Queryable = db(),
): Promise<RequestPhoto[]> {
  const { id, key, widthPx, heightPx, position } = requestPhotoTable;
  return queryable
    .select({ id, key, widthPx, heightPx })
    .from(requestPhotoTable)
    .where(shown(submissionId))
    .orderBy(asc(position), asc(id));
}

/** The first photo of each request, by submission; a submission without photos is absent. */
export async function listFirstPhotos(
  submissionIds: readonly string[],
): Promise<Map<string, RequestPhoto>> {
  if (submissionIds.length === 0) return new Map();
  const { id, key, widthPx, heightPx, submissionId, position, removedAt } = requestPhotoTable;
  const rows = await db()
    .selectDistinctOn([submissionId], { id, key, widthPx, heightPx, submissionId })
    .from(requestPhotoTable)
    .where(and(inArray(submissionId, [...submissionIds]), isNull(removedAt)))
    .orderBy(submissionId, asc(position), asc(id));
  return new Map(rows.map(({ submissionId: of, ...photo }) => [of, photo]));
}

/** Adds an upload after the other photos of a draft that is not sent yet. */
export async function addRequestPhoto(
  draftId: string,
  upload: Uint8Array,
  by?: UploadedBy,
): Promise<AddedPhoto<"already_sent">> {
  return addPhotoTo(
    {
      countPhotos: (queryable) => queryable.$count(requestPhotoTable, shown(draftId)),
      hasPhoto: async (queryable, id) =>
        (await queryable.$count(requestPhotoTable, isOfDraft(draftId, id))) > 0,
      // No photo can be added after the request was sent: the dealerships have seen its photos.
      change: async (transaction, add) =>
        (await lockUnsentDraft(transaction, draftId)) ? add() : { ok: false, code: "already_sent" },
      insert: async (transaction, photo) => {
        const [last] = await transaction
          .select({ position: max(requestPhotoTable.position) })
          .from(requestPhotoTable)
          .where(shown(draftId));
        const [inserted] = await transaction
          .insert(requestPhotoTable)
          .values({ submissionId: draftId, ...photo, position: (last?.position ?? -1) + 1 })
          .onConflictDoNothing()
          .returning({ id: requestPhotoTable.id });
        return inserted;
      },
    },
    upload,
    by,
  );
}

/** Photos cannot change after the request was sent: the dealerships have seen them. */
async function lockUnsentDraft(transaction: Transaction, draftId: string): Promise<boolean> {
  const isUnsent = and(eq(draftTable.id, draftId), isNull(draftTable.sentReference));
  const { id } = draftTable;
  const [draft] = await transaction.select({ id }).from(draftTable).where(isUnsent).for("update");
  return draft !== undefined;
}

function isOfDraft(draftId: string, photoId: string) {
  return and(eq(requestPhotoTable.id, photoId), eq(requestPhotoTable.submissionId, draftId));
}

/** Orders the photos of a draft by the ids; photos that are not named follow. */
export async function orderRequestPhotos(
  draftId: string,
  wanted: readonly string[],
): Promise<void> {
  await db().transaction(async (transaction) => {
    if (!(await lockUnsentDraft(transaction, draftId))) return;
    const present = await listRequestPhotos(draftId, transaction);
    const ids = present.map(({ id }) => id);
    for (const [position, id] of arrangePhotos(ids, wanted).entries())
      await transaction
        .update(requestPhotoTable)
        .set({ position })
        .where(eq(requestPhotoTable.id, id));
  });
}

type PhotoChange = { ok: true; id: string } | { ok: false; code: "not_found" | "too_many_photos" };

/** Hides a photo of a draft; its files stay while it can be restored. */
export async function removeRequestPhoto(draftId: string, photoId: string): Promise<PhotoChange> {
  return changeUnsent(draftId, photoId, async (transaction) => {
    const isShown = isNull(requestPhotoTable.removedAt);
    return markRemoved(transaction, and(isOfDraft(draftId, photoId), isShown), now());
  });
}

/** Restores a photo to its position, unless the draft has twenty others by now. */
export async function restoreRequestPhoto(draftId: string, photoId: string): Promise<PhotoChange> {
  return changeUnsent(draftId, photoId, async (transaction) => {
    if ((await transaction.$count(requestPhotoTable, shown(draftId))) >= MOST_PHOTOS)
      return { ok: false, code: "too_many_photos" };
    const isRemoved = isNotNull(requestPhotoTable.removedAt);
    return markRemoved(transaction, and(isOfDraft(draftId, photoId), isRemoved), null);
  });
}

async function changeUnsent(
  draftId: string,
  photoId: string,
  change: (transaction: Transaction) => Promise<PhotoChange>,
): Promise<PhotoChange> {
  if (!isUuid(photoId)) return { ok: false, code: "not_found" };
  return db().transaction(async (transaction) =>
    (await lockUnsentDraft(transaction, draftId))
      ? change(transaction)
      : { ok: false, code: "not_found" },
  );
}

async function markRemoved(
  transaction: Transaction,
  which: SQL | undefined,
  removedAt: Date | null,
): Promise<PhotoChange> {
  const { id } = requestPhotoTable;
  const [changed] = await transaction
    .update(requestPhotoTable)
    .set({ removedAt })
    .where(which)
    .returning({ id });
  return changed ? { ok: true, id: changed.id } : { ok: false, code: "not_found" };
}

/**
 * Shows a request's photos on the listing that is made from it. The files are not copied: each row
 * names them, and they are deleted with the last row.
 */
export async function showPhotosOnListing(
  transaction: Transaction,
  submissionId: string,
  listingId: string,
): Promise<void> {
  await insertPhotos(transaction, listingId, await listRequestPhotos(submissionId, transaction));
}

/** Whether a request shows the files of a photo: then they stay when its listing removes it. */
export async function isPhotoOfRequest(key: string): Promise<boolean> {
  return (await db().$count(requestPhotoTable, eq(requestPhotoTable.key, key))) > 0;
}

/**
 * Deletes photos that can no longer be restored, and those that no draft or submission refers to
 * any more.
 */
export async function purgeRequestPhotos(): Promise<number> {
  const { submissionId, createdAt, removedAt } = requestPhotoTable;
  const one = sql`1`;
  return deletePhotos(
    or(
      lt(removedAt, new Date(now().getTime() - UNDO_MS)),
      and(
        lt(createdAt, new Date(now().getTime() - LEFT_BEHIND_AFTER_MS)),
        notExists(db().select({ one }).from(draftTable).where(eq(draftTable.id, submissionId))),
        notExists(
          db().select({ one }).from(submissionTable).where(eq(submissionTable.id, submissionId)),
        ),
      ),
    ),
  );
}

/** Deletes photos with their files, unless a listing shows those. Returns how many were deleted. */
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
