import { eq, inArray } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { formatCarName } from "#values/car-name.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { recordStaffChange } from "#domain/staff-change/record-staff-change.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { notifyBidders } from "./bid-messages.server.ts";
import type { BidState } from "./bid-state.ts";
import { bidTable } from "./bid.table.ts";

/** A bid that a move of its listing closed, or opened again. */
export type ClosedBid = {
  bidId: string;
  eventId: string;
  bidderId: string;
  before: BidState;
  after: BidState;
};

/**
 * Records in the audit log how a move by staff changed the bids. Each bidder is notified once by
 * the mail about the outcome of a bid (`notifiedEventIds`); any other bid of theirs is reported by
 * the mail that every other staff change sends.
 */
export async function recordStaffsBids(
  transaction: Transaction,
  by: StaffMember,
  closed: readonly ClosedBid[],
  notifiedEventIds: readonly string[],
): Promise<void> {
  if (closed.length === 0) return;
  const ids = closed.map(({ bidId }) => bidId);
  const rows = await transaction
    .select({ bidId: bidTable.id, listing: listingTable, bidder: userTable })
    .from(bidTable)
    .innerJoin(listingTable, eq(listingTable.id, bidTable.listingId))
    .innerJoin(userTable, eq(userTable.id, bidTable.bidderId))
    .where(inArray(bidTable.id, ids));
  for (const { bidId, eventId, before, after } of closed) {
    const row = rows.find((each) => each.bidId === bidId);
    if (!row) throw new Error("A bid that was closed is not there.");
    const { id: userId, email, name, locale } = row.bidder;
    const isTold = notifiedEventIds.includes(eventId);
    await recordStaffChange(transaction, {
      kind: "bid_moved",
      by,
      thingId: bidId,
      before: { bidState: before },
      after: { bidState: after },
      owners: [{ userId, email, name, locale, thingName: formatCarName(row.listing, locale) }],
      ...(isTold && {
        notify: (_bidder, objectionPath) => notifyBidders(transaction, [eventId], objectionPath),
      }),
    });
    // Sold to the bidder for whom it was reserved: the bid does not change, but they are notified
    // all the same.
    if (isTold && before === after) await notifyBidders(transaction, [eventId]);
  }
}
