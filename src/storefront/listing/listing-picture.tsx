import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import type { View } from "#illustration/options.ts";
import { pictureSources, type PictureWidth } from "#illustration/picture-address.ts";
import { Picture } from "#ui/picture.tsx";
import { bodyTypeLabel, colourLabel } from "#vocabulary/vehicle-label.ts";
import type { ListingCardFacts } from "./listing-card-facts.ts";

export const CARD_WIDTHS_PX = [300, 480, 720] as const satisfies readonly PictureWidth[];

const VIEW_WORDS: Partial<Record<View, () => string>> = {
  front34: m.listing_view_front34,
  side: m.listing_view_side,
  rear34: m.listing_view_rear34,
  lamp: m.listing_view_lamp,
  wheel: m.listing_view_wheel,
  tail: m.listing_view_tail,
};

type ListingPictureProps = {
  listing: Pick<ListingCardFacts, "illustration" | "bodyType" | "exteriorColour">;
  view?: View;
  sizes: string;
  widthsPx?: readonly [PictureWidth, ...PictureWidth[]];
  priority?: boolean;
  /** The picture repeats what stands beside it. */
  isDecorative?: boolean;
  /** One of several of the same car: its words tell them apart. */
  namesView?: boolean;
};

/** A picture of the listed car: drawn, and said to be so. */
export function ListingPicture({
  listing,
  view = "front34",
  sizes,
  widthsPx = CARD_WIDTHS_PX,
  priority = false,
  isDecorative = false,
  namesView = false,
}: ListingPictureProps) {
  const locale = getLocale();
  const picture = m.listing_picture_alt({
    body: bodyTypeLabel(listing.bodyType, locale),
    colour: colourLabel(listing.exteriorColour, locale).toLowerCase(),
  });
  const words = namesView ? VIEW_WORDS[view]?.() : undefined;
  const alt = words ? m.listing_view_alt({ picture, view: words }) : picture;
  return (
    <Picture
      source={pictureSources({ ...listing.illustration, view }, widthsPx)}
      alt={isDecorative ? "" : alt}
      sizes={sizes}
      priority={priority}
    />
  );
}
