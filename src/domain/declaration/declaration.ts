import { pickKeys } from "#values/record.ts";

/**
 * What a seller declares about a car's history and condition, as codes. A seller who does not know
 * leaves an answer out: it is null, and shown as "not declared", never as "none".
 */

export const ACCIDENTS = ["none", "some"] as const;
type Accidents = (typeof ACCIDENTS)[number];

/**
 * The status of a car in a province's registry: the brands that CCMTA's members share, or clean.
 */
export const BRANDS = ["clean", "rebuilt", "salvage", "non_repairable"] as const;
export type Brand = (typeof BRANDS)[number];

/** Whether a registry marks the car as written off; false if it is not known. */
export function isBranded(brand: Brand | null | undefined): boolean {
  return brand !== null && brand !== undefined && brand !== "clean";
}

export const EARLIER_USES = ["personal", "daily_rental", "taxi", "police", "commercial"] as const;
type EarlierUse = (typeof EARLIER_USES)[number];

/** Including the seller. */
export const OWNER_COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export type OwnerCount = (typeof OWNER_COUNTS)[number];

export const YES_NO = ["yes", "no"] as const;
type YesNo = (typeof YES_NO)[number];

export const KEY_FOBS = ["none", "one", "two_plus"] as const;
type KeyFobs = (typeof KEY_FOBS)[number];

export const SERVICE_RECORDS = ["all", "some", "none"] as const;
type ServiceRecords = (typeof SERVICE_RECORDS)[number];

/** `unknown`: the seller declares that nobody can vouch for the kilometres. */
export const ODOMETER_READINGS = ["original", "replaced", "unknown"] as const;
type OdometerReading = (typeof ODOMETER_READINGS)[number];

/** All facts, in the order in which they are shown. The listing's columns have the same names. */
export type Declared = {
  brand: Brand | null;
  accidents: Accidents | null;
  /** The cost of the damage, if the seller knows it. */
  accidentAmountCad: number | null;
  /** What happened, in the seller's words. */
  accidentDetails: string | null;
  lien: YesNo | null;
  owners: OwnerCount | null;
  earlierUse: EarlierUse | null;
  outOfProvince: YesNo | null;
  odometerReading: OdometerReading | null;
  mechanicalIssues: YesNo | null;
  serviceRecords: ServiceRecords | null;
  keyFobs: KeyFobs | null;
  smoked: YesNo | null;
};

export const NOTHING_DECLARED: Declared = {
  brand: null,
  accidents: null,
  accidentAmountCad: null,
  accidentDetails: null,
  lien: null,
  owners: null,
  earlierUse: null,
  outOfProvince: null,
  odometerReading: null,
  mechanicalIssues: null,
  serviceRecords: null,
  keyFobs: null,
  smoked: null,
};

export type Fact = keyof Declared;
/** In the order in which they are shown. */
// oxfmt-ignore
export const FACTS = [
  "brand", "accidents", "accidentAmountCad", "accidentDetails", "lien", "owners", "earlierUse",
  "outOfProvince", "odometerReading", "mechanicalIssues", "serviceRecords", "keyFobs", "smoked",
] as const satisfies readonly Fact[];

export type FactValue = string | number;

/** Only the declared facts of an object that has them. */
export function pickDeclared(from: Declared): Declared {
  return pickKeys(from, FACTS);
}
