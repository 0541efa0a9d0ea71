import { pictureSources } from "#packages/car-illustration/picture-address";
import type { ListingCardFacts } from "./listing-card-facts.ts";
import { photoSource } from "./photo-address.ts";

/** The address of the picture that stands for a listing elsewhere: its first photo, else the drawing. */
export function coverAddress({ photo, illustration }: ListingCardFacts): string {
  return photo ? photoSource(photo).src : pictureSources(illustration, [720]).src;
}
