import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import type { ListedCar } from "#domain/lead/lead-form.ts";
import { db } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { listingTable } from "./listing.table.ts";
import { formatCarName } from "#values/car-name.ts";

/** A live listing and its seller, for staff. */
type LiveListing = ListedCar & { id: string; sellerId: string };

/**
 * Live listings by VIN. One car in two listings may be a dealership's and its former owner's, a
 * mistake or a fraud: staff check it, and nobody is refused.
 */
export async function findLiveListingsByVin(
  vins: readonly (string | null)[],
): Promise<ReadonlyMap<string, readonly LiveListing[]>> {
  const wanted = vins.filter((vin) => vin !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db()
    .select({
      id: listingTable.id,
      vin: listingTable.vin,
      year: listingTable.year,
      make: listingTable.make,
      model: listingTable.model,
      trim: listingTable.trim,
      sellerId: listingTable.sellerId,
      sellerName: userTable.name,
    })
    .from(listingTable)
    .innerJoin(userTable, eq(userTable.id, listingTable.sellerId))
    .where(and(inArray(listingTable.vin, wanted), eq(listingTable.state, "live")))
    .orderBy(asc(listingTable.postedAt), asc(listingTable.id));
  const listings = rows.map(({ id, vin, sellerId, sellerName, ...car }) => ({
    vin: vin ?? "",
    listing: { id, sellerId, sellerName, title: formatCarName(car), path: paths.listing(id) },
  }));
  const byVin = Map.groupBy(listings, ({ vin }) => vin);
  return new Map([...byVin].map(([vin, found]) => [vin, found.map(({ listing }) => listing)]));
}

/**
 * VINs for which several sellers have live listings, with these listings; a dealership is one
 * seller.
 */
export async function listSharedVins(
  most: number,
): Promise<readonly { vin: string; listings: readonly LiveListing[] }[]> {
  const { vin, state, dealershipId, sellerId } = listingTable;
  const shared = await db()
    .select({ vin })
    .from(listingTable)
    .where(and(isNotNull(vin), eq(state, "live")))
    .groupBy(vin)
    .having(sql`count(distinct coalesce(${dealershipId}::text, ${sellerId})) > 1`)
    .orderBy(vin)
    .limit(most);
  const byVin = await findLiveListingsByVin(shared.map((row) => row.vin));
  return [...byVin].map(([each, listings]) => ({ vin: each, listings }));
}

/** Live listings with this VIN, except the person's own. */
export async function findListingsOfOthers(
  vin: string | undefined,
  userId: string | null,
): Promise<readonly LiveListing[]> {
  if (!vin) return [];
  const listings = (await findLiveListingsByVin([vin])).get(vin) ?? [];
  return listings.filter(({ sellerId }) => sellerId !== userId);
}
