import { z } from "zod";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import { CREDIT_BANDS, type CreditBand } from "#values/credit-band.ts";
import { LOAN_MONTHS } from "#values/loan-choice.ts";
import { readNumber } from "#values/number-reading.ts";
import { PAYMENT_FREQUENCIES, quoteLoan } from "#values/payment.ts";

/** The setting of each credit band's rate. */
export const RATE_OF_BAND = {
  excellent: "rateExcellent",
  very_good: "rateVeryGood",
  good: "rateGood",
  fair: "rateFair",
  poor: "ratePoor",
  none: "rateNone",
} as const satisfies Record<CreditBand, string>;

export const RATE_NAMES = CREDIT_BANDS.map((band) => RATE_OF_BAND[band]);

const EXAMPLE_LOAN_CAD = 20_000;

/**
 * A rate with which the site may compute payments: no loan that it offers to estimate may cost more
 * than the criminal rate as APR. Its payments contain no fees, so the APR is the rate itself.
 */
const ratePercent = z
  .number()
  .min(0)
  .multipleOf(0.01)
  .refine((rate) =>
    LOAN_MONTHS.every((months) =>
      PAYMENT_FREQUENCIES.every(
        (frequency) =>
          quoteLoan({ principalCad: EXAMPLE_LOAN_CAD, ratePercent: rate, months, frequency }).ok,
      ),
    ),
  );

const rate = (band: CreditBand) =>
  ({
    group: "rates",
    stored: ratePercent,
    byDefault: DEFAULT_FACTS.ratePercent[band],
    shownOn: ["payments"],
  }) as const;

/** The annual rates for estimates, by credit band. */
export const RATE_SETTINGS = {
  rateExcellent: rate("excellent"),
  rateVeryGood: rate("very_good"),
  rateGood: rate("good"),
  rateFair: rate("fair"),
  ratePoor: rate("poor"),
  rateNone: rate("none"),
} as const;

/** "6,5 %" and "6.5" are the same; what is no number stays as it was typed. */
export function readRate(typed: string): number | string {
  const reading = readNumber(typed.replace(/\s*%\s*$/u, ""));
  return reading.ok ? reading.value : typed;
}
