import { formHandlers } from "#domain/lead-forms.server.ts";
import { newBid } from "./bid.api.ts";
import { demoAccounts, demoOutbox } from "./demo.api.ts";
import { formPostCall } from "./form-post.api.ts";
import { healthz, readyz } from "./health.api.ts";
import { currentUser, jwt } from "./identity.api.ts";
import { singleListing } from "./listing.api.ts";
import { nearestCity, locationSuggestions, searchSuggestions, vinLookUp } from "./look-ups.api.ts";
import { newsletterCall } from "./newsletter.api.ts";
import { phoneVerification, phoneVerificationCheck } from "./phone-code.api.ts";
import { openApiCall } from "./openapi.ts";
import { getSingleSavedAd, newSavedAd, removedSavedAd } from "./saved-listing.api.ts";
import type { Call } from "./serve-calls.server.ts";

/** SPEC.md §7, in its order. */
export const specCalls: readonly Call[] = [
  jwt,
  currentUser,
  singleListing,
  getSingleSavedAd,
  newSavedAd,
  removedSavedAd,
  newBid,
];

/** The calls of a load balancer: answered before anything about a request is read. */
export const healthCalls: readonly Call[] = [healthz, readyz];

const otherCalls: readonly Call[] = [
  ...specCalls,
  ...formHandlers.map(formPostCall),
  newsletterCall,
  phoneVerification,
  phoneVerificationCheck,
  locationSuggestions,
  nearestCity,
  searchSuggestions,
  vinLookUp,
  demoOutbox,
  demoAccounts,
];

/** All other calls, with the form posts and the document of all of them. */
export const siteCalls: readonly Call[] = [
  ...otherCalls,
  openApiCall([...healthCalls, ...otherCalls].map(({ contract }) => contract)),
];
