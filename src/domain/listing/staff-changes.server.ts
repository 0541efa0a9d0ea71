import { and, asc, eq, isNull, ne } from "drizzle-orm";
import { pickDeclared } from "#domain/declaration/declaration.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { nameCorrection, writeCorrection } from "#domain/staff-change/correction.ts";
import {
  digestText,
  type Facts,
  type NewStaffChange,
  type Owner,
  type Watched,
} from "#domain/staff-change/record-staff-change.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { declaredChangeTable, listingPhotoTable, listingTable } from "./listing.table.ts";
import { formatCarName } from "#values/car-name.ts";
import { pickKeys } from "#values/record.ts";
import { SPECIFICATION_NAMES } from "#values/specification.ts";

/** How the seller is notified of a move of the listing, if not by the common e-mail. */
export type MoveNotification = {
  /** Staff's reason, for the seller. */
  reason?: string | undefined;
  /** The action in the audit log. */
  moveKind?: "listing_moved" | "listing_reviewed" | undefined;
  notify?: NewStaffChange["notify"];
};

/** Ten photos that are added one after the other are one e-mail. */
const PHOTO_NOTICE_WINDOW_MS = 15 * 60_000;

/** Everything of a listing that staff can change, by kind of change, and its owner. */
export async function watchListing(
  transaction: Transaction,
  listingId: string,
  { moveKind = "listing_moved", notify }: MoveNotification,
): Promise<readonly Watched[]> {
  const [found] = await transaction
    .select({ listing: listingTable, seller: userTable })
    .from(listingTable)
    .innerJoin(userTable, eq(userTable.id, listingTable.sellerId))
    .where(eq(listingTable.id, listingId));
  if (!found) return [];
  const { listing } = found;
  const of = { thingId: listingId, owners: [toOwner(found)] };
  return [
    {
      ...of,
      kind: "listing_edited",
      facts: {
        ...readFacts(listing),
        ...(await readCorrections(transaction, listingId)),
      },
    },
    { ...of, kind: "listing_price_changed", facts: { priceCad: listing.priceCad } },
    {
      ...of,
      kind: "listing_photos_changed",
      facts: await readPhotos(transaction, listingId),
      noticeWindowMs: PHOTO_NOTICE_WINDOW_MS,
    },
    {
      ...of,
      kind: moveKind,
      facts: { listingState: listing.state, isReserved: listing.reservedAt !== null },
      ...(notify && { notify }),
    },
  ];
}

function toOwner({
  listing,
  seller,
}: {
  listing: typeof listingTable.$inferSelect;
  seller: typeof userTable.$inferSelect;
}): Owner {
  const { id: userId, email, name, locale } = seller;
  return { userId, email, name, locale, thingName: formatCarName(listing, locale) };
}

function readFacts(listing: typeof listingTable.$inferSelect): Facts {
  return {
    make: listing.make,
    model: listing.model,
    trim: listing.trim,
    year: listing.year,
    bodyType: listing.bodyType,
    condition: listing.condition,
    exteriorColour: listing.exteriorColour,
    interiorColour: listing.interiorColour,
    transmission: listing.transmission,
    fuel: listing.fuel,
    ...pickKeys(listing, SPECIFICATION_NAMES),
    features: listing.features,
    odometerKm: listing.odometerKm,
    purchasedOn: listing.purchasedOn,
    registeredOn: listing.registeredOn,
    place: `${listing.city}, ${listing.provinceCode}`,
    isAllInPrice: listing.isAllInPrice,
    stockNumber: listing.stockNumber,
    isOwnCar: listing.isOwnCar,
    showsPhone: listing.showsPhone,
    // Only a digest, because only the seller and staff may see the VIN.
    vin: digestText(listing.vin),
    description: digestText(listing.description),
    ...pickDeclared(listing),
    accidentDetails: digestText(listing.accidentDetails),
  };
}

/**
 * The last correction of each declared fact that its seller asked for, and its state: so that they
 * are notified of a decision that leaves the listing unchanged.
 */
async function readCorrections(transaction: Transaction, listingId: string): Promise<Facts> {
  const { fact, answer, earlier, state, at } = declaredChangeTable;
  const rows = await transaction
    .select({ fact, answer, earlier, state })
    .from(declaredChangeTable)
    .where(and(eq(declaredChangeTable.listingId, listingId), ne(state, "applied")))
    .orderBy(asc(at));
  // The later one replaces the earlier one.
  return Object.fromEntries(
    rows.map(({ fact, ...row }) => [
      nameCorrection(fact),
      writeCorrection(row, { isText: fact === "accidentDetails" }),
    ]),
  );
}

async function readPhotos(transaction: Transaction, listingId: string): Promise<Facts> {
  const { id, alt, position } = listingPhotoTable;
  const photos = await transaction
    .select({ id, alt })
    .from(listingPhotoTable)
    .where(and(eq(listingPhotoTable.listingId, listingId), isNull(listingPhotoTable.removedAt)))
    .orderBy(asc(position), asc(id));
  return {
    photoCount: photos.length,
    photoOrder: photos.map((photo) => photo.id),
    photoTexts: digestText(photos.flatMap((photo) => photo.alt || []).join("\n")),
  };
}
