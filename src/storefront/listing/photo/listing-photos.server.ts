import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
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

/** The first photo of each listing that has one, for cards: one query for a whole page of them. */
export async function firstPictures(
  listingIds: readonly string[],
): Promise<Map<string, ListingPhoto>> {
  if (listingIds.length === 0) return new Map();
  const rows = await db()
    .selectDistinctOn([listingPhotoTable.listingId], {
      ...columns,
      listingId: listingPhotoTable.listingId,
    })
    .from(listingPhotoTable)
    .where(
      and(
        inArray(listingPhotoTable.listingId, [...listingIds]),
        isNull(listingPhotoTable.removedAt),
      ),
    )
    .orderBy(
      asc(listingPhotoTable.listingId),
      asc(listingPhotoTable.position),
      asc(listingPhotoTable.id),
    );
  return new Map(
    rows.flatMap(({ listingId, ...photo }) => (listingId ? [[listingId, photo]] : [])),
  );
}

/** The same listings, each with its first photo or null. */
export async function withFirstPictures<Listing extends { id: string }>(
  listings: readonly Listing[],
): Promise<(Listing & { photo: ListingPhoto | null })[]> {
  const photos = await firstPictures(listings.map(({ id }) => id));
  return listings.map((listing) => ({ ...listing, photo: photos.get(listing.id) ?? null }));
}
