import { eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { cleanPhoto } from "#platform/storage/clean-photo.server.ts";
import { mediaAddress, mediaKey } from "#platform/storage/media-address.ts";
import { storage } from "#platform/storage/storage.server.ts";
import { userTable } from "./identity.table.ts";

const PHOTO_SIDE_PX = 512;

type PhotoResult = { ok: true } | { ok: false; code: "not_a_photo" | "photo_too_large" };

/** Stores a person's picture, square, re-encoded without metadata; replaces the old one. */
export async function storePhoto(userId: string, file: Uint8Array): Promise<PhotoResult> {
  const cleaned = await cleanPhoto(file, {
    widthPx: PHOTO_SIDE_PX,
    heightPx: PHOTO_SIDE_PX,
    fit: "cover",
  });
  if (!cleaned.ok) return cleaned;
  const key = `people/${crypto.randomUUID()}.webp`;
  await storage().put(key, cleaned.bytes, "image/webp");
  await replacePhoto(userId, mediaAddress(key));
  return { ok: true };
}

export async function removePhoto(userId: string): Promise<void> {
  await replacePhoto(userId, null);
}

async function replacePhoto(userId: string, address: string | null): Promise<void> {
  const [before] = await db()
    .select({ image: userTable.image })
    .from(userTable)
    .where(eq(userTable.id, userId));
  await db()
    .update(userTable)
    .set({ image: address, updatedAt: now() })
    .where(eq(userTable.id, userId));
  const key = before?.image && findStorageKey(before.image);
  if (key) await storage().delete(key);
}

/** The stored file behind a picture's address; null for a picture stored elsewhere. */
export function findStorageKey(address: string): string | null {
  return mediaKey(address);
}
