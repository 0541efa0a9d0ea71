import { type Budget, monthlyRange } from "#values/budget.ts";
import { type CreditBand, ILLUSTRATIVE_RATE_PERCENT } from "#values/credit-band.ts";
import { DEBT_SERVICE_BENCHMARKS } from "#values/debt-service.ts";
import { type LoanChoice, USUAL_LOAN } from "#values/loan-choice.ts";
import { largestLoan, quoteLoan } from "#values/payment.ts";
import type { ProvinceCode } from "#values/province.ts";
import { estimateTax } from "#values/tax.ts";
import { DEFAULT_PAYMENT_TERMS, findBudgetTerms, type PaymentTerms } from "./payment-estimate.ts";

/** What a person told us that their rate and their payments depend on. */
export type CreditFacts = {
  /** `none`: they have none, are unsure, or were not asked. */
  creditBand: CreditBand;
  provinceCode: ProvinceCode;
  /** What they would like to pay; null where nobody asked. */
  budget: Budget | null;
  /** Before taxes, a month; null while it is not known. */
  incomeCad: number | null;
  /** Rent or mortgage a month; null while it is not known. */
  housingCad: number | null;
  /** What they put down, and over how long: the usual until they choose. */
  loan: LoanChoice;
};

/** A payment a month, in whole dollars, and what it pays for beside what is put down. */
export type AffordablePayment = {
  paymentCad: number;
  /** What is borrowed, in whole dollars. */
  principalCad: number;
  /** The highest price that both pay for with its taxes at a dealer, in whole dollars. */
  priceCad: number;
};

/**
 * What one person's credit and income carry: the one estimate that every page reads. It holds no
 * income, and binds no lender. In Quebec it is searched by and never shown.
 */
export type CreditEstimate = {
  creditBand: CreditBand;
  provinceCode: ProvinceCode;
  budget: Budget | null;
  ratePercent: number;
  loan: LoanChoice;
  /** What they named, and no more than lenders call comfortable; null where neither says an end. */
  comfortable: AffordablePayment | null;
  /** What lenders' benchmarks let through at most; null while the income is not known. */
  highest: AffordablePayment | null;
};

/** Less a month is no loan that a lender writes: it counts as nothing. */
const SMALLEST_PAYMENT_CAD = 50;

const NOTHING: AffordablePayment = { paymentCad: 0, principalCad: 0, priceCad: 0 };

/**
 * The estimate for what is known of a person: their band's rate, over the term that they chose. A
 * payment of 0 says that housing leaves no room for one.
 */
export function estimateCredit(facts: CreditFacts): CreditEstimate {
  const { creditBand, provinceCode, budget, loan } = facts;
  const toAffordable = (paymentCad: number | null) =>
    paymentCad === null ? null : computeAffordablePayment(paymentCad, facts);
  return {
    creditBand,
    provinceCode,
    budget,
    ratePercent: ILLUSTRATIVE_RATE_PERCENT[creditBand],
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
 * The payment a month at which both benchmarks still hold, in whole dollars: 0 where none does, null
 * without an income. Debts other than housing are not asked for and not known.
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
  const ratePercent = ILLUSTRATIVE_RATE_PERCENT[creditBand];
  const loan = largestLoan({ ratePercent, months, frequency: "monthly", paymentCad });
  if (!loan.ok) return NOTHING;
  const principalCad = Math.floor(loan.principalCad);
  const priceCad = findPrice(principalCad + Math.floor(downCad), provinceCode);
  return { paymentCad, principalCad, priceCad };
}

/** By halving: taxes rise with the price, in some provinces by steps. */
function findPrice(mostCad: number, province: ProvinceCode): number {
  const withTax = (priceCad: number) => {
    const tax = estimateTax({ province, seller: "dealer", priceCad });
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
 * The payment a month that cars are looked for by: the comfortable one, and where housing leaves no
 * room for that the highest; null where there is no end.
 */
export function findSearchedPayment({ comfortable, highest }: CreditEstimate): number | null {
  return (comfortable?.paymentCad || highest?.paymentCad) ?? null;
}

/** How somebody wants payments said; the questions of forms keep their own unit. */
export const SHOWN_FREQUENCIES = ["monthly", "biweekly"] as const;
export type ShownFrequency = (typeof SHOWN_FREQUENCIES)[number];

export function isShownFrequency(value: unknown): value is ShownFrequency {
  return SHOWN_FREQUENCIES.some((frequency) => frequency === value);
}

/**
 * What every payment stands on for this person. Until they choose how often, it is said by the month
 * to who named a budget or an income, which are said by the month too.
 */
export function findPaymentTerms(
  estimate: CreditEstimate | null,
  frequency: ShownFrequency | null,
  /** Of whoever has no estimate. */
  loan: LoanChoice = USUAL_LOAN,
): PaymentTerms {
  if (!estimate)
    return {
      ...DEFAULT_PAYMENT_TERMS,
      ...loan,
      frequency: frequency ?? DEFAULT_PAYMENT_TERMS.frequency,
    };
  const { creditBand, provinceCode } = estimate;
  const terms = findBudgetTerms(creditBand, provinceCode, estimate.loan);
  return { ...terms, frequency: frequency ?? "monthly" };
}

/**
 * A payment a month as it is said to this person: every two weeks it is what the same loan costs. In
 * whole dollars, rounded up as cards do.
 */
export function convertPayment(paymentCad: number, terms: PaymentTerms): number {
  if (terms.frequency === "monthly") return paymentCad;
  const loan = largestLoan({ ...terms, frequency: "monthly", paymentCad });
  const quote = loan.ok && quoteLoan({ ...terms, principalCad: Math.floor(loan.principalCad) });
  return quote && quote.ok ? Math.ceil(quote.paymentCad) : 0;
}

/** What moved an estimate, from what to what: an annual rate in percent, or whole dollars a month. */
export type EstimateChange =
  | { what: "rate"; from: number; to: number }
  | { what: "comfortable"; by: "budget" | "income" | "housing"; from: number; to: number };

/** What was said of somebody before; null: no end of their payment was known. */
export type PreviousEstimate = { ratePercent: number; comfortableCad: number | null };

/**
 * How what is known now moved what was said before, most weighty first. Each is laid to the fact that
 * the new figure hangs on: the budget that was named, the income, or housing beside it.
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
