/**
 * Raise this by one whenever the drawings or their encoding come out differently: stored pictures
 * live in a folder with this number, and browsers keep a picture for good under its numbered
 * address. The golden hashes in car-svg.test.ts tell when it is due.
 */
export const ILLUSTRATION_VERSION = 1;
