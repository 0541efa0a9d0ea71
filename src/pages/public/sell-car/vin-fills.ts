import type { VinFills } from "#domain/catalogue/vin-decoder/vin-fills.ts";

/** What a VIN fills in on step 1. Our three trims are no maker's trims, so these stay to be chosen. */
export const VIN_FILLS: VinFills = { year: "year", make: "make", model: "model", body: "style" };
