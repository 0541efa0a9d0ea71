import { eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { findDealPath } from "#domain/deal/deal-queries.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { formatCarName } from "#values/car-name.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { type NewMessage, notify } from "#domain/notification/notify.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { isBidderNotification, type NewBid, type BidderNotification } from "./bid.ts";
import { findAgreedPrice } from "./bid-state.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";

const seller = alias(userTable, "seller");
const bidder = alias(userTable, "bidder");

type BidPeople = {
  listing: typeof listingTable.$inferSelect;
  seller: typeof userTable.$inferSelect;
  bidder: typeof userTable.$inferSelect;
};

/** Messages that tell the seller of a new bid, and the bidder that the seller has it. */
export function listNewBidMessages(
  { priceCad, phone, message }: NewBid,
  eventId: string,
  { listing, seller: sellerOfCar, bidder: bidderOnIt }: BidPeople,
): NewMessage[] {
  const { name, email } = bidderOnIt;
  const nameCar = (reader: BidPeople["seller"]) => formatCarName(listing, reader.locale);
  return [
    {
      event: "bid_received",
      key: `bid_event:${eventId}:seller`,
      ...to(sellerOfCar),
      params: {
        name: sellerOfCar.name,
        car: nameCar(sellerOfCar),
        listingId: listing.id,
        priceCad,
        askingCad: listing.priceCad,
        bidder: { name, email, phone },
        message,
      },
    },
    {
      event: "bid_placed",
      key: `bid_event:${eventId}:bidder`,
      ...to(bidderOnIt),
      params: { name, car: nameCar(bidderOnIt), priceCad, listing: "for_sale" },
    },
  ];
}

/** Notifies bidders of the outcome of their bids, in the transaction that decides it. */
export async function notifyBidders(
  transaction: Transaction,
  eventIds: readonly string[],
  /** The page for an objection, if staff decided it. */
  objectionPath?: string,
): Promise<void> {
  if (eventIds.length === 0) return;
  const rows = await transaction
    .select({
      eventId: bidEventTable.id,
      kind: bidEventTable.kind,
      bid: bidTable,
      listing: listingTable,
      bidder,
    })
    .from(bidEventTable)
    .innerJoin(bidTable, eq(bidTable.id, bidEventTable.bidId))
    .innerJoin(listingTable, eq(listingTable.id, bidTable.listingId))
    .innerJoin(bidder, eq(bidder.id, bidTable.bidderId))
    .where(inArray(bidEventTable.id, [...eventIds]));
  await notify(
    transaction,
    ...rows.flatMap((row): NewMessage[] => {
      if (!isBidderNotification(row.kind)) return [];
      return [
        {
          event: `bid_${row.kind}` satisfies `bid_${BidderNotification}`,
          key: `bid_event:${row.eventId}:bidder`,
          ...to(row.bidder),
          params: {
            name: row.bidder.name,
            car: formatCarName(row.listing, row.bidder.locale),
            priceCad: findAgreedPrice(row.bid),
            listing: describeOutcome(row.listing.state),
            ...(isYes(row.kind) && { bidId: row.bid.id }),
            ...(objectionPath && { objectionPath }),
          },
        },
      ];
    }),
  );
}

/**
 * Notifies one side of a bid of what the other did: the bidder of a counter-offer or its
 * withdrawal, the seller of the answer to a counter-offer and of a withdrawn bid.
 */
export async function notifyOtherSide(
  transaction: Transaction,
  eventId: string,
  kind: "countered" | "counter_withdrawn" | "counter_accepted" | "counter_declined" | "withdrawn",
): Promise<void> {
  const [found] = await transaction
    .select({ bid: bidTable, listing: listingTable, seller, bidder })
    .from(bidEventTable)
    .innerJoin(bidTable, eq(bidTable.id, bidEventTable.bidId))
    .innerJoin(listingTable, eq(listingTable.id, bidTable.listingId))
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .innerJoin(bidder, eq(bidder.id, bidTable.bidderId))
    .where(eq(bidEventTable.id, eventId));
  if (!found) throw new Error("A bid to tell of is not there.");
  const { bid, listing } = found;
  const isForBidder = kind === "countered" || kind === "counter_withdrawn";
  const reader = isForBidder ? found.bidder : found.seller;
  await notify(transaction, {
    event: `bid_${kind}`,
    key: `bid_event:${eventId}:${isForBidder ? "bidder" : "seller"}`,
    ...to(reader),
    params: {
      name: reader.name,
      car: formatCarName(listing, reader.locale),
      listingId: listing.id,
      priceCad: bid.priceCad,
      counterCad: bid.counterCad ?? bid.priceCad,
      ...(isYes(kind) && { bidId: bid.id }),
      bidder: { name: found.bidder.name, email: found.bidder.email, phone: bid.phone },
    },
  });
}

/** Events that begin a deal or belong to one. */
function isYes(kind: string): boolean {
  return kind === "accepted" || kind === "bought" || kind === "counter_accepted";
}

/**
 * For these events the deal is created after the message, in the same transaction, so it is looked
 * up when the message is sent.
 */
export const bidMessages = {
  bid_accepted: { prepare: nameDeal },
  bid_bought: { prepare: nameDeal },
  bid_counter_accepted: { prepare: nameDeal },
};

async function nameDeal<Params extends { bidId?: string | undefined }>(
  _message: Message,
  params: Params,
): Promise<Params & { dealPath?: string }> {
  const dealPath = await findDealPath(params.bidId);
  return dealPath ? { ...params, dealPath } : params;
}

/** Notifies a seller that staff approved their listing, or sent it back and why. */
export async function notifyOfReview(
  transaction: Transaction,
  listingId: string,
  event: "listing_approved" | "listing_sent_back",
  reason: string,
  objectionPath: string,
): Promise<void> {
  const [found] = await transaction
    .select({ listing: listingTable, seller })
    .from(listingTable)
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .where(eq(listingTable.id, listingId));
  if (!found) throw new Error("A listing to tell of is not there.");
  const { name, locale } = found.seller;
  const params = {
    name,
    car: formatCarName(found.listing, locale),
    listingId,
    reason,
    objectionPath,
  };
  await notify(transaction, { event, ...to(found.seller), params });
}

function to({ id: userId, email, locale }: typeof userTable.$inferSelect) {
  return { to: email, locale, userId };
}

function describeOutcome(state: string) {
  return state === "sold" || state === "removed" ? state : "for_sale";
}
