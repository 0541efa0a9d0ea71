import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import type { View } from "#illustration/options.ts";
import { pictureSources, type PictureWidth } from "#illustration/picture-address.ts";
import { Picture } from "#ui/picture.tsx";
import { bodyTypeLabel, colourLabel } from "#vocabulary/vehicle-label.ts";
import type { ListingCardFacts } from "./listing-card-facts.ts";

export const CARD_WIDTHS_PX = [300, 480, 720] as const satisfies readonly PictureWidth[];

type ListingPictureProps = {
  listing: Pick<ListingCardFacts, "illustration" | "bodyType" | "exteriorColour">;
  view?: View;
  sizes: string;
  widthsPx?: readonly [PictureWidth, ...PictureWidth[]];
  priority?: boolean;
  /** The picture repeats what stands beside it. */
  isDecorative?: boolean;
};

/** A picture of the listed car: drawn, and said to be so. */
export function ListingPicture({
  listing,
  view = "front34",
  sizes,
  widthsPx = CARD_WIDTHS_PX,
  priority = false,
  isDecorative = false,
}: ListingPictureProps) {
  const locale = getLocale();
  const alt = m.listing_picture_alt({
    body: bodyTypeLabel(listing.bodyType, locale),
    colour: colourLabel(listing.exteriorColour, locale).toLowerCase(),
  });
  return (
    <Picture
      source={pictureSources({ ...listing.illustration, view }, widthsPx)}
      alt={isDecorative ? "" : alt}
      sizes={sizes}
      priority={priority}
    />
  );
}
