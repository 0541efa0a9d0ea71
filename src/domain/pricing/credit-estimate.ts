import { type Budget, monthlyRange } from "#values/budget.ts";
import { site } from "#site/site.ts";
import type { CreditBand } from "#values/credit-band.ts";
import { DEBT_SERVICE_BENCHMARKS } from "#values/debt-service.ts";
import { type LoanChoice, USUAL_LOAN } from "#values/loan-choice.ts";
import { largestLoan, quoteLoan } from "#values/payment.ts";
import type { ProvinceCode } from "#values/province.ts";
import { estimateTax } from "#values/tax.ts";
import { defaultPaymentTerms, findBudgetTerms, type PaymentTerms } from "./payment-estimate.ts";

/** The facts, given by a person, that determine their rate and payments. */
export type CreditFacts = {
  /** `none`: no credit history, unsure, or not asked. */
  creditBand: CreditBand;
  provinceCode: ProvinceCode;
  /** The payment that they named; null if they were not asked. */
  budget: Budget | null;
  /** Before taxes, a month; null while it is not known. */
  incomeCad: number | null;
  /** Rent or mortgage a month; null while it is not known. */
  housingCad: number | null;
  /** Down payment and term; the defaults until they choose. */
  loan: LoanChoice;
};

/** A monthly payment in whole dollars, and what it can buy together with the down payment. */
export type AffordablePayment = {
  paymentCad: number;
  /** What is borrowed, in whole dollars. */
  principalCad: number;
  /**
   * The highest dealer price, before taxes, that the loan and the down payment cover with taxes.
   * Whole dollars.
   */
  priceCad: number;
};

/**
 * What one person can afford with their credit and income. Every page uses this one estimate. It
 * does not contain the income, and is not an offer of a lender. In Quebec it is used in searches
 * but never shown.
 */
export type CreditEstimate = {
  creditBand: CreditBand;
  provinceCode: ProvinceCode;
  budget: Budget | null;
  ratePercent: number;
  loan: LoanChoice;
  /**
   * The payment that they named, but no more than lenders call comfortable; null if neither is
   * known.
   */
  comfortable: AffordablePayment | null;
  /** The highest payment within lenders' benchmarks; null while the income is not known. */
  highest: AffordablePayment | null;
};

/** Lenders give no loan with a smaller monthly payment, so it counts as 0. */
const SMALLEST_PAYMENT_CAD = 50;

const NOTHING: AffordablePayment = { paymentCad: 0, principalCad: 0, priceCad: 0 };

/**
 * The estimate from what is known of a person: their credit band's rate, over the term that they
 * chose. A payment of 0 means that nothing is left after housing.
 */
export function estimateCredit(facts: CreditFacts): CreditEstimate {
  const { creditBand, provinceCode, budget, loan } = facts;
  const toAffordable = (paymentCad: number | null) =>
    paymentCad === null ? null : computeAffordablePayment(paymentCad, facts);
  return {
    creditBand,
    provinceCode,
    budget,
    ratePercent: site.ratePercent[creditBand],
    loan,
    comfortable: toAffordable(findComfortable(facts)),
    highest: toAffordable(findMaxPayment(facts, "limit")),
  };
}

function findComfortable(facts: CreditFacts): number | null {
  const named = facts.budget && monthlyRange(facts.budget).maxCad;
  const affordableCad = findMaxPayment(facts, "comfortable");
  return named === null || affordableCad === null
    ? (named ?? affordableCad)
    : Math.min(named, affordableCad);
}

/**
 * The highest monthly payment within both benchmarks, in whole dollars: 0 if there is none, null
 * without an income. Debts other than housing are not known.
 */
export function findMaxPayment(
  { incomeCad, housingCad }: Pick<CreditFacts, "incomeCad" | "housingCad">,
  level: "comfortable" | "limit",
): number | null {
  if (incomeCad === null || !(incomeCad > 0)) return null;
  const { paymentRatio, debtRatio } = DEBT_SERVICE_BENCHMARKS;
  const incomeLimitCad = paymentRatio[level] * incomeCad;
  const debtLimitCad = debtRatio[level] * incomeCad - (housingCad ?? 0);
  const paymentCad = Math.floor(Math.min(incomeLimitCad, debtLimitCad));
  return paymentCad < SMALLEST_PAYMENT_CAD ? 0 : paymentCad;
}

function computeAffordablePayment(
  paymentCad: number,
  { creditBand, provinceCode, loan: { downCad, months } }: CreditFacts,
): AffordablePayment {
  const ratePercent = site.ratePercent[creditBand];
  const loan = largestLoan({ ratePercent, months, frequency: "monthly", paymentCad });
  if (!loan.ok) return NOTHING;
  const principalCad = Math.floor(loan.principalCad);
  const priceCad = findPrice(principalCad + Math.floor(downCad), provinceCode);
  return { paymentCad, principalCad, priceCad };
}

/** A binary search, because taxes rise with the price, in some provinces in steps. */
function findPrice(mostCad: number, province: ProvinceCode): number {
  const withTax = (priceCad: number) => {
    const tax = estimateTax({ province, seller: "dealer", priceCad }, site.taxChanges);
    return tax.ok ? tax.totalCad : priceCad;
  };
  let affordableCad = 0;
  let tooHighCad = mostCad + 1;
  while (tooHighCad - affordableCad > 1) {
    const middle = Math.floor((affordableCad + tooHighCad) / 2);
    if (withTax(middle) <= mostCad) affordableCad = middle;
    else tooHighCad = middle;
  }
  return affordableCad;
}

/**
 * The monthly payment used to search cars: the comfortable one or, if housing leaves nothing for
 * it, the highest one; null if there is no limit.
 */
export function findSearchedPayment({ comfortable, highest }: CreditEstimate): number | null {
  return (comfortable?.paymentCad || highest?.paymentCad) ?? null;
}

/** How often payments are shown to a person; form questions have their own unit. */
export const SHOWN_FREQUENCIES = ["monthly", "biweekly"] as const;
export type ShownFrequency = (typeof SHOWN_FREQUENCIES)[number];

export function isShownFrequency(value: unknown): value is ShownFrequency {
  return SHOWN_FREQUENCIES.some((frequency) => frequency === value);
}

/**
 * The terms of every payment shown to this person. Until they choose a frequency, payments are
 * monthly if they named a budget or an income, because those are monthly too.
 */
export function findPaymentTerms(
  estimate: CreditEstimate | null,
  frequency: ShownFrequency | null,
  /** The loan for a person without an estimate. */
  loan: LoanChoice = USUAL_LOAN,
): PaymentTerms {
  if (!estimate) {
    const usual = defaultPaymentTerms();
    return { ...usual, ...loan, frequency: frequency ?? usual.frequency };
  }
  const { creditBand, provinceCode } = estimate;
  const terms = findBudgetTerms(creditBand, provinceCode, estimate.loan);
  return { ...terms, frequency: frequency ?? "monthly" };
}

/**
 * Converts a monthly payment to the person's frequency: biweekly is what the same loan costs. In
 * whole dollars, rounded up as on cards.
 */
export function convertPayment(paymentCad: number, terms: PaymentTerms): number {
  if (terms.frequency === "monthly") return paymentCad;
  const loan = largestLoan({ ...terms, frequency: "monthly", paymentCad });
  const quote = loan.ok && quoteLoan({ ...terms, principalCad: Math.floor(loan.principalCad) });
  return quote && quote.ok ? Math.ceil(quote.paymentCad) : 0;
}

/** A change of an estimate: an annual rate in percent, or whole dollars a month. */
export type EstimateChange =
  | { what: "rate"; from: number; to: number }
  | { what: "comfortable"; by: "budget" | "income" | "housing"; from: number; to: number };

/** The previous estimate of a person; null: the payment had no known limit. */
export type PreviousEstimate = { ratePercent: number; comfortableCad: number | null };

/**
 * The changes since the previous estimate, the most important first. Each has its cause: the named
 * budget, the income, or the cost of housing.
 */
export function findEstimateChanges(
  before: PreviousEstimate,
  facts: CreditFacts,
): EstimateChange[] {
  const { ratePercent, comfortable } = estimateCredit(facts);
  const changes: EstimateChange[] = [];
  if (before.ratePercent !== ratePercent)
    changes.push({ what: "rate", from: before.ratePercent, to: ratePercent });
  const [from, to] = [before.comfortableCad, comfortable?.paymentCad ?? null];
  if (from !== null && to !== null && from !== to)
    changes.push({ what: "comfortable", by: findCause(facts, to), from, to });
  return changes;
}

function findCause(facts: CreditFacts, comfortableCad: number): "budget" | "income" | "housing" {
  if (facts.budget && monthlyRange(facts.budget).maxCad === comfortableCad) return "budget";
  const withoutHousing = findMaxPayment({ ...facts, housingCad: 0 }, "comfortable");
  return withoutHousing === comfortableCad ? "income" : "housing";
}
