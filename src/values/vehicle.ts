/** A car's properties as codes, which are stored. Their labels are in `vehicle-label.ts`. */

// oxfmt-ignore
export const BODY_TYPES = ["suv", "sedan", "coupe", "hatchback", "truck", "minivan"] as const;
export type BodyType = (typeof BODY_TYPES)[number];

/** Exterior and interior colours, in the order of SPEC.md §5. */
// oxfmt-ignore
export const COLOURS = [
  "beige", "black", "blue", "brown", "gold", "green", "grey", "maroon",
  "orange", "pink", "purple", "red", "silver", "white", "yellow",
] as const;
export type Colour = (typeof COLOURS)[number];

export const BODY_TRIMS = ["base", "sport", "luxury"] as const;
export type BodyTrim = (typeof BODY_TRIMS)[number];

/** The options of the sell wizard in SPEC.md §5: three of the body types. */
export const STYLES = ["coupe", "sedan", "hatchback"] as const satisfies readonly BodyType[];
export type Style = (typeof STYLES)[number];

/** The most similar style of a body type: by its doors, and by what is behind the seats. */
export const STYLE_OF_BODY_TYPE: Readonly<Record<BodyType, Style>> = {
  suv: "hatchback",
  sedan: "sedan",
  coupe: "coupe",
  hatchback: "hatchback",
  truck: "sedan",
  minivan: "hatchback",
};

export const TRANSMISSIONS = ["automatic", "manual"] as const;
export type Transmission = (typeof TRANSMISSIONS)[number];

// oxfmt-ignore
export const FUELS = ["gasoline", "diesel", "hybrid", "plug_in_hybrid", "electric", "flex_fuel"] as const;
export type Fuel = (typeof FUELS)[number];

export const DRIVES = ["fwd", "rwd", "awd", "4wd"] as const;
export type Drive = (typeof DRIVES)[number];

const LUXURY_TRIMS =
  /\b(limited|platinum|luxury|luxe|premium|premier|touring|ex-l|titanium|denali|high country|lariat|king ranch|overland|summit|laramie|longhorn|calligraphy|signature|prestige|avenir|ultimate|reserve|elite|executive)\b/;
const SPORT_TRIMS =
  /\b(sport|sports|si|gt|gt-line|st|st-line|rs|ss|srt|type[ -]r|type[ -]s|n line|nismo|trd|amg|s[ -]line|xse|se sport|gti|gli|wrx|sti|a-spec|raptor)\b/;
const BASE_TRIMS =
  /^(base|standard|l|lx|le|s|ce|dx|xl|ls|sxt|gx|essential|trendline|wt|work truck|tradesman)$/;

/**
 * Which of our three trims a maker's trim is ("EX-L", "SE Sport"), if its name says so; null if
 * not: then its owner is asked.
 */
export function guessBodyTrim(trim: string): BodyTrim | null {
  const words = trim.trim().toLowerCase();
  if (LUXURY_TRIMS.test(words)) return "luxury";
  if (SPORT_TRIMS.test(words)) return "sport";
  return BASE_TRIMS.test(words) ? "base" : null;
}

/** The number of seats. A car with more is of none of these body types. */
export const SEAT_COUNTS = [2, 3, 4, 5, 6, 7, 8] as const;
export type SeatCount = (typeof SEAT_COUNTS)[number];

export const CYLINDER_COUNTS = [3, 4, 5, 6, 8, 10, 12] as const;
export type CylinderCount = (typeof CYLINDER_COUNTS)[number];

/**
 * What people look for in a car besides its specifications. In the order of the listing's form:
 * against the cold, sight and safety, audio and navigation, comfort, and transport.
 */
export const FEATURES = [
  "heated_seats",
  "heated_steering_wheel",
  "remote_starter",
  "winter_tires",
  "backup_camera",
  "blind_spot_monitor",
  "adaptive_cruise_control",
  "carplay_android_auto",
  "bluetooth",
  "navigation",
  "leather_seats",
  "sunroof",
  "keyless_entry",
  "power_liftgate",
  "third_row",
  "tow_hitch",
] as const;
export type Feature = (typeof FEATURES)[number];

export const CONDITIONS = ["new", "used", "certified"] as const;
export type Condition = (typeof CONDITIONS)[number];

export function isBodyType(value: unknown): value is BodyType {
  return BODY_TYPES.some((code) => code === value);
}

const PRE_APPROVAL_BODY_TYPES = new Map<string, BodyType>([
  ["suvs", "suv"],
  ["trucks and pickups", "truck"],
]);

/**
 * The body type of a pre-approval's `carType`: the form's words, some plural (SPEC.md §5: "SUVs",
 * "Trucks and Pickups"), or already a code. Null for anything else.
 */
export function bodyTypeFromPreApproval(carType: string): BodyType | null {
  const words = carType.trim().toLowerCase().replaceAll("_", " ");
  return isBodyType(words) ? words : (PRE_APPROVAL_BODY_TYPES.get(words) ?? null);
}

/**
 * The newest model year on a day (`YYYY-MM-DD`): always the next year, whose models are sold from
 * the summer on.
 */
export function newestModelYear(today: string): number {
  return Number(today.slice(0, 4)) + 1;
}
