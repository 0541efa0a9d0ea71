import { eq } from "drizzle-orm";
import { storeBid } from "#domain/bid/bid.fixture.ts";
import { dealTable } from "#domain/deal/deal.table.ts";
import { storeListing } from "#domain/listing/listing.fixture.ts";
import type { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { answerBid } from "./move-with-offers.server.ts";

/**
 * A listing whose seller reserves it for a bidder at $13,800; returns the reference of their deal.
 */
export async function storeDeal(
  seller: SignedInUser,
  buyer: SignedInUser,
  listing: Partial<typeof listingTable.$inferInsert> = {},
): Promise<string> {
  const listingId = await storeListing({ sellerId: seller.id, ...listing });
  const bidId = await storeBid({ listingId, bidder: buyer, priceCad: 13_800 });
  await db().transaction((transaction) =>
    answerBid(transaction, { by: seller, bidId, answer: "reserve" }),
  );
  return findDealReference(bidId);
}

/** The last deal that a bid or an offer began. */
export async function findDealReference(wayId: string): Promise<string> {
  const deals = await db()
    .select({ reference: dealTable.reference })
    .from(dealTable)
    .where(eq(dealTable.wayId, wayId))
    .orderBy(dealTable.agreedAt);
  return deals.at(-1)?.reference ?? "";
}
