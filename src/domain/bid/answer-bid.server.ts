import { and, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { listingEventTable } from "#domain/listing/listing-event.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { bidTable } from "./bid.table.ts";
import { bidsIn, type By, moveBids } from "./answer-bids.server.ts";

export type AnswerResult =
  | { ok: true }
  | {
      ok: false;
      code:
        /** There is none, or it is somebody else's: both look the same from outside. */
        | "not_found"
        | "already_sold"
        | "reserved_for_another"
        | "already_answered"
        | "not_reserved"
        /** The sale can no longer be taken back (undo-sale.server.ts). */
        | "too_late";
    };

type Listing = { id: string; state: string; reservedAt: Date | null };

/** The seller takes a bid: the car is sold to the bidder, or held for them until it is. */
export async function acceptBid(
  answer: { bidId: string; sellerId: string },
  outcome: "sold" | "reserved",
): Promise<AnswerResult> {
  return withBid(answer, async (transaction, listing, bid) => {
    const isHeldForThem = bid.state === "accepted";
    if (listing.reservedAt && !isHeldForThem) return refuse("reserved_for_another");
    if (!isHeldForThem && bid.state !== "open") return refuse("already_answered");
    if (isHeldForThem && outcome === "reserved") return { ok: true };
    const by = { byUserId: answer.sellerId };
    const news = isHeldForThem ? "bought" : "accepted";
    await moveBids(transaction, [bid.id], "accepted", news, by);
    if (outcome === "reserved") await reserve(transaction, listing, { ...by, bidId: bid.id });
    else await sell(transaction, listing, by);
    return { ok: true };
  });
}

/** The seller turns a bid down. A car that was held for the bidder is free again. */
export async function declineBid(answer: {
  bidId: string;
  sellerId: string;
}): Promise<AnswerResult> {
  return withBid(answer, async (transaction, listing, bid) => {
    if (bid.state !== "open" && bid.state !== "accepted") return refuse("already_answered");
    const by = { byUserId: answer.sellerId };
    if (bid.state === "accepted") await setFree(transaction, listing, by);
    await moveBids(transaction, [bid.id], "declined", "declined", by);
    return { ok: true };
  });
}

/** The seller no longer holds the car: the accepted bid is open again, and others may follow. */
export async function releaseListing(answer: {
  listingId: string;
  sellerId: string;
}): Promise<AnswerResult> {
  return withListing(answer, async (transaction, listing) => {
    if (!listing.reservedAt) return refuse("not_reserved");
    const by = { byUserId: answer.sellerId };
    await setFree(transaction, listing, by);
    const held = await bidsIn(transaction, listing, "accepted");
    await moveBids(transaction, held, "open", "released", by);
    return { ok: true };
  });
}

/**
 * Sold, to whoever it was held for or to somebody who never bid here; a paused car too. Staff may do
 * it in the seller's place: then `byUserId` is theirs.
 */
export async function markSold(answer: {
  listingId: string;
  sellerId: string;
  byUserId?: string;
}): Promise<AnswerResult> {
  const sellable = ["live", "paused"];
  return withListing(
    answer,
    async (transaction, listing) => {
      const by = { byUserId: answer.byUserId ?? answer.sellerId };
      const held = await bidsIn(transaction, listing, "accepted");
      await sell(transaction, listing, by);
      await moveBids(transaction, held, "accepted", "bought", by);
      return { ok: true };
    },
    sellable,
  );
}

/** Takes the time while the row is locked: every bid that went before has an earlier one. */
async function sell(transaction: Transaction, listing: Listing, by: By): Promise<void> {
  const [accepted = null] = await bidsIn(transaction, listing, "accepted");
  await transaction
    .update(listingTable)
    .set({ state: "sold", soldAt: sql`clock_timestamp()`, reservedAt: null })
    .where(eq(listingTable.id, listing.id));
  await transaction
    .insert(listingEventTable)
    .values({ ...by, listingId: listing.id, kind: "sold", bidId: accepted });
  const others = await bidsIn(transaction, listing, "open");
  await moveBids(transaction, others, "passed_over", "passed_over", by);
}

async function reserve(
  transaction: Transaction,
  listing: Listing,
  { bidId, byUserId }: By & { bidId: string },
): Promise<void> {
  await transaction
    .update(listingTable)
    .set({ reservedAt: sql`clock_timestamp()` })
    .where(eq(listingTable.id, listing.id));
  await transaction
    .insert(listingEventTable)
    .values({ listingId: listing.id, kind: "reserved", bidId, byUserId });
}

async function setFree(transaction: Transaction, listing: Listing, by: By): Promise<void> {
  await transaction
    .update(listingTable)
    .set({ reservedAt: null })
    .where(eq(listingTable.id, listing.id));
  await transaction
    .insert(listingEventTable)
    .values({ ...by, listingId: listing.id, kind: "released" });
}

/** Locks the seller's listing while it is answered for: the order is always listing, then bids. */
async function withListing(
  { listingId, sellerId }: { listingId: string; sellerId: string },
  work: (transaction: Transaction, listing: Listing) => Promise<AnswerResult>,
  states: readonly string[] = ["live"],
): Promise<AnswerResult> {
  if (!isListingId(listingId)) return refuse("not_found");
  return db().transaction(async (transaction) => {
    const [listing] = await transaction
      .select({
        id: listingTable.id,
        state: listingTable.state,
        reservedAt: listingTable.reservedAt,
      })
      .from(listingTable)
      .where(and(eq(listingTable.id, listingId), eq(listingTable.sellerId, sellerId)))
      .for("update");
    if (!listing) return refuse("not_found");
    if (listing.state === "sold") return refuse("already_sold");
    if (!states.includes(listing.state)) return refuse("not_found");
    return work(transaction, listing);
  });
}

async function withBid(
  { bidId, sellerId }: { bidId: string; sellerId: string },
  work: (
    transaction: Transaction,
    listing: Listing,
    bid: { id: string; state: string },
  ) => Promise<AnswerResult>,
): Promise<AnswerResult> {
  if (!isListingId(bidId)) return refuse("not_found");
  const [where] = await db()
    .select({ listingId: bidTable.listingId })
    .from(bidTable)
    .where(eq(bidTable.id, bidId));
  if (!where) return refuse("not_found");
  return withListing({ ...where, sellerId }, async (transaction, listing) => {
    const [bid] = await transaction
      .select({ id: bidTable.id, state: bidTable.state })
      .from(bidTable)
      .where(eq(bidTable.id, bidId));
    return bid ? work(transaction, listing, bid) : refuse("not_found");
  });
}

export function refuse(code: (AnswerResult & { ok: false })["code"]): AnswerResult {
  return { ok: false, code };
}
