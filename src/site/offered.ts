/** What people send through the site, each a form of its own; an administrator may leave some out. */
export const OFFERED_KINDS = [
  "pre_approval",
  "credit_application",
  "sell_car",
  "offer_request",
  "call_back",
  "bids",
] as const;
export type OfferedKind = (typeof OFFERED_KINDS)[number];

/** What the top of the home page claims, and its part about privacy. */
export const HOME_CLAIMS = ["time", "provinces", "languages", "trust"] as const;
export type HomeClaim = (typeof HOME_CLAIMS)[number];

/** When a member's listing goes live. */
export const LISTING_REVIEWS = ["at_once", "after_review"] as const;
