import type { FormView } from "#forms/view-model.ts";
import { ErrorSummary } from "#ui/error-summary.tsx";

/** The beginning of every form: the box that lists the errors, and the hidden controls. */
export function FormStart({ view }: { view: Partial<Pick<FormView, "errorSummary" | "hidden">> }) {
  const { errorSummary, hidden = [] } = view;
  const errors = (errorSummary?.items ?? []).map(({ href, text }) => ({
    id: href.slice(1),
    message: text,
  }));
  return (
    <>
      <ErrorSummary errors={errors} result={errorSummary} question={errorSummary?.question}>
        {errorSummary?.text && <p>{errorSummary.text}</p>}
      </ErrorSummary>
      {hidden.map(({ name, value }, index) => (
        <input key={`${name}-${index}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
