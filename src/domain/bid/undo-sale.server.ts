import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { listingEventTable } from "#domain/listing/listing-event.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { type AnswerResult, refuse } from "./answer-bid.server.ts";
import { bidsIn, moveBids } from "./answer-bids.server.ts";
import { SALE_UNDO_HOURS } from "./sale-undo.ts";

/**
 * Takes a sale back: the listing is live or paused as before, and the bids that the sale answered are
 * open again, which their bidders are told. That goes for one that the car was reserved for, too:
 * the sale that fell through was most often theirs, and the seller reserves it anew in one press.
 * One statement asks whether it still may and does it, so
 * that of any number of tries one succeeds. Staff may do it in the seller's place.
 */
export async function undoSale(answer: {
  listingId: string;
  sellerId: string;
  byUserId?: string;
}): Promise<AnswerResult> {
  const { listingId, sellerId } = answer;
  const by = { byUserId: answer.byUserId ?? sellerId };
  if (!isListingId(listingId)) return refuse("not_found");
  return db().transaction(async (transaction) => {
    const isTheirs = and(eq(listingTable.id, listingId), eq(listingTable.sellerId, sellerId));
    const [listing] = await transaction
      .update(listingTable)
      .set({ state: await stateBeforeSale(transaction, listingId), soldAt: null })
      .where(
        and(
          isTheirs,
          eq(listingTable.state, "sold"),
          sql`${listingTable.soldAt} > clock_timestamp() - make_interval(hours => ${SALE_UNDO_HOURS})`,
        ),
      )
      .returning({ id: listingTable.id });
    if (!listing) {
      const [sold] = await transaction
        .select({ state: listingTable.state })
        .from(listingTable)
        .where(isTheirs);
      return refuse(sold?.state === "sold" ? "too_late" : "not_found");
    }
    await transaction
      .insert(listingEventTable)
      .values({ ...by, listingId, kind: "reopened", at: sql`clock_timestamp()` });
    // The bid that was taken comes first: a bidder is told once, and about that one.
    const closed = [
      ...(await bidsIn(transaction, listing, "accepted")),
      ...(await bidsIn(transaction, listing, "passed_over")),
    ];
    await moveBids(transaction, closed, "open", "reopened", by);
    return { ok: true };
  });
}

/** A car that was sold while it was paused is paused again: its seller had a reason. */
async function stateBeforeSale(transaction: Transaction, listingId: string): Promise<string> {
  const [before] = await transaction
    .select({ kind: listingEventTable.kind })
    .from(listingEventTable)
    .where(
      and(
        eq(listingEventTable.listingId, listingId),
        inArray(listingEventTable.kind, ["live", "paused"]),
      ),
    )
    .orderBy(desc(listingEventTable.at), desc(listingEventTable.id))
    .limit(1);
  return before?.kind ?? "live";
}
