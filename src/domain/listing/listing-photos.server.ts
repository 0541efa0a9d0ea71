import { and, asc, count, eq, isNotNull, isNull, lt, max, or } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { repeatJob } from "#platform/queue/queue.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import type { PhotoProblem } from "#platform/storage/clean-photo.server.ts";
import { isListingId } from "./listing.ts";
import { listingPhotoTable } from "./listing-photo.table.ts";
import type { ListingPhoto } from "./photo-address.ts";
import { deletePhotoFiles, storePhoto } from "./stored-photo.server.ts";
import { salePhotoTable } from "#domain/sell-request/photos/sale-photo.table.ts";
import { findEditableListing, lockListing } from "./editable-listing.server.ts";
import { MOST_PHOTOS, photoOrder } from "./photo-order.ts";

const HOURLY = "41 * * * *";
/** How long a photo that was taken away can be brought back. */
const UNDO_MS = 60 * 60 * 1000;

export type SellerPhoto = ListingPhoto & { id: string };

export type PhotoResult<Code extends string = "not_found"> =
  | { ok: true; id: string }
  | { ok: false; code: Code };

const shown = (listingId: string) =>
  and(eq(listingPhotoTable.listingId, listingId), isNull(listingPhotoTable.removedAt));

/** The photos of a listing in their order, with their ids. */
export async function sellerPhotos(listingId: string): Promise<SellerPhoto[]> {
  const { id, key, widthPx, heightPx, alt, position } = listingPhotoTable;
  return db()
    .select({ id, key, widthPx, heightPx, alt })
    .from(listingPhotoTable)
    .where(shown(listingId))
    .orderBy(asc(position), asc(id));
}

/** Draws an upload anew and puts it behind the listing's other photos. */
export async function addPhoto(
  user: SignedInUser,
  listingId: string,
  upload: Uint8Array,
): Promise<PhotoResult<PhotoProblem | "too_many_photos" | "not_found">> {
  if (!(await findEditableListing(user, listingId))) return { ok: false, code: "not_found" };
  if ((await db().$count(listingPhotoTable, shown(listingId))) >= MOST_PHOTOS)
    return { ok: false, code: "too_many_photos" };
  const stored = await storePhoto(upload);
  if (!stored.ok) return stored;
  const id = await db().transaction(async (transaction) => {
    // Two uploads at once take turns here, so that they get no common place and stay within twenty.
    if (!(await lockListing(transaction, user, listingId))) return "not_found" as const;
    const [last] = await transaction
      .select({ photos: count(), position: max(listingPhotoTable.position) })
      .from(listingPhotoTable)
      .where(shown(listingId));
    if ((last?.photos ?? 0) >= MOST_PHOTOS) return "too_many_photos" as const;
    const position = (last?.position ?? -1) + 1;
    const [photo] = await transaction
      .insert(listingPhotoTable)
      .values({ listingId, ...stored.photo, position })
      .returning({ id: listingPhotoTable.id });
    return photo!;
  });
  if (typeof id !== "string") return { ok: true, id: id.id };
  await deletePhotoFiles(stored.photo);
  return { ok: false, code: id };
}

/** Puts the photos in the order of the ids; photos that it does not name follow as they stood. */
export async function orderPhotos(
  user: SignedInUser,
  listingId: string,
  wanted: readonly string[],
): Promise<PhotoResult> {
  return withLocked(user, listingId, async (transaction) => {
    const rows = await transaction
      .select({ id: listingPhotoTable.id })
      .from(listingPhotoTable)
      .where(shown(listingId))
      .orderBy(asc(listingPhotoTable.position), asc(listingPhotoTable.id));
    const order = photoOrder(
      rows.map(({ id }) => id),
      wanted,
    );
    for (const [position, id] of order.entries())
      await transaction
        .update(listingPhotoTable)
        .set({ position })
        .where(eq(listingPhotoTable.id, id));
    return { ok: true, id: listingId };
  });
}

/** Takes a photo away from sight at once; its files stay for as long as it may be brought back. */
export async function removePhoto(
  user: SignedInUser,
  listingId: string,
  photoId: string,
): Promise<PhotoResult> {
  return changePhoto(user, { listingId, photoId, isRemoved: false }, { removedAt: now() });
}

/** Brings a photo back to where it stood, unless there are twenty without it by now. */
export async function restorePhoto(
  user: SignedInUser,
  listingId: string,
  photoId: string,
): Promise<PhotoResult<"not_found" | "too_many_photos">> {
  if ((await db().$count(listingPhotoTable, shown(listingId))) >= MOST_PHOTOS)
    return { ok: false, code: "too_many_photos" };
  return changePhoto(user, { listingId, photoId, isRemoved: true }, { removedAt: null });
}

/** Says what is to be seen on a photo. */
export async function describePhoto(
  user: SignedInUser,
  listingId: string,
  photoId: string,
  alt: string,
): Promise<PhotoResult> {
  return changePhoto(user, { listingId, photoId, isRemoved: false }, { alt });
}

/** Boot: what may go for good goes every hour. */
export async function startPhotoPurge(): Promise<void> {
  await repeatJob("photo-purge", HOURLY, async () => {
    await purgeRemovedPhotos();
  });
}

/** Deletes for good what was removed and cannot come back, and what an account left behind. */
export async function purgeRemovedPhotos(): Promise<number> {
  const { id, key, widthPx, listingId, removedAt } = listingPhotoTable;
  const gone = await db()
    .select({ id, key, widthPx })
    .from(listingPhotoTable)
    .where(or(isNull(listingId), lt(removedAt, new Date(now().getTime() - UNDO_MS))))
    .limit(100);
  for (const photo of gone) {
    // A request to sell the car may still show the same files.
    if ((await db().$count(salePhotoTable, eq(salePhotoTable.key, photo.key))) === 0)
      await deletePhotoFiles(photo);
    await db().delete(listingPhotoTable).where(eq(id, photo.id));
  }
  return gone.length;
}

async function changePhoto(
  user: SignedInUser,
  which: { listingId: string; photoId: string; isRemoved: boolean },
  change: Partial<typeof listingPhotoTable.$inferInsert>,
): Promise<PhotoResult> {
  const { listingId, photoId, isRemoved } = which;
  if (!isListingId(photoId)) return { ok: false, code: "not_found" };
  return withLocked(user, listingId, async (transaction) => {
    const [changed] = await transaction
      .update(listingPhotoTable)
      .set(change)
      .where(
        and(
          eq(listingPhotoTable.id, photoId),
          eq(listingPhotoTable.listingId, listingId),
          isRemoved ? isNotNull(listingPhotoTable.removedAt) : isNull(listingPhotoTable.removedAt),
        ),
      )
      .returning({ id: listingPhotoTable.id });
    return changed ? { ok: true, id: changed.id } : { ok: false, code: "not_found" };
  });
}

async function withLocked(
  user: SignedInUser,
  listingId: string,
  work: (transaction: Transaction) => Promise<PhotoResult>,
): Promise<PhotoResult> {
  return db().transaction(async (transaction) => {
    const listing = await lockListing(transaction, user, listingId);
    return listing ? work(transaction) : { ok: false, code: "not_found" };
  });
}
