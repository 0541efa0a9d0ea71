import { m } from "#messages/messages.js";
import { MOST_PHOTOS } from "#domain/listing/listing-photo.ts";

/** Six photos of the largest size, or twenty of a phone's, and the form around them. */
export const LISTING_PHOTOS_MAX_MB = 60;
export const LISTING_PHOTOS_MAX_BYTES = LISTING_PHOTOS_MAX_MB * 1024 * 1024 + 64 * 1024;

/** The pages that take a car's photos, in both languages, and the router's own fetches to them. */
export function isListingPhotosPath(path: string): boolean {
  return /^(\/fr)?\/(account\/listings\/[0-9a-f-]{36}|sell-car)\/photos(\.data)?$/.test(path);
}

type PhotoRefusal =
  | "not_a_photo"
  | "photo_too_large"
  | "photo_too_small"
  | "too_many_photos"
  | "not_found";

/** Why an upload was not taken, in a sentence that names the file. */
export function photoRefusalWords(code: PhotoRefusal, name: string): string {
  switch (code) {
    case "not_a_photo":
      return m.seller_photo_not_a_photo({ name });
    case "photo_too_large":
      return m.seller_photo_photo_too_large({ name });
    case "photo_too_small":
      return m.seller_photo_photo_too_small({ name });
    case "too_many_photos":
      return m.seller_photo_too_many_photos({ name, most: MOST_PHOTOS });
    case "not_found":
      return m.seller_photo_not_found({ name });
  }
}
