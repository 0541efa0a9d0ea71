import { createContext, type ReactNode } from "react";
import type { YourBudget } from "#domain/pre-approval/your-budget.server.ts";

/** Apart from what reads it: the shell of every page has this, and no table of taxes with it. */
export const YourBudgetContext = createContext<YourBudget | null>(null);

/** Every payment inside is worked out for this budget; null: for nobody in particular. */
export function YourBudgetProvider({
  budget,
  children,
}: {
  budget: YourBudget | null;
  children: ReactNode;
}) {
  return <YourBudgetContext value={budget}>{children}</YourBudgetContext>;
}
