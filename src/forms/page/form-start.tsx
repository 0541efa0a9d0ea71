import type { FormView } from "#forms/view-model.ts";
import { ErrorSummary } from "#ui/error-summary.tsx";

/** What every form begins with: the box that lists what is to be put right, and its hidden controls. */
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
