import { currentUser, jwt } from "./identity-calls.api.ts";
import type { CallContract } from "./call-contract.ts";
import { newBid } from "./bid.api.ts";
import { singleListing } from "./listing.api.ts";
import { getSingleSavedAd, newSavedAd, removedSavedAd } from "./saved-listing.api.ts";

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
