import { and, asc, eq, isNotNull, isNull, lt, max, or, type SQL, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { isUuid } from "#values/uuid.ts";
import {
  changeListing,
  type ChangeRefused,
  findManagedListing,
} from "./editable-listing.server.ts";
import { arrangePhotos, type ListingPhoto, MOST_PHOTOS } from "./listing-photo.ts";
import { listingPhotoTable } from "./listing.table.ts";
import {
  type AddedPhoto,
  addPhotoTo,
  deletePhotoFiles,
  type StoredPhoto,
  type UploadedBy,
} from "./photo-store.server.ts";

/** How long a removed photo can be restored. */
export const UNDO_MS = 60 * 60 * 1000;

/** A photo of a listing with the id by which it is moved, described and removed. */
export type SellerPhoto = ListingPhoto & { id: string };

type PhotoResult<Code extends string = ChangeRefused["code"]> =
  | { ok: true; id: string }
  | { ok: false; code: Code };

const shown = (listingId: string) =>
  and(eq(listingPhotoTable.listingId, listingId), isNull(listingPhotoTable.removedAt));

/** The photos of a listing in their order; empty if its car is drawn. */
export async function listPhotos(
  listingId: string,
  queryable: Queryable = db(),
): Promise<SellerPhoto[]> {
  const { id, key, widthPx, heightPx, alt, position } = listingPhotoTable;
  return queryable
    .select({ id, key, widthPx, heightPx, alt })
    .from(listingPhotoTable)
    .where(shown(listingId))
    .orderBy(asc(position), asc(id));
}

/**
 * The first photo of a listing, for queries that select from `listing`. The outer table is written
 * as raw SQL: in a query of a single table, Drizzle writes the column without its table, and it
 * would refer to the inner table.
 */
export const firstPhotoColumn = sql<ListingPhoto | null>`(
  select json_build_object('key', photo.key, 'widthPx', photo.width_px, 'heightPx', photo.height_px,
    'alt', photo.alt)
  from ${listingPhotoTable} photo
  where photo.listing_id = listing.id and photo.removed_at is null
  order by photo.position, photo.id limit 1
)`.as("first_photo");

export const photoCountColumn = sql<number>`(
  select count(*)::integer from ${listingPhotoTable} photo
  where photo.listing_id = listing.id and photo.removed_at is null
)`.as("photo_count");

/** Adds an upload after the listing's other photos. */
export async function addPhoto(
  user: SignedInUser,
  listingId: string,
  upload: Uint8Array,
  by?: UploadedBy,
): Promise<AddedPhoto<ChangeRefused["code"]>> {
  if (!(await findManagedListing(user, listingId))) return { ok: false, code: "not_found" };
  return addPhotoTo(
    {
      countPhotos: (queryable) => queryable.$count(listingPhotoTable, shown(listingId)),
      hasPhoto: async (queryable, id) => {
        const isThere = and(
          eq(listingPhotoTable.id, id),
          eq(listingPhotoTable.listingId, listingId),
        );
        return (await queryable.$count(listingPhotoTable, isThere)) > 0;
      },
      change: (transaction, add) =>
        changeListing(transaction, { by: user, listingId }, () => add()),
      insert: async (transaction, photo) => {
        const [last] = await transaction
          .select({ position: max(listingPhotoTable.position) })
          .from(listingPhotoTable)
          .where(shown(listingId));
        const [inserted] = await transaction
          .insert(listingPhotoTable)
          .values({ listingId, ...photo, position: (last?.position ?? -1) + 1 })
          .onConflictDoNothing()
          .returning({ id: listingPhotoTable.id });
        return inserted;
      },
    },
    upload,
    by,
  );
}

/** Orders the photos by the ids; photos that are not named follow in their current order. */
export async function orderPhotos(
  user: SignedInUser,
  listingId: string,
  wanted: readonly string[],
): Promise<PhotoResult> {
  return withLocked(user, listingId, async (transaction) => {
    const present = await listPhotos(listingId, transaction);
    const order = arrangePhotos(
      present.map(({ id }) => id),
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

/** Hides a photo at once; its files stay while it can be restored. */
export async function removePhoto(
  user: SignedInUser,
  listingId: string,
  photoId: string,
): Promise<PhotoResult> {
  const isShown = isNull(listingPhotoTable.removedAt);
  return withLocked(user, listingId, (transaction) =>
    changePhoto(transaction, { listingId, photoId, where: isShown }, { removedAt: now() }),
  );
}

/** Restores a photo to its position, unless the listing has twenty others by now. */
export async function restorePhoto(
  user: SignedInUser,
  listingId: string,
  photoId: string,
): Promise<PhotoResult<ChangeRefused["code"] | "too_many_photos">> {
  const isRemoved = isNotNull(listingPhotoTable.removedAt);
  return withLocked<ChangeRefused["code"] | "too_many_photos">(
    user,
    listingId,
    async (transaction) => {
      if ((await transaction.$count(listingPhotoTable, shown(listingId))) >= MOST_PHOTOS)
        return { ok: false, code: "too_many_photos" };
      const which = { listingId, photoId, where: isRemoved };
      return changePhoto(transaction, which, { removedAt: null });
    },
  );
}

/** Stores the description of a photo. */
export async function describePhoto(
  user: SignedInUser,
  listingId: string,
  photoId: string,
  alt: string,
): Promise<PhotoResult> {
  const isShown = isNull(listingPhotoTable.removedAt);
  return withLocked(user, listingId, (transaction) =>
    changePhoto(transaction, { listingId, photoId, where: isShown }, { alt }),
  );
}

async function changePhoto(
  transaction: Transaction,
  { listingId, photoId, where }: { listingId: string; photoId: string; where: SQL },
  change: Partial<typeof listingPhotoTable.$inferInsert>,
): Promise<PhotoResult> {
  if (!isUuid(photoId)) return { ok: false, code: "not_found" };
  const { id } = listingPhotoTable;
  const [changed] = await transaction
    .update(listingPhotoTable)
    .set(change)
    .where(and(eq(id, photoId), eq(listingPhotoTable.listingId, listingId), where))
    .returning({ id });
  return changed ? { ok: true, id: changed.id } : { ok: false, code: "not_found" };
}

async function withLocked<Code extends string>(
  user: SignedInUser,
  listingId: string,
  work: (transaction: Transaction) => Promise<PhotoResult<Code>>,
): Promise<PhotoResult<Code | ChangeRefused["code"]>> {
  return db().transaction((transaction) =>
    changeListing(transaction, { by: user, listingId }, () => work(transaction)),
  );
}

/** Whether something other than a listing still shows the files of a photo. */
type IsShownElsewhere = (key: string) => Promise<boolean>;

/** Deletes removed photos that can no longer be restored, and photos whose account was deleted. */
export async function purgeRemovedPhotos(isShownElsewhere: IsShownElsewhere): Promise<number> {
  const { id, key, widthPx, listingId, removedAt } = listingPhotoTable;
  const gone = await db()
    .select({ id, key, widthPx })
    .from(listingPhotoTable)
    .where(or(isNull(listingId), lt(removedAt, new Date(now().getTime() - UNDO_MS))))
    .limit(100);
  for (const photo of gone) {
    if (!(await isShownElsewhere(photo.key))) await deletePhotoFiles(photo);
    await db().delete(listingPhotoTable).where(eq(id, photo.id));
  }
  return gone.length;
}

/**
 * Whether a listing shows the files of a photo; also true while the photo can still be restored.
 */
export async function isPhotoOfListing(key: string, queryable: Queryable = db()): Promise<boolean> {
  return (await queryable.$count(listingPhotoTable, eq(listingPhotoTable.key, key))) > 0;
}

/** Adds photos that are already stored to a new listing, in this order. */
export async function insertPhotos(
  transaction: Transaction,
  listingId: string,
  photos: readonly StoredPhoto[],
): Promise<void> {
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
