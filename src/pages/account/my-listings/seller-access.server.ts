import { data } from "react-router";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import {
  findEditableListing,
  type EditableListing,
} from "#domain/listing/editable-listing.server.ts";
import { requireMember, type PageArgs } from "#pages/session/guards.server.ts";

export type ListingPageArgs = PageArgs & { params: { id?: string } };

/**
 * The listing of a page and who edits it. Every loader and action of a listing begins with it.
 * @throws a redirect to sign-in, and 404 for a listing that is none or somebody else's.
 */
export async function listingOf(
  args: ListingPageArgs,
): Promise<{ user: SignedInUser; visitor: Visitor; listing: EditableListing }> {
  const { user, visitor } = requireMember(args);
  const listing = await findEditableListing(user, args.params.id ?? "");
  if (!listing) throw data(null, { status: 404 });
  return { user, visitor, listing };
}
