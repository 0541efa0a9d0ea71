/** Six photos of the largest size, or twenty of a phone's, and the form around them. */
export const LISTING_PHOTOS_MAX_MB = 60;
export const LISTING_PHOTOS_MAX_BYTES = LISTING_PHOTOS_MAX_MB * 1024 * 1024 + 64 * 1024;

/** The page that takes a listing's photos, in both languages, and the router's own fetches to it. */
export function isListingPhotosPath(path: string): boolean {
  return /^(\/fr)?\/account\/listings\/[0-9a-f-]{36}\/photos(\.data)?$/.test(path);
}
