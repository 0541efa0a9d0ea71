import { m } from "#messages/messages.js";
import { MOST_PHOTOS } from "#domain/listing/listing-photo.ts";

export type PhotoRefusal =
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
