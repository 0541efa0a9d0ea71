import { m } from "#messages/messages.js";
import { MOST_PHOTOS } from "#domain/listing/listing-photo.ts";
import type { StaffChangeRefusal } from "#domain/staff-change/staff-change.ts";
import type { AddedPhoto } from "#domain/listing/photo-store.server.ts";

/** The types that file pickers offer; the server checks the bytes. */
export const PHOTO_TYPES =
  "image/jpeg,image/png,image/heic,.heic,.heif,image/webp,image/avif" as const;

/** The same limit as in platform/storage/clean-photo.server.ts. */
export const PHOTO_MAX_MB = 10;

/** Six photos of the largest size, or twenty from a phone, plus the form around them. */
export const LISTING_PHOTOS_MAX_MB = 60;
export const LISTING_PHOTOS_MAX_BYTES = LISTING_PHOTOS_MAX_MB * 1024 * 1024 + 64 * 1024;

/** The pages that take a car's photos, in both languages, and the router's own requests to them. */
export function isListingPhotosPath(path: string): boolean {
  return /^(\/fr)?\/(account\/listings\/[0-9a-f-]{36}|sell-car)\/photos(\/upload|\.data)?$/.test(
    path,
  );
}

/** Where the page's script posts one photo at a time; the response has the error's text. */
export function isPhotoUploadPath(path: string): boolean {
  return isListingPhotosPath(path) && path.endsWith("/upload");
}

type PhotoRefusal = Extract<
  AddedPhoto<"not_found" | "already_sent" | StaffChangeRefusal>,
  { ok: false }
>["code"];

/** Why an upload was refused, as a sentence with the file's name. */
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
    case "not_permitted":
    case "reason_needed":
    case "fresh_factor_needed":
      return m.staff_change_not_permitted();
    // The upload was cancelled, so nobody sees this text.
    case "called_off":
      return m.photos_failed();
    case "already_sent":
      return m.seller_photo_already_sent({ name });
  }
}
