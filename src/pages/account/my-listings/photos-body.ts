/** Six photos of the largest size, or twenty of a phone's, and the form around them. */
export const LISTING_PHOTOS_MAX_MB = 60;
export const LISTING_PHOTOS_MAX_BYTES = LISTING_PHOTOS_MAX_MB * 1024 * 1024 + 64 * 1024;

/** The pages that take a car's photos, in both languages, and the router's own fetches to them. */
export function isListingPhotosPath(path: string): boolean {
  return /^(\/fr)?\/(account\/listings\/[0-9a-f-]{36}|sell-car)\/photos(\.data)?$/.test(path);
}
