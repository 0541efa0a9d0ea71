import type { Locale } from "./locale.ts";
import { foldText } from "./text-fold.ts";

/**
 * The ten provinces offered (SPEC.md §3), by their two-letter postal codes, in English alphabetical
 * order.
 */
// oxfmt-ignore
export const PROVINCES = ["AB", "BC", "MB", "NB", "NL", "NS", "ON", "PE", "QC", "SK"] as const;
export type ProvinceCode = (typeof PROVINCES)[number];

// oxfmt-ignore
const IN_FRENCH_ORDER: readonly ProvinceCode[] =
  ["AB", "BC", "PE", "MB", "NB", "NS", "ON", "QC", "SK", "NL"];

/** Recognized, so that a person there can be told that we do not serve them. */
const TERRITORIES = ["NT", "NU", "YT"] as const;
type TerritoryCode = (typeof TERRITORIES)[number];

export type RegionCode = ProvinceCode | TerritoryCode;

const NAMES: Readonly<Record<RegionCode, Readonly<Record<Locale, string>>>> = {
  AB: { en: "Alberta", fr: "Alberta" },
  BC: { en: "British Columbia", fr: "Colombie-Britannique" },
  MB: { en: "Manitoba", fr: "Manitoba" },
  NB: { en: "New Brunswick", fr: "Nouveau-Brunswick" },
  NL: { en: "Newfoundland and Labrador", fr: "Terre-Neuve-et-Labrador" },
  NS: { en: "Nova Scotia", fr: "Nouvelle-Écosse" },
  ON: { en: "Ontario", fr: "Ontario" },
  PE: { en: "Prince Edward Island", fr: "Île-du-Prince-Édouard" },
  QC: { en: "Quebec", fr: "Québec" },
  SK: { en: "Saskatchewan", fr: "Saskatchewan" },
  NT: { en: "Northwest Territories", fr: "Territoires du Nord-Ouest" },
  NU: { en: "Nunavut", fr: "Nunavut" },
  YT: { en: "Yukon", fr: "Yukon" },
};

/** Older and informal names of a region, folded. */
const ALIASES: ReadonlyMap<string, RegionCode> = new Map(
  Object.entries({
    alta: "AB",
    cb: "BC",
    man: "MB",
    newfoundland: "NL",
    labrador: "NL",
    nfld: "NL",
    nf: "NL",
    "terre neuve": "NL",
    ont: "ON",
    pei: "PE",
    ipe: "PE",
    que: "QC",
    pq: "QC",
    sask: "SK",
    nwt: "NT",
    "yukon territory": "YT",
  }),
);

export const REGIONS = [...PROVINCES, ...TERRITORIES] as const;

/** Created when the first text is read: most pages only show a province's name. */
let byFoldedText: Map<string, RegionCode> | undefined;

function regionsByFoldedText(): Map<string, RegionCode> {
  byFoldedText ??= new Map([
    ...ALIASES,
    ...REGIONS.flatMap((code) =>
      [code, NAMES[code].en, NAMES[code].fr].map((name) => [foldText(name), code] as const),
    ),
  ]);
  return byFoldedText;
}

export function isProvince(value: unknown): value is ProvinceCode {
  return PROVINCES.some((code) => code === value);
}

export function provinceName(code: RegionCode, locale: Locale): string {
  return NAMES[code][locale];
}

/** The provinces in the language's alphabetical order, for a select list. */
export function provincesByName(locale: Locale): readonly ProvinceCode[] {
  return locale === "fr" ? IN_FRENCH_ORDER : PROVINCES;
}

/**
 * Reads a code or an English, French or shortened name, in any case, with or without accents; else
 * null.
 */
export function parseRegion(text: string): RegionCode | null {
  const folded = foldText(text);
  // "P.E.I." and "N.-B." are folded to single letters, so they are also looked up without spaces.
  const known = regionsByFoldedText();
  return known.get(folded) ?? known.get(folded.replaceAll(" ", "")) ?? null;
}

/**
 * The regions whose code or name begins with the typed text: "o" gives Ontario, "new" two
 * provinces.
 */
export function regionsBeginningWith(text: string): RegionCode[] {
  const folded = foldText(text);
  if (!folded) return [];
  return REGIONS.filter((code) =>
    [code, NAMES[code].en, NAMES[code].fr].some((name) => foldText(name).startsWith(folded)),
  );
}

const TIME_ZONES: Readonly<Record<ProvinceCode, string>> = {
  AB: "America/Edmonton",
  BC: "America/Vancouver",
  MB: "America/Winnipeg",
  NB: "America/Moncton",
  NL: "America/St_Johns",
  NS: "America/Halifax",
  ON: "America/Toronto",
  PE: "America/Halifax",
  QC: "America/Toronto",
  SK: "America/Regina",
};

/**
 * The IANA timezone in which most people of a province live (tz database, northamerica): it
 * determines their current day, and so whether today is their birthday.
 */
export function provinceTimeZone(code: ProvinceCode): string {
  return TIME_ZONES[code];
}

/** Nobody younger is served, in any province (SPEC.md §5). */
export const MINIMUM_AGE = 18;

const MAJORITY_AT_19: readonly RegionCode[] = ["BC", "NB", "NL", "NS", "NT", "NU", "YT"];

/** The age at which a person can sign a credit contract: the province's age of majority. */
export function creditAge(code: RegionCode): 18 | 19 {
  return MAJORITY_AT_19.includes(code) ? 19 : 18;
}
