import type { Locale } from "#values/locale.ts";
import type { ProvinceCode } from "#values/province.ts";

/** To whom a payment would be shown. */
export type PaymentViewer = {
  /** As they told us, in a form or beside a payment; null: not known. */
  provinceCode: ProvinceCode | null;
  locale: Locale;
};

export type PaymentRestriction =
  /** The car or its reader is there. */
  | "quebec"
  /** They read in French and may be in Quebec: a payment is shown once they say that they are not. */
  | "province_unknown";

/**
 * Why this reader is shown no payment, no rate and no invitation to buy on credit beside a car; null
 * where they may be. The one place that decides it (docs/decisions/0050). Quebec's Consumer
 * Protection Act lets an advertisement for goods say that credit is available, and no more of it
 * (s. 244), and one for credit show no goods (s. 245).
 * @param car null: whichever it is
 */
export function findPaymentRestriction(
  { provinceCode, locale }: PaymentViewer,
  car: { provinceCode: ProvinceCode } | null,
): PaymentRestriction | null {
  if (provinceCode === "QC" || car?.provinceCode === "QC") return "quebec";
  return provinceCode === null && locale === "fr" ? "province_unknown" : null;
}
