import { useMemo } from "react";
import { ErrorSummary } from "#ui/error-summary.tsx";
import type { ErrorSummary as Summary } from "#forms/view-model.ts";

/** The box above a form that lists what is to be put right. */
export function ViewProblems({ summary }: { summary: Summary | undefined }) {
  // The box takes the focus with each new list, so the list must not change with each drawing.
  const problems = useMemo(
    () => (summary?.items ?? []).map(({ href, text }) => ({ id: href.slice(1), message: text })),
    [summary],
  );
  return <ErrorSummary problems={problems} />;
}
