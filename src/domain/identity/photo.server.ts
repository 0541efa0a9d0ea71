import { eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { cleanPhoto } from "#platform/storage/clean-photo.server.ts";
import { mediaAddress, mediaKey } from "#platform/storage/media-address.ts";
import { storage } from "#platform/storage/storage.server.ts";
import { claimFiles, noteUnclaimed } from "#platform/storage/unclaimed-files.server.ts";
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
  await noteUnclaimed(db(), [key]);
  await storage().put(key, cleaned.bytes, "image/webp");
  await replacePhoto(userId, key);
  return { ok: true };
}

export async function removePhoto(userId: string): Promise<void> {
  await replacePhoto(userId, null);
}

async function replacePhoto(userId: string, key: string | null): Promise<void> {
  const old = await db().transaction(async (transaction) => {
    const [before] = await transaction
      .select({ image: userTable.image })
      .from(userTable)
      .where(eq(userTable.id, userId))
      .for("update");
    await transaction
      .update(userTable)
      .set({ image: key && mediaAddress(key), updatedAt: now() })
      .where(eq(userTable.id, userId));
    // If the account was deleted meanwhile, `unclaimedFiles` deletes the new file.
    if (before && key) await claimFiles(transaction, [key]);
    return giveUpPhoto(transaction, before?.image ?? null);
  });
  if (old) await storage().delete(old);
}

/**
 * Called in the transaction that removes the picture. Returns the file to delete afterwards, if
 * any.
 */
export async function giveUpPhoto(
  transaction: Transaction,
  address: string | null,
): Promise<string | null> {
  const key = address && mediaKey(address);
  if (!key) return null;
  await noteUnclaimed(transaction, [key]);
  return key;
}
