import { data } from "react-router";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import {
  findManagedListing,
  type EditableListing,
} from "#domain/listing/editable-listing.server.ts";
import { requireMember, requirePermission, type PageArgs } from "#pages/session/guards.server.ts";
import { m } from "#messages/messages.js";
import type { Notice } from "#ui/notice-line.tsx";
import { LISTING_PHOTOS_MAX_MB } from "#pages/photos/photo-limits.ts";
import type { ChangePermission } from "#values/role.ts";

export type ListingPageArgs = PageArgs & { params: { id?: string } };

/**
 * The listing of a page and who edits it. Every loader and action of a listing begins with it.
 * @param change what staff must be permitted to do with another person's listing, where a seller edits
 * their own; none to read it
 * @throws a redirect to sign-in; 404 for an unknown listing or another person's; what
 * `requirePermission` throws.
 */
export async function requireListing(
  args: ListingPageArgs,
  change?: ChangePermission,
): Promise<{ user: SignedInUser; visitor: Visitor; listing: EditableListing }> {
  const { user, visitor } = requireMember(args);
  const listing = await findManagedListing(user, args.params.id ?? "");
  if (!listing) throw data(null, { status: 404 });
  if (change) requirePermission(args, listing.editedBy === "staff" ? change : "editOwnListing");
  return { user, visitor, listing };
}

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    live: m.seller_done_published,
    in_review: m.seller_done_in_review,
    draft: m.seller_done_draft,
    paused: m.seller_done_paused,
    sold: m.seller_done_sold,
    removed: m.seller_done_removed,
    reopened: m.bid_answer_reopened,
    saved: m.seller_done_saved,
    price: m.seller_done_price,
    photos: m.seller_done_photos,
    restored: m.seller_done_restored,
    asked: m.seller_done_asked,
  }),
);

const FAILED: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    not_from_here: m.seller_failed_not_from_here,
    held_for_bidder: m.seller_failed_held_for_bidder,
    car_taken: m.seller_failed_car_taken,
    not_permitted: m.seller_failed_not_permitted,
    already_sold: m.seller_failed_already_sold,
    too_late: m.bid_answer_too_late,
    too_many: m.seller_too_many,
    too_much: () => m.seller_photos_too_much({ mb: LISTING_PHOTOS_MAX_MB }),
  }),
);

/** The notice of a page after a redirect, by the code in `?done=` or `?failed=`. */
export function findNotice(address: string): Notice | null {
  const query = new URL(address).searchParams;
  return findWords(DONE, query.get("done"), false) ?? findWords(FAILED, query.get("failed"), true);
}

function findWords(words: typeof DONE, code: string | null, isError: boolean): Notice | null {
  const text = code === null ? undefined : words.get(code);
  return text ? { text: text(), isError } : null;
}
