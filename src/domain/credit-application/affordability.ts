import { BUDGET_TERM_MONTHS } from "#domain/pricing/payment-estimate.ts";
import { type CreditBand, ILLUSTRATIVE_RATE_PERCENT } from "#values/credit-band.ts";
import { type DebtService, DEBT_SERVICE_BENCHMARKS, debtService } from "#values/debt-service.ts";
import { largestLoan, type LoanQuote, quoteLoan } from "#values/payment.ts";
import type { ProvinceCode } from "#values/province.ts";
import { estimateTax } from "#values/tax.ts";

type AffordabilityQuestion = {
  provinceCode: ProvinceCode;
  grossMonthlyCad: number;
  /** Rent or mortgage a month. */
  housingCad: number;
  creditBand: CreditBand;
  /** The illustrative rate of the band, unless another is given. */
  ratePercent?: number;
};

/** What a payment a month stands for; all that must be shown beside it (Ontario CPA s. 61). */
export type CarriedLoan = {
  quote: LoanQuote;
  /** Whole dollars. */
  principalCad: number;
  /** The highest price that the loan pays for with its taxes at a dealer, nothing down. */
  priceCad: number;
  service: DebtService;
};

export type Affordability =
  | {
      ok: true;
      creditBand: CreditBand;
      ratePercent: number;
      months: number;
      /** Within what lenders call comfortable; null where housing leaves no room for that. */
      comfortable: CarriedLoan | null;
      /** The most that their benchmarks let through. */
      most: CarriedLoan;
    }
  | {
      ok: false;
      /**
       * `none_in_quebec`: its Consumer Protection Act keeps terms of credit off our pages.
       * `nothing_left`: housing takes what a lender would leave for a car.
       */
      code: "none_in_quebec" | "no_income" | "nothing_left" | "above_legal_rate";
    };

/** Less a month is no loan that a lender writes. */
const SMALLEST_PAYMENT_CAD = 50;

/**
 * What somebody's income carries, by lenders' benchmarks, as a range: an estimate of ours, which binds
 * no lender. Debts other than housing are not asked for and not known: the credit file has them.
 */
export function estimateAffordability(question: AffordabilityQuestion): Affordability {
  const { provinceCode, grossMonthlyCad, creditBand } = question;
  const ratePercent = question.ratePercent ?? ILLUSTRATIVE_RATE_PERCENT[creditBand];
  if (provinceCode === "QC") return { ok: false, code: "none_in_quebec" };
  if (!(grossMonthlyCad > 0)) return { ok: false, code: "no_income" };
  const carry = (level: "comfortable" | "limit") => {
    const paymentCad = findPayment(question, level);
    return paymentCad < SMALLEST_PAYMENT_CAD
      ? "nothing_left"
      : carryLoan(question, { paymentCad, ratePercent });
  };
  const most = carry("limit");
  if (typeof most === "string") return { ok: false, code: most };
  const comfortable = carry("comfortable");
  return {
    ok: true,
    creditBand,
    ratePercent,
    months: BUDGET_TERM_MONTHS,
    comfortable: typeof comfortable === "string" ? null : comfortable,
    most,
  };
}

/** The payment a month at which both benchmarks still hold, in whole dollars; below 0 where none does. */
export function findPayment(
  { grossMonthlyCad, housingCad }: Pick<AffordabilityQuestion, "grossMonthlyCad" | "housingCad">,
  level: "comfortable" | "limit",
): number {
  const { paymentRatio, debtRatio } = DEBT_SERVICE_BENCHMARKS;
  const ofIncome = paymentRatio[level] * grossMonthlyCad;
  const besideHousing = debtRatio[level] * grossMonthlyCad - housingCad;
  return Math.floor(Math.min(ofIncome, besideHousing));
}

function carryLoan(
  { provinceCode, grossMonthlyCad, housingCad }: AffordabilityQuestion,
  { paymentCad, ratePercent }: { paymentCad: number; ratePercent: number },
): CarriedLoan | "above_legal_rate" | "nothing_left" {
  const terms = { ratePercent, months: BUDGET_TERM_MONTHS, frequency: "monthly" } as const;
  const loan = largestLoan({ ...terms, paymentCad });
  if (!loan.ok) return loan.code === "above_criminal_rate" ? "above_legal_rate" : "nothing_left";
  const principalCad = Math.floor(loan.principalCad);
  const quote = quoteLoan({ ...terms, principalCad });
  if (!quote.ok) return quote.code === "above_criminal_rate" ? "above_legal_rate" : "nothing_left";
  const service = debtService({
    grossIncomeCad: grossMonthlyCad,
    housingCad,
    debtsCad: 0,
    newPaymentCad: quote.paymentCad,
  });
  if (!service.ok) return "nothing_left";
  return { quote, principalCad, priceCad: findPrice(principalCad, provinceCode), service };
}

/** By halving: taxes rise with the price, in some provinces by steps. */
function findPrice(principalCad: number, province: ProvinceCode): number {
  const withTax = (priceCad: number) => {
    const tax = estimateTax({ province, seller: "dealer", priceCad });
    return tax.ok ? tax.totalCad : priceCad;
  };
  let within = 0;
  let above = principalCad + 1;
  while (above - within > 1) {
    const middle = Math.floor((within + above) / 2);
    if (withTax(middle) <= principalCad) within = middle;
    else above = middle;
  }
  return within;
}
