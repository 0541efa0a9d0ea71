import { desc, eq } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { bidTable } from "./bid.table.ts";
import type { BidState } from "./bid.ts";

const MOST_SHOWN = 200;

/** A bid as the listing's seller sees it. */
export type ReceivedBid = {
  id: string;
  priceCad: number;
  message: string;
  /** E.164 */
  phone: string;
  bidderName: string;
  bidderEmail: string;
  state: BidState;
  placedAt: Date;
};

/** The bids on a listing, the highest first. The caller has made sure that its seller asks. */
export async function receivedBids(listingId: string): Promise<ReceivedBid[]> {
  const rows = await db()
    .select({
      id: bidTable.id,
      priceCad: bidTable.priceCad,
      message: bidTable.message,
      phone: bidTable.phone,
      bidderName: userTable.name,
      bidderEmail: userTable.email,
      state: bidTable.state,
      placedAt: bidTable.placedAt,
    })
    .from(bidTable)
    .innerJoin(userTable, eq(userTable.id, bidTable.bidderId))
    .where(eq(bidTable.listingId, listingId))
    .orderBy(desc(bidTable.priceCad), bidTable.placedAt)
    .limit(MOST_SHOWN);
  // Only our own rules write this column.
  return rows.map((row) => ({ ...row, state: row.state as BidState }));
}
