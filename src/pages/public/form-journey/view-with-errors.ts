import type { QuestionView, StepView } from "#forms/view-model.ts";
import type { PostFieldError } from "./post-response.ts";

type Refusable = Pick<StepView, "questions" | "errorSummary">;

/**
 * A step's view with the errors from the server, for a page that sent the form itself. Errors of
 * questions that are not in the view are left to the caller.
 */
export function viewWithErrors<View extends Refusable>(
  view: View,
  errors: readonly PostFieldError[],
): View {
  const own = errors.filter(({ field }) => view.questions.some(({ name }) => name === field));
  return {
    ...view,
    questions: view.questions.map((question) =>
      withError(
        question,
        own.find(({ field }) => field === question.name),
      ),
    ),
    errorSummary:
      own.length === 0
        ? undefined
        : {
            items: own.map(({ control, message }) => ({ href: `#${control}`, text: message })),
          },
  };
}

function withError(question: QuestionView, error: PostFieldError | undefined): QuestionView {
  const { name, hint } = question;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return {
    ...question,
    error: error?.message,
    errorId: error?.control,
    describedBy: described || undefined,
  };
}
