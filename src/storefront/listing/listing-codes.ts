// What a listing stores, as codes. Their words for people are listing-words.ts.

/** In the order of SPEC.md §2 "Type of Car". */
// oxfmt-ignore
export const BODY_TYPES = ["suv", "sedan", "coupe", "hatchback", "truck", "minivan"] as const;
export type BodyType = (typeof BODY_TYPES)[number];

/** SPEC.md §5. */
// oxfmt-ignore
export const EXTERIOR_COLOURS = [
  "beige", "black", "blue", "brown", "gold", "green", "grey", "maroon",
  "orange", "pink", "purple", "red", "silver", "white", "yellow",
] as const;
export type ExteriorColour = (typeof EXTERIOR_COLOURS)[number];

export const TRANSMISSIONS = ["automatic", "manual"] as const;
export type Transmission = (typeof TRANSMISSIONS)[number];

export const FUELS = ["gasoline", "diesel", "hybrid", "plug_in_hybrid", "electric"] as const;
export type Fuel = (typeof FUELS)[number];

export const DRIVES = ["fwd", "rwd", "awd", "4wd"] as const;
export type Drive = (typeof DRIVES)[number];

/** As the seller judges it. */
export const CONDITIONS = ["like_new", "good", "fair"] as const;
export type Condition = (typeof CONDITIONS)[number];

export const LISTING_STATES = ["draft", "in_review", "live", "paused", "sold", "removed"] as const;
export type ListingState = (typeof LISTING_STATES)[number];

export function isBodyType(value: unknown): value is BodyType {
  return BODY_TYPES.some((bodyType) => bodyType === value);
}
