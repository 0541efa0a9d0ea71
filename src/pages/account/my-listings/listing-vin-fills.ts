import type { VinFills } from "#domain/catalogue/vin-decoder/vin-fills.ts";

/** Which controls of the listing form a VIN fills in. */
export const LISTING_VIN_FILLS: VinFills = {
  year: "manufactureYear",
  make: "make",
  model: "model",
  trim: "trim",
  body: "carType",
  fuel: "fuelType",
  engineCc: "engineCapacity",
  cylinders: "cylinders",
};
