import type { Locale } from "#values/locale.ts";
import type { ProvinceCode } from "#values/province.ts";

/** The person to whom a payment would be shown. */
export type PaymentViewer = {
  /** The province that they told us, in a form or beside a payment; null: not known. */
  provinceCode: ProvinceCode | null;
  locale: Locale;
};

export type PaymentRestriction =
  /** The car or the viewer is in Quebec. */
  | "quebec"
  /**
   * They read in French and may be in Quebec. A payment is shown after they say that they are not.
   */
  | "province_unknown";

/**
 * Why this viewer may be shown no payment, rate or invitation to buy on credit beside a car; null
 * if they may. Only this function decides it (docs/decisions/0050). Quebec's Consumer Protection
 * Act: an advertisement for goods may say that credit is available, and nothing more about it (s.
 * 244); one for credit may not show goods (s. 245).
 * @param car null: no particular car
 */
export function findPaymentRestriction(
  { provinceCode, locale }: PaymentViewer,
  car: { provinceCode: ProvinceCode } | null,
): PaymentRestriction | null {
  if (provinceCode === "QC" || car?.provinceCode === "QC") return "quebec";
  return provinceCode === null && locale === "fr" ? "province_unknown" : null;
}
