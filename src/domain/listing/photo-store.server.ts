import { randomUUID } from "node:crypto";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { drawPhotoFiles, type PhotoRefusalCode } from "#platform/storage/clean-photo.server.ts";
import { storage } from "#platform/storage/storage.server.ts";
import { claimFiles, noteUnclaimed } from "#platform/storage/unclaimed-files.server.ts";
import { isUuid } from "#values/uuid.ts";
import {
  choosePhotoWidthsPx,
  formatPhotoFileName,
  formatPhotoStorageKey,
  MOST_PHOTOS,
  PHOTO_FORMATS,
} from "./listing-photo.ts";

/** A photo's files: one per width and format, under a random name. */
export type StoredPhoto = { key: string; widthPx: number; heightPx: number };

/** What has photos: a listing, or the draft of a sell request. */
type PhotoOwner<Refusal extends string> = {
  countPhotos: (queryable: Queryable) => Promise<number>;
  /**
   * Locks the owner, so that parallel uploads wait for each other, and calls `add`; or returns why
   * it accepts no photo.
   */
  change: (
    transaction: Transaction,
    add: () => Promise<AddedPhoto<Refusal>>,
  ) => Promise<AddedPhoto<Refusal>>;
  /** Whether it has a photo with this id, even if it was removed meanwhile. */
  hasPhoto: (queryable: Queryable, id: string) => Promise<boolean>;
  /**
   * Adds the photo after the others; returns undefined if another owner has a photo with its id.
   */
  insert: (
    transaction: Transaction,
    photo: StoredPhoto & { id?: string },
  ) => Promise<{ id: string } | undefined>;
};

export type AddedPhoto<Refusal extends string> =
  | { ok: true; id: string }
  | { ok: false; code: Refusal | PhotoRefusalCode | "too_many_photos" | "called_off" };

/** How a page's script sends a photo. */
export type UploadedBy = {
  /** The id for the photo, so that the same upload sent again is the same photo. */
  id?: string;
  /** Aborted if the sender has disconnected: they would not learn that the photo was stored. */
  signal?: AbortSignal;
};

/**
 * Re-encodes an upload (without its EXIF) and adds it to its owner, up to twenty. If the response
 * is lost and the same upload is sent again, it is the same photo.
 */
export async function addPhotoTo<Refusal extends string>(
  owner: PhotoOwner<Refusal>,
  upload: Uint8Array,
  { id: uploadId, signal }: UploadedBy = {},
): Promise<AddedPhoto<Refusal>> {
  const id = uploadId !== undefined && isUuid(uploadId) ? uploadId : undefined;
  if (id !== undefined && (await owner.hasPhoto(db(), id))) return { ok: true, id };
  if ((await owner.countPhotos(db())) >= MOST_PHOTOS) return { ok: false, code: "too_many_photos" };
  const stored = await storePhotoFiles(upload);
  if (!stored.ok) return stored;
  const added = await db().transaction((transaction) =>
    owner.change(transaction, async (): Promise<AddedPhoto<Refusal>> => {
      if (signal?.aborted) return { ok: false, code: "called_off" };
      if ((await owner.countPhotos(transaction)) >= MOST_PHOTOS)
        return { ok: false, code: "too_many_photos" };
      const inserted = await owner.insert(transaction, { ...stored.photo, ...(id && { id }) });
      // No page of ours sends the id of another owner's photo.
      if (!inserted) return { ok: false, code: "not_a_photo" };
      await claimFiles(transaction, listStorageKeys(stored.photo));
      return { ok: true, ...inserted };
    }),
  );
  if (!added.ok) await deletePhotoFiles(stored.photo);
  return added;
}

async function storePhotoFiles(
  upload: Uint8Array,
): Promise<{ ok: true; photo: StoredPhoto } | { ok: false; code: PhotoRefusalCode }> {
  const drawn = await drawPhotoFiles(upload, choosePhotoWidthsPx);
  if (!drawn.ok) return drawn;
  const photo = { key: randomUUID(), widthPx: drawn.widthPx, heightPx: drawn.heightPx };
  await noteUnclaimed(db(), listStorageKeys(photo));
  for (const { widthPx, format, bytes } of drawn.files) {
    const name = formatPhotoFileName(photo.key, widthPx, format);
    await storage().put(formatPhotoStorageKey(name), bytes, `image/${format}`);
  }
  return { ok: true, photo };
}

/**
 * Call this in the transaction that deletes the last row of these files, and `deletePhotoFiles`
 * after it.
 */
export async function giveUpPhotoFiles(
  transaction: Transaction,
  photos: readonly Pick<StoredPhoto, "key" | "widthPx">[],
): Promise<void> {
  await noteUnclaimed(transaction, photos.flatMap(listStorageKeys));
}

export async function deletePhotoFiles(photo: Pick<StoredPhoto, "key" | "widthPx">): Promise<void> {
  for (const key of listStorageKeys(photo)) await storage().delete(key);
}

function listStorageKeys({ key, widthPx: widestPx }: Pick<StoredPhoto, "key" | "widthPx">) {
  return choosePhotoWidthsPx(widestPx).flatMap((widthPx) =>
    PHOTO_FORMATS.map((format) => formatPhotoStorageKey(formatPhotoFileName(key, widthPx, format))),
  );
}
