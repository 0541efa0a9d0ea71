import { and, asc, eq, isNull, lt, notExists, sql } from "drizzle-orm";
import { draftTable, submissionTable } from "#domain/lead/submission/submission.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { repeatJob } from "#platform/queue/queue.server.ts";
import type { PhotoProblem } from "#platform/storage/clean-photo.server.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { listingPhotoTable } from "#domain/listing/listing-photo.table.ts";
import {
  deletePhotoFiles,
  type StoredPhoto,
  storePhoto,
} from "#domain/listing/stored-photo.server.ts";
import { MOST_PHOTOS } from "#domain/listing/photo-order.ts";
import { salePhotoTable } from "./sale-photo.table.ts";

const HOURLY = "47 * * * *";
/** A photo of a form that is under way right now is never taken for a forgotten one. */
const LEFT_BEHIND_AFTER_MS = 24 * 60 * 60_000;

export type SalePhoto = StoredPhoto & { id: string };

/** The photos of a car for sale in the order they came, by the id of its draft or submission. */
export async function salePhotos(
  submissionId: string,
  queryable: Queryable = db(),
): Promise<SalePhoto[]> {
  const { id, key, widthPx, heightPx } = salePhotoTable;
  return queryable
    .select({ id, key, widthPx, heightPx })
    .from(salePhotoTable)
    .where(eq(salePhotoTable.submissionId, submissionId))
    .orderBy(asc(id));
}

export type AddedPhoto =
  | { ok: true }
  | { ok: false; code: PhotoProblem | "too_many_photos" | "already_sent" };

/** Puts an upload behind the others of a draft that is not sent yet, twenty at most. */
export async function addSalePhoto(draftId: string, upload: Uint8Array): Promise<AddedPhoto> {
  const has = await db().$count(salePhotoTable, eq(salePhotoTable.submissionId, draftId));
  if (has >= MOST_PHOTOS) return { ok: false, code: "too_many_photos" };
  const stored = await storePhoto(upload);
  if (!stored.ok) return stored;
  const refusal = await db().transaction(async (transaction) => {
    // Two uploads at once take turns here, so that they stay within twenty, and none comes after
    // the request was sent: the dealerships have seen its photos.
    const [draft] = await transaction
      .select({ id: draftTable.id })
      .from(draftTable)
      .where(and(eq(draftTable.id, draftId), isNull(draftTable.sentReference)))
      .for("update");
    if (!draft) return "already_sent";
    const present = await transaction.$count(
      salePhotoTable,
      eq(salePhotoTable.submissionId, draftId),
    );
    if (present >= MOST_PHOTOS) return "too_many_photos";
    await transaction.insert(salePhotoTable).values({ submissionId: draftId, ...stored.photo });
    return null;
  });
  if (refusal === null) return { ok: true };
  await deletePhotoFiles(stored.photo);
  return { ok: false, code: refusal };
}

/** Takes one away for good, if it is one of this draft. */
export async function removeSalePhoto(draftId: string, photoId: string): Promise<void> {
  if (!isListingId(photoId)) return;
  const [removed] = await db()
    .delete(salePhotoTable)
    .where(and(eq(salePhotoTable.id, photoId), eq(salePhotoTable.submissionId, draftId)))
    .returning();
  if (removed) await deleteUnlessListed(removed);
}

/**
 * Puts a request's photos on the listing that is made from it. The files are not copied: each row
 * names them, and they go with the last one.
 */
export async function listSalePhotos(
  transaction: Transaction,
  submissionId: string,
  listingId: string,
): Promise<void> {
  const photos = await salePhotos(submissionId, transaction);
  if (photos.length === 0) return;
  await transaction.insert(listingPhotoTable).values(
    photos.map(({ key, widthPx, heightPx }, position) => ({
      listingId,
      key,
      widthPx,
      heightPx,
      position,
    })),
  );
}

/** Boot: photos whose draft ran out, or whose request was forgotten, go every hour. */
export async function startSalePhotoPurge(): Promise<void> {
  await repeatJob("sale-photo-purge", HOURLY, async () => {
    await purgeSalePhotos();
  });
}

/** Deletes photos that neither a draft nor a submission has any more. */
export async function purgeSalePhotos(): Promise<number> {
  const { submissionId, createdAt } = salePhotoTable;
  const one = sql`1`;
  const left = await db()
    .delete(salePhotoTable)
    .where(
      and(
        lt(createdAt, new Date(now().getTime() - LEFT_BEHIND_AFTER_MS)),
        notExists(db().select({ one }).from(draftTable).where(eq(draftTable.id, submissionId))),
        notExists(
          db().select({ one }).from(submissionTable).where(eq(submissionTable.id, submissionId)),
        ),
      ),
    )
    .returning();
  for (const photo of left) await deleteUnlessListed(photo);
  return left.length;
}

async function deleteUnlessListed(photo: StoredPhoto): Promise<void> {
  const isListed = await db().$count(listingPhotoTable, eq(listingPhotoTable.key, photo.key));
  if (isListed === 0) await deletePhotoFiles(photo);
}
