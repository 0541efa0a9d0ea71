import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { listingPhotoTable } from "./listing-photo.table.ts";
import type { ListingPhoto } from "./photo-address.ts";

const columns = {
  key: listingPhotoTable.key,
  widthPx: listingPhotoTable.widthPx,
  heightPx: listingPhotoTable.heightPx,
  alt: listingPhotoTable.alt,
};

/**
 * The first photo of a listing, for queries that select from `listing`. The outer table is named by
 * hand: of a single table's query Drizzle would write the bare column, which means this one's here.
 */
export const firstPhotoColumn = sql<ListingPhoto | null>`(
  select json_build_object('key', photo.key, 'widthPx', photo.width_px, 'heightPx', photo.height_px,
    'alt', photo.alt)
  from ${listingPhotoTable} photo
  where photo.listing_id = listing.id and photo.removed_at is null
  order by photo.position, photo.id limit 1
)`.as("first_photo");

/** The photos of a listing in their order; none where its car is drawn. */
export async function listingPictures(listingId: string): Promise<ListingPhoto[]> {
  return db()
    .select(columns)
    .from(listingPhotoTable)
    .where(and(eq(listingPhotoTable.listingId, listingId), isNull(listingPhotoTable.removedAt)))
    .orderBy(asc(listingPhotoTable.position), asc(listingPhotoTable.id));
}
