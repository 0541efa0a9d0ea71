import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { buildPhotoSource } from "#domain/listing/listing-photo.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { pictureSources, type PictureWidth } from "#packages/car-illustration/picture-address";
import { Picture } from "#ui/picture.tsx";
import { bodyTypeLabel, colourLabel } from "#values/vehicle-label.ts";

export const CARD_WIDTHS_PX = [300, 480, 720] as const satisfies readonly PictureWidth[];

type ListingPictureProps = {
  listing: Pick<ListingCardFacts, "illustration" | "bodyType" | "exteriorColour"> & {
    photo?: ListingCardFacts["photo"];
  };
  sizes: string;
  widthsPx?: readonly [PictureWidth, ...PictureWidth[]];
  priority?: boolean;
  /** The picture only repeats the text beside it. */
  isDecorative?: boolean;
};

/** The car's first photo; else its drawing, which is labelled as such. */
export function ListingPicture({
  listing,
  sizes,
  widthsPx = CARD_WIDTHS_PX,
  priority = false,
  isDecorative = false,
}: ListingPictureProps) {
  const source = listing.photo
    ? buildPhotoSource(listing.photo)
    : pictureSources(listing.illustration, widthsPx);
  const alt = isDecorative ? "" : pictureWords(listing);
  return <Picture source={source} alt={alt} sizes={sizes} priority={priority} />;
}

/** The alternative text of a listing's first picture: the seller's, or ours. */
export function pictureWords(listing: ListingPictureProps["listing"]): string {
  const locale = getLocale();
  const words = {
    body: bodyTypeLabel(listing.bodyType, locale),
    colour: colourLabel(listing.exteriorColour, locale).toLowerCase(),
  };
  if (!listing.photo) return m.listing_picture_alt(words);
  return listing.photo.alt || m.listing_photo_alt(words);
}
