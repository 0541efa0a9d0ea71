import { eq } from "drizzle-orm";
import type { DealSide } from "#domain/deal/deal-state.ts";
import type { Agreement } from "#domain/deal/update-deal.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { findAgreedPrice } from "./bid-state.ts";
import { bidTable } from "./bid.table.ts";

/** What a bidder and a seller agree on with an accepted bid. */
export async function readBidAgreement(
  transaction: Transaction,
  bidId: string,
  agreed: { bySide: DealSide; byUserId: string },
): Promise<Agreement> {
  const [found] = await transaction
    .select({ bid: bidTable, listing: listingTable })
    .from(bidTable)
    .innerJoin(listingTable, eq(listingTable.id, bidTable.listingId))
    .where(eq(bidTable.id, bidId));
  if (!found) throw new Error("A bid that was accepted is not there.");
  const { bid, listing } = found;
  const { year, make, model, trim, vin, odometerKm, bodyType, exteriorColour } = listing;
  return {
    way: "bid",
    wayId: bidId,
    listingId: listing.id,
    sellerUserId: listing.sellerId,
    sellerDealershipId: listing.dealershipId,
    buyerUserId: bid.bidderId,
    buyerPhone: bid.phone,
    priceCad: findAgreedPrice(bid),
    agreedBySide: agreed.bySide,
    agreedByUserId: agreed.byUserId,
    year,
    make,
    model,
    trim,
    vin,
    odometerKm,
    bodyType,
    exteriorColour,
    city: listing.city,
    provinceCode: listing.provinceCode,
  };
}
