import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { CreditEstimate, ShownFrequency } from "#domain/pricing/credit-estimate.ts";
import { type LoanChoice, USUAL_LOAN } from "#values/loan-choice.ts";
import type { ProvinceCode } from "#values/province.ts";

/** The person's estimate and payment frequency; null: no estimate, and not chosen. */
export type Payments = {
  estimate: CreditEstimate | null;
  frequency: ShownFrequency | null;
  /** Of the estimate, else as chosen beside a payment; null: not known. */
  provinceCode: ProvinceCode | null;
  /** Of the estimate, else as chosen on a listing. */
  loan: LoanChoice;
};

/** In a file of its own: every page loads it, but not the tax tables. */
export const PaymentsContext = createContext<Payments>({
  estimate: null,
  frequency: null,
  provinceCode: null,
  loan: USUAL_LOAN,
});

/** Computes every payment inside for this person, at their frequency. */
export function PaymentsProvider({ of, children }: { of: Payments; children: ReactNode }) {
  const { estimate, frequency, provinceCode, loan } = of;
  const value = useMemo(
    () => ({ estimate, frequency, provinceCode, loan }),
    [estimate, frequency, provinceCode, loan],
  );
  return <PaymentsContext value={value}>{children}</PaymentsContext>;
}

type ChooseLoan = (loan: LoanChoice) => void;

const ChooseLoanContext = createContext<ChooseLoan>(() => {});

/**
 * Changes the loan of every payment on this page, until the next page brings the remembered one.
 */
export function useChooseLoan(): ChooseLoan {
  return useContext(ChooseLoanContext);
}

/** The payments of the viewer, around every page. */
export function OwnPaymentsProvider({ of, children }: { of: Payments; children: ReactNode }) {
  const [chosen, choose] = useState<LoanChoice | null>(null);
  const [shown, setShown] = useState(of);
  if (shown !== of) {
    // On another page the server's value replaces it.
    setShown(of);
    choose(null);
  }
  return (
    <ChooseLoanContext value={choose}>
      <PaymentsProvider of={{ ...of, loan: chosen ?? of.loan }}>{children}</PaymentsProvider>
    </ChooseLoanContext>
  );
}

/** The same for a part with an estimate of its own, such as a request's page. */
export function EstimateProvider({
  estimate,
  children,
}: {
  estimate: CreditEstimate | null;
  children: ReactNode;
}) {
  const { frequency, provinceCode, loan } = useContext(PaymentsContext);
  const of = {
    estimate,
    frequency,
    provinceCode: estimate?.provinceCode ?? provinceCode,
    loan: estimate?.loan ?? loan,
  };
  return <PaymentsProvider of={of}>{children}</PaymentsProvider>;
}

/** A part about cars in Quebec shows no payment to anybody. */
export function QuebecPayments({ is, children }: { is: boolean; children: ReactNode }) {
  const payments = useContext(PaymentsContext);
  const of = is ? { ...payments, provinceCode: "QC" as const } : payments;
  return <PaymentsProvider of={of}>{children}</PaymentsProvider>;
}
