import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { CreditEstimate, ShownFrequency } from "#domain/pricing/credit-estimate.ts";
import { type LoanChoice, USUAL_LOAN } from "#values/loan-choice.ts";
import type { ProvinceCode } from "#values/province.ts";

/** Whose payments are shown, and how often they are said; null: nobody's, and not chosen. */
export type Payments = {
  estimate: CreditEstimate | null;
  frequency: ShownFrequency | null;
  /** Of the estimate, else as chosen beside a payment; null: not known. */
  provinceCode: ProvinceCode | null;
  /** Of the estimate, else as chosen on a listing. */
  loan: LoanChoice;
};

/** Apart from what reads it: the shell of every page has this, and no table of taxes with it. */
export const PaymentsContext = createContext<Payments>({
  estimate: null,
  frequency: null,
  provinceCode: null,
  loan: USUAL_LOAN,
});

/** Every payment inside is worked out for this person, and said as often as they want it. */
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

/** Has every payment of this page stand on another loan, until the next page brings what was remembered. */
export function useChooseLoan(): ChooseLoan {
  return useContext(ChooseLoanContext);
}

/** The payments of whoever looks, around every page. */
export function OwnPaymentsProvider({ of, children }: { of: Payments; children: ReactNode }) {
  const [chosen, choose] = useState<LoanChoice | null>(null);
  const [shown, setShown] = useState(of);
  if (shown !== of) {
    // Another page: the server knows what was remembered.
    setShown(of);
    choose(null);
  }
  return (
    <ChooseLoanContext value={choose}>
      <PaymentsProvider of={{ ...of, loan: chosen ?? of.loan }}>{children}</PaymentsProvider>
    </ChooseLoanContext>
  );
}

/** The same for what stands on an estimate of its own, as a request's page. */
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

/** What is about a car in Quebec, or about cars there, names no payment to anybody. */
export function QuebecPayments({ is, children }: { is: boolean; children: ReactNode }) {
  const payments = useContext(PaymentsContext);
  const of = is ? { ...payments, provinceCode: "QC" as const } : payments;
  return <PaymentsProvider of={of}>{children}</PaymentsProvider>;
}
