import { useMemo } from "react";
import type { FormView } from "#forms/view-model.ts";
import { ErrorSummary } from "#ui/error-summary.tsx";

/** What every form begins with: the box that lists what is to be put right, and its hidden controls. */
export function FormStart({ view }: { view: Partial<Pick<FormView, "errorSummary" | "hidden">> }) {
  const { errorSummary, hidden = [] } = view;
  // The box takes the focus with each new list, so the list must not change with each drawing.
  const errors = useMemo(
    () =>
      (errorSummary?.items ?? []).map(({ href, text }) => ({ id: href.slice(1), message: text })),
    [errorSummary],
  );
  return (
    <>
      <ErrorSummary errors={errors}>
        {errorSummary?.text && <p>{errorSummary.text}</p>}
      </ErrorSummary>
      {hidden.map(({ name, value }, index) => (
        <input key={`${name}-${index}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
