import { eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { dealTable } from "#domain/deal/deal.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { shortenPersonName } from "#domain/listing/listing.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import type { Queryable } from "#platform/database/database.server.ts";
import { inquiryTable } from "./inquiry.table.ts";

// The two sides of a conversation: the seller of a listing and the person who asked, or the seller
// and the dealership of a deal.

const asker = alias(userTable, "asker");
const seller = alias(userTable, "seller");
const sellingDealership = alias(dealershipTable, "selling_dealership");
const buyingDealership = alias(dealershipTable, "buying_dealership");

const sellerId = sql<string>`coalesce(${listingTable.sellerId}, ${dealTable.sellerUserId})`;

/** The ids of a person's conversations, their own and those of their dealership. */
export function selectTheirInquiries(userId: string): SQL {
  return sql`(
    select id from inquiry where asker_id = ${userId}
    union select inquiry.id from inquiry join listing on listing.id = inquiry.listing_id
      where listing.seller_id = ${userId} or listing.dealership_id in (
        select dealership_id from dealership_member where user_id = ${userId} and role <> 'stock')
    union select inquiry.id from inquiry join deal on deal.id = inquiry.deal_id
      where deal.seller_user_id = ${userId} or deal.buyer_dealership_id in (
        select dealership_id from dealership_member where user_id = ${userId}))`;
}

/** Selects conversations with both sides; the caller adds conditions. */
export function selectSides(queryable: Queryable) {
  return queryable
    .select({
      id: inquiryTable.id,
      kind: inquiryTable.kind,
      listing: listingTable,
      deal: dealTable,
      asker,
      seller,
      sellerId,
      sellingDealership,
      buyingDealership,
    })
    .from(inquiryTable)
    .leftJoin(listingTable, eq(listingTable.id, inquiryTable.listingId))
    .leftJoin(dealTable, eq(dealTable.id, inquiryTable.dealId))
    .leftJoin(asker, eq(asker.id, inquiryTable.askerId))
    .innerJoin(seller, eq(seller.id, sellerId))
    .leftJoin(sellingDealership, eq(sellingDealership.id, listingTable.dealershipId))
    .leftJoin(buyingDealership, eq(buyingDealership.id, dealTable.buyerDealershipId))
    .$dynamic();
}

export type Sides = Awaited<ReturnType<typeof selectSides>>[number];

/**
 * Whether a person of the conversation is on the seller's side. One person asked about a listing, so
 * everybody else in it sells: the colleagues of a dealership too. A deal with a dealership has one
 * seller.
 */
export function isSellerSide(
  { asker, sellerId: seller }: Pick<Sides, "asker" | "sellerId">,
  userId: string | null,
): boolean {
  return asker ? userId !== asker.id : userId === seller;
}

/** The seller's name for buyers: a dealership's own name, not that of its member. */
export function nameSeller(dealershipName: string | null, sellerName: string): string {
  return dealershipName ?? shortenPersonName(sellerName);
}

/** The name of the seller or of the other side, as the opposite side sees it. */
export function nameSide(sides: Sides, isSeller: boolean): string {
  if (isSeller) return nameSeller(sides.sellingDealership?.name ?? null, sides.seller.name);
  return sides.buyingDealership?.name ?? shortenPersonName(sides.asker?.name ?? "");
}

/** The car of a conversation: of the listing, or as stored in the deal. */
export function findCarOf({ listing, deal }: Pick<Sides, "listing" | "deal">) {
  const car = listing ?? deal;
  if (!car) throw new Error("A conversation is about no car.");
  return { year: car.year, make: car.make, model: car.model, trim: car.trim };
}
