import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { CreditEstimate, ShownFrequency } from "#domain/pricing/credit-estimate.ts";

/** Whose payments are shown, and how often they are said; null: nobody's, and not chosen. */
export type Payments = { estimate: CreditEstimate | null; frequency: ShownFrequency | null };

/** Apart from what reads it: the shell of every page has this, and no table of taxes with it. */
export const PaymentsContext = createContext<Payments>({ estimate: null, frequency: null });

/** Every payment inside is worked out for this person, and said as often as they want it. */
export function PaymentsProvider({ of, children }: { of: Payments; children: ReactNode }) {
  const { estimate, frequency } = of;
  const value = useMemo(() => ({ estimate, frequency }), [estimate, frequency]);
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
  const { frequency } = useContext(PaymentsContext);
  return <PaymentsProvider of={{ estimate, frequency }}>{children}</PaymentsProvider>;
}
