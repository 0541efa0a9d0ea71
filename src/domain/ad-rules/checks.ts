import { isBranded } from "#domain/declaration/declaration.ts";
import { listKeys } from "#values/record.ts";
import type { Ad } from "./ad.ts";
import * as say from "./words-in-ads.ts";

/** The question of the listing's forms whose answer is missing or wrong. */
export type AdField =
  | "description"
  | "price"
  | "isAllInPrice"
  | "stockNumber"
  | "vin"
  | "earlierUse"
  | "odometerReading"
  | "owners"
  | "accidents"
  | "brand";

type Check = {
  /** The question where it can be corrected; null if that is not in the listing's form. */
  field: AdField | null;
  /** It concerns the truth of a statement, so it applies to private sellers too. */
  isForEverybody?: true;
  breaks: (ad: Ad, text: string) => boolean;
};

const inText =
  (pattern: RegExp): Check["breaks"] =>
  (_ad, text) =>
    pattern.test(text);

/**
 * An earlier use that the text mentions but that is not declared. Declared facts are what stands
 * out in an ad.
 */
const revealsUse = (pattern: RegExp, use: Ad["earlierUse"]): Check => ({
  field: "earlierUse",
  breaks: ({ earlierUse }, text) => earlierUse !== use && pattern.test(text),
});

/**
 * What can be checked in an ad. Several laws may require the same, each in its own row of
 * ad-rules.ts.
 */
export const CHECKS = {
  all_in_price: { field: "isAllInPrice", breaks: ({ isAllInPrice }) => !isAllInPrice },
  fees_on_top: { field: "description", breaks: inText(say.FEES_ON_TOP) },
  dealer_named: {
    field: null,
    breaks: ({ dealership }) => dealership?.name.trim() === "" || dealership?.phone.trim() === "",
  },
  licence_number: { field: null, breaks: ({ dealership }) => !dealership?.licenceNumber?.trim() },
  stock_number: { field: "stockNumber", breaks: ({ stockNumber }) => !stockNumber?.trim() },
  vin: { field: "vin", breaks: ({ vin }) => vin === null },

  prior_rental: revealsUse(say.WAS_RENTAL, "daily_rental"),
  prior_taxi: revealsUse(say.WAS_TAXI, "taxi"),
  prior_police: revealsUse(say.WAS_POLICE, "police"),
  prior_use_unsaid: { field: "earlierUse", breaks: ({ earlierUse }) => earlierUse === null },

  said_new: {
    field: "description",
    isForEverybody: true,
    breaks: ({ condition }, text) => condition !== "new" && say.NEW_CAR.test(text),
  },
  said_no_accident: {
    field: "description",
    isForEverybody: true,
    breaks: ({ accidents }, text) => accidents === "some" && say.NO_ACCIDENT.test(text),
  },
  said_clean_title: {
    field: "description",
    isForEverybody: true,
    breaks: ({ brand }, text) => isBranded(brand) && say.CLEAN_TITLE.test(text),
  },
  said_one_owner: {
    field: "description",
    isForEverybody: true,
    breaks: ({ owners }, text) => (owners ?? 0) > 1 && say.ONE_OWNER.test(text),
  },
  fewer_kilometres: {
    field: "description",
    isForEverybody: true,
    breaks: ({ odometerKm }, text) => readKm(text) < odometerKm * 0.9,
  },
  kilometres_unknown: {
    field: "odometerReading",
    breaks: ({ odometerReading }) => odometerReading === "unknown",
  },

  as_is_alone: {
    field: "description",
    breaks: (_ad, text) => say.AS_IS.test(text) && !say.AS_IS_STATEMENT.test(text),
  },
  as_is: { field: "description", breaks: inText(say.AS_IS) },
  not_certified: {
    field: "description",
    breaks: (_ad, text) => say.NOT_CERTIFIED.test(text) && !say.NOT_DRIVABLE.test(text),
  },
  not_inspected: {
    field: "description",
    breaks: (_ad, text) => say.NOT_INSPECTED.test(text) || say.AS_IS.test(text),
  },

  credit_details: {
    field: "description",
    breaks: (_ad, text) =>
      say.PAYMENT.test(text) || say.RATE.test(text) || say.NO_DOWN_PAYMENT.test(text),
  },
  urges_credit: { field: "description", breaks: inText(say.URGES_CREDIT) },
  credit_terms: {
    field: "description",
    breaks: (_ad, text) =>
      (say.PAYMENT.test(text) || say.RATE.test(text)) &&
      !(say.APR.test(text) && say.TERM.test(text)),
  },
  payment_prominent: { field: "description", breaks: inText(say.PAYMENT) },
  finance_price: {
    field: "description",
    breaks: (_ad, text) => say.FINANCE_PRICE.test(text) && !say.CASH_PRICE.test(text),
  },

  special_deduction: { field: "description", breaks: inText(say.SPECIAL_DEDUCTION) },
  reference_price: {
    field: "description",
    isForEverybody: true,
    breaks: inText(say.REFERENCE_PRICE),
  },
  market_price: { field: "description", breaks: inText(say.MARKET_PRICE) },
  savings: { field: "description", breaks: inText(say.SAVINGS) },
  higher_price: {
    field: "description",
    isForEverybody: true,
    breaks: ({ priceCad }, text) => (readPrice(text) ?? 0) > priceCad,
  },
  superlative: { field: "description", isForEverybody: true, breaks: inText(say.SUPERLATIVE) },
  comparison: { field: "description", breaks: inText(say.COMPARISON) },
  exaggeration: { field: "description", breaks: inText(say.EXAGGERATION) },
  warranty_claim: { field: "description", breaks: inText(say.WARRANTY_CLAIM) },
  performance_claim: { field: "description", breaks: inText(say.PERFORMANCE) },
  environment_claim: { field: "description", breaks: inText(say.ENVIRONMENT) },

  not_in_stock: { field: "description", breaks: inText(say.NOT_IN_STOCK) },
  wholesale_words: { field: "description", breaks: inText(say.WHOLESALE) },
  cost_price: { field: "description", breaks: inText(say.COST_PRICE) },
  drawn_car: { field: null, breaks: ({ photoCount }) => photoCount === 0 },
  contact_in_text: { field: "description", breaks: inText(say.CONTACT) },
} as const satisfies Record<string, Check>;

export type CheckName = keyof typeof CHECKS;

export const CHECK_NAMES = listKeys(CHECKS);

/** A check typed with all optional fields, for callers that look it up by name. */
export function findCheck(name: CheckName): Check {
  return CHECKS[name];
}

/** The kilometres that the text praises; Infinity if there are none. */
function readKm(text: string): number {
  const [, figures, unit] = say.ONLY_KM.exec(text) ?? [];
  if (figures === undefined) return Infinity;
  const km = Number(figures.replaceAll(/[ ,.]/gu, ""));
  const driven = unit === "k" ? km * 1000 : km;
  // "Only 5 km from the station" is not about the car.
  return driven < 1000 ? Infinity : driven;
}

function readPrice(text: string): number | null {
  const figures = say.STATED_PRICE.exec(text)?.[1];
  return figures === undefined ? null : Number(figures.replaceAll(/[ ,]/gu, ""));
}
