import { provinceName, type ProvinceCode } from "#values/province.ts";
import type { Locale } from "#values/locale.ts";
import type { CheckName } from "./checks.ts";
import { findSource, LAWS, type LawName, type Source, type SourceName } from "./sources.ts";

/**
 * `must`: a dealership's ad cannot go live while it breaks the rule, so a finding of its check is
 * certain. `advice`: the law covers it, but the text only hints at a breach. `to_be_checked`: the
 * exact content of the law is not known yet, so it is advice at most.
 */
export const SEVERITIES = ["must", "advice", "to_be_checked"] as const;
export type Severity = (typeof SEVERITIES)[number];

export type AdRule = {
  id: string;
  /** `CA`: all of Canada. */
  where: ProvinceCode | "CA";
  law: LawName;
  /** "74.01(1.1)"; null if its source names none. */
  paragraph: string | null;
  source: SourceName;
  severity: Severity;
  check: CheckName;
};

/** One row per rule. None is invented: each was read at its source, or is to be checked. */
// oxfmt-ignore
export const AD_RULES: readonly AdRule[] = [
  { id: "ca-drip-pricing", where: "CA", law: "competition", paragraph: "74.01(1.1)", source: "competition", severity: "must", check: "all_in_price" },
  { id: "ca-fees-on-top", where: "CA", law: "competition", paragraph: "74.01(1.1)", source: "competition", severity: "must", check: "fees_on_top" },
  { id: "ca-accidents", where: "CA", law: "competition", paragraph: "74.01(1)(a)", source: "competition", severity: "must", check: "said_no_accident" },
  { id: "ca-title", where: "CA", law: "competition", paragraph: "74.01(1)(a)", source: "competition", severity: "must", check: "said_clean_title" },
  { id: "ca-owners", where: "CA", law: "competition", paragraph: "74.01(1)(a)", source: "competition", severity: "must", check: "said_one_owner" },
  { id: "ca-new", where: "CA", law: "competition", paragraph: "74.01(1)(a)", source: "competition", severity: "must", check: "said_new" },
  { id: "ca-kilometres", where: "CA", law: "competition", paragraph: "74.01(1)(a)", source: "competition", severity: "advice", check: "fewer_kilometres" },
  { id: "ca-superlative", where: "CA", law: "competition", paragraph: "74.01(1)(a)", source: "competition", severity: "advice", check: "superlative" },
  { id: "ca-performance", where: "CA", law: "competition", paragraph: "74.01(1)(b)", source: "competition", severity: "advice", check: "performance_claim" },
  { id: "ca-environment", where: "CA", law: "competition", paragraph: "74.01(1)(b.1)", source: "competition", severity: "advice", check: "environment_claim" },
  { id: "ca-warranty", where: "CA", law: "competition", paragraph: "74.01(1)(c)", source: "competition", severity: "advice", check: "warranty_claim" },
  { id: "ca-market-price", where: "CA", law: "competition", paragraph: "74.01(2)", source: "competition", severity: "advice", check: "market_price" },
  { id: "ca-was-now", where: "CA", law: "competition", paragraph: "74.01(3)", source: "competition", severity: "advice", check: "reference_price" },
  { id: "ca-higher-price", where: "CA", law: "competition", paragraph: "74.05(1)", source: "competition_price", severity: "advice", check: "higher_price" },

  { id: "on-dealer-named", where: "ON", law: "on_dealers", paragraph: "36", source: "on_reminder", severity: "must", check: "dealer_named" },
  { id: "on-all-in-price", where: "ON", law: "on_dealers", paragraph: "36", source: "on_all_in", severity: "must", check: "all_in_price" },
  { id: "on-fees-on-top", where: "ON", law: "on_dealers", paragraph: "36", source: "on_all_in", severity: "must", check: "fees_on_top" },
  { id: "on-daily-rental", where: "ON", law: "on_dealers", paragraph: "36", source: "on_blog", severity: "must", check: "prior_rental" },
  { id: "on-taxi", where: "ON", law: "on_dealers", paragraph: "36", source: "on_blog", severity: "must", check: "prior_taxi" },
  { id: "on-police", where: "ON", law: "on_dealers", paragraph: "36", source: "on_blog", severity: "must", check: "prior_police" },
  { id: "on-prior-use", where: "ON", law: "on_dealers", paragraph: "36", source: "on_blog", severity: "advice", check: "prior_use_unsaid" },
  { id: "on-used", where: "ON", law: "on_dealers", paragraph: "36", source: "on_blog", severity: "must", check: "said_new" },
  { id: "on-as-is", where: "ON", law: "on_omvic", paragraph: null, source: "on_blog", severity: "must", check: "as_is_alone" },
  { id: "on-not-certified", where: "ON", law: "on_omvic", paragraph: null, source: "on_blog", severity: "to_be_checked", check: "not_certified" },
  { id: "on-finance-price", where: "ON", law: "on_omvic", paragraph: null, source: "on_all_in", severity: "to_be_checked", check: "finance_price" },
  { id: "on-credit-terms", where: "ON", law: "on_consumer", paragraph: null, source: "on_consumer", severity: "to_be_checked", check: "credit_terms" },
  { id: "on-registration", where: "ON", law: "on_dealers", paragraph: "36", source: "on_law", severity: "to_be_checked", check: "licence_number" },

  { id: "ab-all-in-price", where: "AB", law: "ab_business", paragraph: "11(2)(l)", source: "ab_all_in", severity: "must", check: "all_in_price" },
  { id: "ab-fees-on-top", where: "AB", law: "ab_business", paragraph: "11(2)(l)", source: "ab_all_in", severity: "must", check: "fees_on_top" },
  { id: "ab-stock-number", where: "AB", law: "ab_business", paragraph: "11(2)(m)", source: "ab_stock", severity: "must", check: "stock_number" },
  { id: "ab-licensed", where: "AB", law: "ab_business", paragraph: "11", source: "ab_all_in", severity: "must", check: "licence_number" },
  { id: "ab-in-stock", where: "AB", law: "ab_business", paragraph: "11(2)(m)", source: "ab_stock", severity: "advice", check: "not_in_stock" },
  { id: "ab-untrue", where: "AB", law: "ab_business", paragraph: "12(a)", source: "ab_conduct", severity: "must", check: "said_no_accident" },
  { id: "ab-comparison", where: "AB", law: "ab_business", paragraph: "12(b)", source: "ab_conduct", severity: "advice", check: "comparison" },
  { id: "ab-savings", where: "AB", law: "ab_business", paragraph: "12(f)", source: "ab_conduct", severity: "advice", check: "savings" },
  { id: "ab-exaggeration", where: "AB", law: "ab_consumer", paragraph: "6(2)(c)", source: "ab_unfair", severity: "advice", check: "exaggeration" },
  { id: "ab-credit-terms", where: "AB", law: "ab_credit", paragraph: null, source: "ab_credit", severity: "to_be_checked", check: "credit_terms" },

  { id: "bc-dealer-number", where: "BC", law: "bc_vsa", paragraph: null, source: "bc_bulletin", severity: "must", check: "licence_number" },
  { id: "bc-stock-number", where: "BC", law: "bc_vsa", paragraph: null, source: "bc_bulletin", severity: "must", check: "stock_number" },
  { id: "bc-vin", where: "BC", law: "bc_vsa", paragraph: null, source: "bc_bulletin", severity: "to_be_checked", check: "vin" },
  { id: "bc-total-price", where: "BC", law: "bc_vsa", paragraph: null, source: "bc_bulletin", severity: "must", check: "all_in_price" },
  { id: "bc-finance-price", where: "BC", law: "bc_consumer", paragraph: "60", source: "bc_bulletin", severity: "advice", check: "finance_price" },
  { id: "bc-new", where: "BC", law: "bc_consumer", paragraph: "4(3)(a)(iii)", source: "bc_unfair", severity: "must", check: "said_new" },
  { id: "bc-history", where: "BC", law: "bc_consumer", paragraph: "4(3)(a)(iii)", source: "bc_unfair", severity: "must", check: "said_no_accident" },

  { id: "sk-as-is", where: "SK", law: "sk_as_is", paragraph: null, source: "sk_as_is", severity: "advice", check: "as_is" },
  { id: "sk-new", where: "SK", law: "sk_unfair", paragraph: null, source: "sk_unfair", severity: "must", check: "said_new" },
  { id: "sk-history", where: "SK", law: "sk_unfair", paragraph: null, source: "sk_unfair", severity: "must", check: "said_no_accident" },
  { id: "sk-kilometres", where: "SK", law: "sk_unfair", paragraph: null, source: "sk_unfair", severity: "advice", check: "fewer_kilometres" },
  { id: "sk-savings", where: "SK", law: "sk_unfair", paragraph: null, source: "sk_unfair", severity: "advice", check: "savings" },

  { id: "mb-all-in-price", where: "MB", law: "mb_consumer", paragraph: null, source: "mb_ads", severity: "must", check: "all_in_price" },
  { id: "mb-fees-on-top", where: "MB", law: "mb_consumer", paragraph: null, source: "mb_ads", severity: "must", check: "fees_on_top" },
  { id: "mb-used", where: "MB", law: "mb_consumer", paragraph: null, source: "mb_bulletin", severity: "must", check: "said_new" },
  { id: "mb-special-deduction", where: "MB", law: "mb_consumer", paragraph: null, source: "mb_ads", severity: "advice", check: "special_deduction" },
  { id: "mb-payments", where: "MB", law: "mb_consumer", paragraph: null, source: "mb_ads", severity: "advice", check: "payment_prominent" },
  { id: "mb-photographs", where: "MB", law: "mb_consumer", paragraph: null, source: "mb_ads", severity: "advice", check: "drawn_car" },
  { id: "mb-in-stock", where: "MB", law: "mb_consumer", paragraph: null, source: "mb_ads", severity: "advice", check: "not_in_stock" },

  { id: "qc-all-in-price", where: "QC", law: "qc_merchants", paragraph: "(2)", source: "qc_merchants", severity: "must", check: "all_in_price" },
  { id: "qc-fees-on-top", where: "QC", law: "qc_consumer", paragraph: "224(c)", source: "qc_price", severity: "must", check: "fees_on_top" },
  { id: "qc-kilometres", where: "QC", law: "qc_merchants", paragraph: "(3)", source: "qc_merchants", severity: "must", check: "kilometres_unknown" },
  { id: "qc-in-stock", where: "QC", law: "qc_merchants", paragraph: "(1)", source: "qc_merchants", severity: "advice", check: "not_in_stock" },
  { id: "qc-credit-details", where: "QC", law: "qc_consumer", paragraph: "244", source: "qc_credit", severity: "must", check: "credit_details" },
  { id: "qc-credit-urged", where: "QC", law: "qc_consumer", paragraph: "245", source: "qc_credit_urge", severity: "advice", check: "urges_credit" },
  { id: "qc-prior-use", where: "QC", law: "qc_consumer", paragraph: "156(d)", source: "qc_label", severity: "advice", check: "prior_use_unsaid" },
  { id: "qc-wholesale-words", where: "QC", law: "qc_opc", paragraph: null, source: "qc_forbidden", severity: "advice", check: "wholesale_words" },
  { id: "qc-cost-price", where: "QC", law: "qc_consumer", paragraph: "224(a.1)", source: "qc_price", severity: "advice", check: "cost_price" },
  { id: "qc-reduction", where: "QC", law: "qc_consumer", paragraph: "225", source: "qc_reduction", severity: "advice", check: "reference_price" },
  { id: "qc-illustration", where: "QC", law: "qc_opc", paragraph: null, source: "qc_forbidden", severity: "advice", check: "drawn_car" },
  { id: "qc-new", where: "QC", law: "qc_consumer", paragraph: "221(e)", source: "qc_practices", severity: "must", check: "said_new" },
  { id: "qc-history", where: "QC", law: "qc_consumer", paragraph: "219", source: "qc_practices", severity: "must", check: "said_no_accident" },
  { id: "qc-licence", where: "QC", law: "qc_opc", paragraph: null, source: "qc_licence", severity: "to_be_checked", check: "licence_number" },

  { id: "nb-credit-terms", where: "NB", law: "nb_credit", paragraph: "30(2)", source: "nb_credit", severity: "advice", check: "credit_terms" },
  { id: "ns-credit-terms", where: "NS", law: "ns_consumer", paragraph: null, source: "ns_rights", severity: "to_be_checked", check: "credit_terms" },
  { id: "pe-through-dealership", where: "PE", law: "pe_dealers", paragraph: null, source: "pe_dealers", severity: "advice", check: "contact_in_text" },
  { id: "pe-inspected", where: "PE", law: "pe_dealers", paragraph: null, source: "pe_dealers", severity: "advice", check: "not_inspected" },
  { id: "nl-inspected", where: "NL", law: "nl_dealers", paragraph: null, source: "nl_dealers", severity: "advice", check: "not_inspected" },
  { id: "nl-credit-terms", where: "NL", law: "nl_consumer", paragraph: null, source: "nl_consumer", severity: "to_be_checked", check: "credit_terms" },
];

/** "Competition Act, s. 74.01(1.1)", « Loi sur la concurrence, art. 74.01(1.1) ». */
export function citeRule({ law, paragraph }: AdRule, locale: Locale): string {
  const name = LAWS[law][locale];
  if (paragraph === null) return name;
  // The paragraph of a schedule, which has no sections.
  if (paragraph.startsWith("(")) return `${name}, ${paragraph}`;
  return locale === "fr" ? `${name}, art. ${paragraph}` : `${name}, s. ${paragraph}`;
}

export function sourceOfRule({ source }: AdRule): Source {
  return findSource(source);
}

/** "Ontario"; "Canada" if the rule is valid everywhere. */
export function jurisdictionOf({ where }: AdRule, locale: Locale): string {
  return where === "CA" ? "Canada" : provinceName(where, locale);
}
