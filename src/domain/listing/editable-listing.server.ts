import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { may } from "#domain/identity/permission.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { changeAsStaff } from "#domain/staff-change/record-staff-change.server.ts";
import type { StaffChangeRefusal } from "#domain/staff-change/staff-change.ts";
import { type MoveNotification, watchListing } from "./staff-changes.server.ts";
import { findMove, type ListingMove, type Mover } from "./listing-state.ts";
import { listingEventTable, listingTable } from "./listing.table.ts";
import { site } from "#site/site.ts";
import type { Permission } from "#values/role.ts";
import { isListingId } from "./listing.ts";
import { isSellerOf } from "./seller-side.ts";

export type EditableListing = typeof listingTable.$inferSelect & {
  /** The role in which the person edits it. */
  editedBy: Extract<Mover, "seller" | "staff">;
};

/**
 * A listing goes live only after staff approved it: where LISTING_REVIEW of the environment says
 * so, or, if it says nothing, an administrator.
 */
export function isListingReviewed(): boolean {
  return env().LISTING_REVIEW ?? site.isListingReviewed;
}

/**
 * A listing that the person may read as its seller or as staff; a member of a dealership may read all
 * of its listings, and edit them if their role allows it. Null if there is none, if it was removed,
 * or if it is somebody else's: the response is the same for all three.
 */
export async function findManagedListing(
  user: SignedInUser,
  id: string,
): Promise<EditableListing | null> {
  if (!isListingId(id)) return null;
  const [row] = await db().select().from(listingTable).where(eq(listingTable.id, id));
  return checkEditor(user, row, user.dealership ? "seeDesk" : "editOwnListing");
}

export type ChangeRefused = { ok: false; code: "not_found" | StaffChangeRefusal };

/**
 * Changes a listing that the person may edit, locked until the transaction ends. All changes of
 * listings go through here, so that every change by staff is logged and its seller notified,
 * whatever `work` does.
 */
export async function changeListing<Done extends { ok: boolean }>(
  transaction: Transaction,
  {
    by,
    listingId,
    needs = "editOwnListing",
    ...notification
  }: {
    by: SignedInUser;
    listingId: string;
    /** What the seller must be permitted to do, as far as their role in a dealership decides it. */
    needs?: "editOwnListing" | "answerBids";
  } & MoveNotification,
  work: (listing: EditableListing) => Promise<Done>,
): Promise<Done | ChangeRefused> {
  const listing = await lockListing(transaction, by, listingId, needs);
  if (!listing) return { ok: false, code: "not_found" };
  if (listing.editedBy === "seller") return work(listing);
  const watch = () => watchListing(transaction, listingId, notification);
  return changeAsStaff(transaction, { by, reason: notification.reason }, watch, () =>
    work(listing),
  );
}

async function lockListing(
  transaction: Transaction,
  user: SignedInUser,
  id: string,
  needs: Permission,
): Promise<EditableListing | null> {
  if (!isListingId(id)) return null;
  const [row] = await transaction
    .select()
    .from(listingTable)
    .where(eq(listingTable.id, id))
    .for("update");
  return checkEditor(user, row, needs);
}

function checkEditor(
  user: SignedInUser,
  row: typeof listingTable.$inferSelect | undefined,
  needsAsSeller: Permission,
): EditableListing | null {
  if (!row || row.state === "removed") return null;
  const isOwn = isSellerOf(user, row);
  if (!may(user, isOwn ? needsAsSeller : "seeAnyListing")) return null;
  return { ...row, editedBy: isOwn ? "seller" : "staff" };
}

/**
 * Stores a move of a locked listing: its state and its history. The caller has checked that the
 * move is allowed, and answers the bids as the move requires (bid/move-listing.server.ts does
 * both). The time is read under the lock, so every bid that came before has an earlier time.
 */
export async function writeMove(
  transaction: Transaction,
  listingId: string,
  name: ListingMove,
  { byUserId, bidId = null }: { byUserId: string | null; bidId?: string | null },
): Promise<void> {
  const { to, reserves, records } = findMove(name);
  const time = sql`clock_timestamp()`;
  const state = to === "as_before_sale" ? await findStateBeforeSale(transaction, listingId) : to;
  const changes = {
    ...(state === "as_it_is" ? {} : { state }),
    // A listing counts as posted on the first day on which it was live.
    ...(state === "live" ? { postedAt: sql`coalesce(${listingTable.postedAt}, ${time})` } : {}),
    ...(state === "sold" ? { soldAt: time } : to === "as_before_sale" ? { soldAt: null } : {}),
    ...(reserves === undefined ? {} : { reservedAt: reserves ? time : null }),
  };
  if (Object.keys(changes).length > 0)
    await transaction.update(listingTable).set(changes).where(eq(listingTable.id, listingId));
  const kind = records ?? (state === "as_it_is" ? null : state);
  if (kind === null) return;
  await transaction
    .insert(listingEventTable)
    .values({ listingId, kind, bidId, byUserId, at: time });
}

/** A car that was paused before its sale is paused again, because its seller had a reason. */
async function findStateBeforeSale(
  transaction: Transaction,
  listingId: string,
): Promise<"live" | "paused"> {
  const { kind, at, id } = listingEventTable;
  const [before] = await transaction
    .select({ kind })
    .from(listingEventTable)
    .where(and(eq(listingEventTable.listingId, listingId), inArray(kind, ["live", "paused"])))
    .orderBy(desc(at), desc(id))
    .limit(1);
  return before?.kind === "paused" ? "paused" : "live";
}
