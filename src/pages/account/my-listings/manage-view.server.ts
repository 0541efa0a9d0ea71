import { asc, eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { saleQuestionOf } from "#pages/public/listing/answer.server.ts";
import { listingEventTable } from "#domain/listing/listing.table.ts";
import { findSaleUndoEnd, isPublic, isSold, offerMoves } from "#domain/listing/listing-state.ts";
import { estimatePrice } from "#domain/pricing/price-estimate.server.ts";
import { isListingReviewed } from "#domain/listing/editable-listing.server.ts";
import { listPhotos } from "#domain/listing/listing-photos.server.ts";
import { listPriceChanges } from "#domain/listing/write-listing.server.ts";
import { type ListingPageArgs, listingOf } from "./seller-access.server.ts";
import { findListingNumbers, listViewsByDay } from "#domain/bid/seller-listings.server.ts";
import { sellerNotice } from "./seller-notice.ts";

const DAYS_SHOWN = 14;

/** One listing as its seller sees it. */
export async function manageView(args: ListingPageArgs) {
  const { user, listing } = await listingOf(args);
  const [numbers, days, prices, photos, events, estimate] = await Promise.all([
    findListingNumbers(listing.id),
    listViewsByDay(listing.id, DAYS_SHOWN),
    listPriceChanges(listing.id),
    listPhotos(listing.id),
    eventsOf(listing.id),
    // A sold car's price is settled.
    isSold(listing) ? null : estimatePrice({ ...listing, listingId: listing.id }),
  ]);
  return {
    listing: {
      ...listing,
      photo: photos[0] ?? null,
      isReserved: listing.reservedAt !== null,
    },
    // Staff see the buttons that the seller has.
    moves: offerMoves("manage", listing, {
      by: "seller",
      isReviewed: isListingReviewed(),
      at: now(),
    }),
    saleUndoEnds: findSaleUndoEnd(listing.soldAt, now()),
    question: await saleQuestionOf(listing, "mark-sold", "manage"),
    canBeChanged: !isSold(listing),
    isPublic: isPublic(listing),
    numbers,
    days,
    prices,
    estimate,
    photos,
    events: events.map(({ kind, at, byUserId }) => ({
      kind,
      at,
      by: byUserId === null ? null : byUserId === listing.sellerId ? "seller" : "staff",
    })),
    isOwn: listing.sellerId === user.id,
    notice: sellerNotice(args.request.url),
  };
}

export type ManageView = Awaited<ReturnType<typeof manageView>>;

async function eventsOf(listingId: string) {
  const { kind, at, byUserId, id } = listingEventTable;
  return db()
    .select({ kind, at, byUserId })
    .from(listingEventTable)
    .where(eq(listingEventTable.listingId, listingId))
    .orderBy(asc(at), asc(id));
}
