import { countOpenBids } from "#domain/bid/bid-queries.server.ts";
import { countSellerListings } from "#domain/bid/seller-listings.server.ts";
import { findDealershipOfMember } from "#domain/dealership/dealership-queries.server.ts";
import { may } from "#domain/identity/permission.ts";
import { countWaiting } from "#domain/inquiry/inquiry-queries.server.ts";
import { countOwnRequests } from "#domain/lead/own-requests.server.ts";
import { countSavedListings } from "#domain/listing/saved-listing.server.ts";
import { countUnansweredRequests } from "#domain/sell-request/dealer-requests.server.ts";
import type { Member } from "#pages/session/guards.server.ts";
import { db } from "#platform/database/database.server.ts";

/** The number of items behind each entry of the account's menu. */
export async function countAccountItems({ user, visitor: { visitorHash } }: Member) {
  const dealership = may(user, "seeSellRequests")
    ? await findDealershipOfMember(db(), user.id)
    : null;
  const [saved, bids, listings, requests, messages, toAnswer] = await Promise.all([
    countSavedListings(user.id),
    countOpenBids(user.id),
    countSellerListings(user),
    countOwnRequests({ user, visitorHash }),
    countWaiting(user.id),
    dealership ? countUnansweredRequests(dealership.id) : 0,
  ]);
  return { saved, bids, listings, requests, messages, toAnswer };
}
