import type { StepView } from "#forms/view-model.ts";

type Identified = Pick<StepView, "questions" | "errorSummary">;

/** The view with other ids for its fields, and the links of its errors to match. */
export function withIdPrefix<View extends Identified>(view: View, prefix: string): View {
  if (prefix === "") return view;
  return {
    ...view,
    questions: view.questions.map((question) => ({ ...question, id: prefix + question.id })),
    errorSummary: view.errorSummary && {
      ...view.errorSummary,
      items: view.errorSummary.items.map(({ href, text }) => ({
        href: `#${prefix}${href.slice(1)}`,
        text,
      })),
    },
  };
}
