import { currentUser, jwt } from "#backoffice/identity/identity-calls.api.ts";
import type { CallContract } from "#platform/call/call-contract.ts";
import { newBid } from "#storefront/listing/bid/bid.api.ts";
import { singleListing } from "#storefront/listing/listing.api.ts";
import {
  getSingleSavedAd,
  newSavedAd,
  removedSavedAd,
} from "#storefront/listing/saved-listing/saved-listing.api.ts";

/** Every call of SPEC.md §7, in its order. */
export const callContracts: readonly CallContract[] = [
  jwt,
  currentUser,
  singleListing,
  getSingleSavedAd,
  newSavedAd,
  removedSavedAd,
  newBid,
];
