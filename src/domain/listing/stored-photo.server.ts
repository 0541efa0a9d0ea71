import { randomUUID } from "node:crypto";
import { drawPhotoFiles, type PhotoProblem } from "#platform/storage/clean-photo.server.ts";
import { storage } from "#platform/storage/storage.server.ts";
import { PHOTO_FORMATS, photoFileName, photoStorageKey, photoWidthsPx } from "./photo-address.ts";

export type StoredPhoto = { key: string; widthPx: number; heightPx: number };

/** Draws an upload anew (its EXIF stays behind) and stores its files under a random name. */
export async function storePhoto(
  upload: Uint8Array,
): Promise<{ ok: true; photo: StoredPhoto } | { ok: false; code: PhotoProblem }> {
  const drawn = await drawPhotoFiles(upload, photoWidthsPx);
  if (!drawn.ok) return drawn;
  const key = randomUUID();
  for (const { widthPx, format, bytes } of drawn.files) {
    const name = photoFileName(key, widthPx, format);
    await storage().put(photoStorageKey(name), bytes, `image/${format}`);
  }
  const { widthPx, heightPx } = drawn;
  return { ok: true, photo: { key, widthPx, heightPx } };
}

export async function deletePhotoFiles(photo: Pick<StoredPhoto, "key" | "widthPx">): Promise<void> {
  for (const widthPx of photoWidthsPx(photo.widthPx))
    for (const format of PHOTO_FORMATS)
      await storage().delete(photoStorageKey(photoFileName(photo.key, widthPx, format)));
}
