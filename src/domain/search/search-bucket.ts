/** Prices are counted in steps, so that the counts of a million cars fit on one screen. */
export const PRICE_STEP_CAD = 2_500;
/** The last bucket holds every price from here on. */
export const LAST_PRICE_BUCKET = 40;

export const KM_STEP = 10_000;
/** The last bucket holds every odometer above the one before it. */
export const LAST_KM_BUCKET = 31;

export const FIRST_YEAR = 1925;
/** Seven bits of years (SPEC.md §9: manufactured in 1925 or later); others count at the ends. */
export const LAST_YEAR = FIRST_YEAR + 127;

/** The key that a price is counted under: the lowest price of its bucket. */
export function priceBucket(priceCad: number): string {
  const bucket = Math.min(Math.floor(priceCad / PRICE_STEP_CAD), LAST_PRICE_BUCKET);
  return String(Math.max(0, bucket) * PRICE_STEP_CAD);
}

/**
 * The key that an odometer is counted under: the highest of its bucket, so that the sum of all keys
 * up to 50000 is exactly the number of cars with at most 50,000 km.
 */
export function kmBucket(odometerKm: number): string {
  const bucket = Math.min(Math.ceil(odometerKm / KM_STEP), LAST_KM_BUCKET);
  return String(Math.max(0, bucket) * KM_STEP);
}

export function countedYear(year: number): number {
  return Math.min(Math.max(year, FIRST_YEAR), LAST_YEAR);
}
