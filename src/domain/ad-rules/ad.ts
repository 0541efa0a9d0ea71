import type { Declared } from "#domain/declaration/declaration.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { Condition } from "#values/vehicle.ts";

/** The data of an ad for the rules: a listing as its page shows it, and its seller. */
export type Ad = Pick<
  Declared,
  "brand" | "accidents" | "owners" | "earlierUse" | "odometerReading"
> & {
  /** Where the car is. */
  provinceCode: ProvinceCode;
  condition: Condition;
  odometerKm: number;
  priceCad: number;
  description: string;
  vin: string | null;
  photoCount: number;
  isAllInPrice: boolean;
  stockNumber: string | null;
  /** Null if a person sells. */
  dealership: AdDealership | null;
};

export type AdDealership = {
  name: string;
  phone: string;
  licenceNumber: string | null;
  provinceCode: ProvinceCode;
};

/**
 * The text for the checks: lower case, one kind of apostrophe and of space, and a space before the
 * first word.
 */
export function readText({ description }: Pick<Ad, "description">): string {
  return ` ${description}`
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[‘’]/gu, "'")
    .replaceAll(/\s{2,}|[^\S ]/gu, " ");
}
