import type { BodyType, Fuel } from "./vehicle.ts";

/**
 * What a VIN says of a car. Make and model are the catalogue's codes where it knows them, else the
 * manufacturer's words. A VIN never says the transmission nor the drive reliably, so neither is here.
 */
export type VinDetails = {
  year?: number;
  make?: string;
  model?: string;
  /** As the manufacturer reported it: "LX", "SLE 2". */
  trim?: string;
  body?: BodyType;
  fuel?: Fuel;
  engineLitres?: number;
  cylinders?: number;
  doors?: number;
  /** City of assembly, capitalised: "Alliston". */
  plant?: string;
};

export type VinDecoding =
  | ({ state: "decoded"; checkDigitIsValid: boolean } & VinDetails)
  /** Well formed, but no pattern matches; year and make may still follow from its first letters. */
  | { state: "unknown"; year?: number; make?: string; checkDigitIsValid: boolean }
  | { state: "refused"; code: "empty" | "length" | "characters" }
  /** The database is being prepared, or too many wait: nobody can say now. */
  | { state: "not_ready" };
