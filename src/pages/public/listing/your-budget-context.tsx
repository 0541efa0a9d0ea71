import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { CreditEstimate, ShownFrequency } from "#domain/pricing/credit-estimate.ts";
import type { ProvinceCode } from "#values/province.ts";

/** Whose payments are shown, and how often they are said; null: nobody's, and not chosen. */
export type Payments = {
  estimate: CreditEstimate | null;
  frequency: ShownFrequency | null;
  /** Of the estimate, else as chosen beside a payment; null: not known. */
  provinceCode: ProvinceCode | null;
};

/** Apart from what reads it: the shell of every page has this, and no table of taxes with it. */
export const PaymentsContext = createContext<Payments>({
  estimate: null,
  frequency: null,
  provinceCode: null,
});

/** Every payment inside is worked out for this person, and said as often as they want it. */
export function PaymentsProvider({ of, children }: { of: Payments; children: ReactNode }) {
  const { estimate, frequency, provinceCode } = of;
  const value = useMemo(
    () => ({ estimate, frequency, provinceCode }),
    [estimate, frequency, provinceCode],
  );
  return <PaymentsContext value={value}>{children}</PaymentsContext>;
}

/** The same for what stands on an estimate of its own, as a request's page. */
export function EstimateProvider({
  estimate,
  children,
}: {
  estimate: CreditEstimate | null;
  children: ReactNode;
}) {
  const { frequency, provinceCode } = useContext(PaymentsContext);
  const of = { estimate, frequency, provinceCode: estimate?.provinceCode ?? provinceCode };
  return <PaymentsProvider of={of}>{children}</PaymentsProvider>;
}

/** What is about a car in Quebec, or about cars there, names no payment to anybody. */
export function AboutQuebec({ is, children }: { is: boolean; children: ReactNode }) {
  const payments = useContext(PaymentsContext);
  const of = is ? { ...payments, provinceCode: "QC" as const } : payments;
  return <PaymentsProvider of={of}>{children}</PaymentsProvider>;
}
