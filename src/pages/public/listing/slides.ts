import { m } from "#messages/messages.js";
import { GALLERY, type View } from "#packages/car-illustration/options";
import { pictureSources } from "#packages/car-illustration/picture-address";
import type { PictureSource } from "#ui/picture.tsx";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { pictureWords } from "./listing-picture.tsx";
import { buildPhotoSource } from "#domain/listing/listing-photo.ts";

/** One picture of a gallery, for each of the places that show it. */
export type Slide = {
  key: string;
  alt: string;
  large: PictureSource;
  small: PictureSource;
  /** Over the whole window. */
  full: PictureSource;
};

const VIEW_WORDS: Partial<Record<View, () => string>> = {
  front34: m.listing_view_front34,
  side: m.listing_view_side,
  rear34: m.listing_view_rear34,
  lamp: m.listing_view_lamp,
  wheel: m.listing_view_wheel,
  tail: m.listing_view_tail,
};

/** The seller's photos in their order, or the drawn car from six sides. */
export function slidesOf(listing: ListingDetails): Slide[] {
  if (listing.photos.length === 0) return GALLERY.map((view) => drawnSlide(listing, view));
  return listing.photos.map((photo, index) => {
    const source = buildPhotoSource(photo);
    const alt =
      photo.alt ||
      m.listing_view_alt({
        picture: pictureWords({ ...listing, photo: { ...photo, alt: "" } }),
        view: m.listing_gallery_count({ number: index + 1, total: listing.photos.length }),
      });
    return { key: photo.key, alt, large: source, small: source, full: source };
  });
}

function drawnSlide(listing: ListingDetails, view: View): Slide {
  const drawn = { ...listing.illustration, view };
  return {
    key: view,
    alt: m.listing_view_alt({
      picture: pictureWords({ ...listing, photo: null }),
      view: VIEW_WORDS[view]?.() ?? view,
    }),
    large: pictureSources(drawn, [480, 720, 960, 1500]),
    small: pictureSources(drawn, [300, 480]),
    full: pictureSources(drawn, [960, 1500]),
  };
}
