import type { QuestionView, StepView } from "#forms/view-model.ts";
import type { PostProblem } from "./post-answer.ts";

type Problematic = Pick<StepView, "questions" | "errorSummary">;

/**
 * A step's view with what the server refused, for a page that sent the form itself. Problems of
 * questions that the view does not hold are left to the caller.
 */
export function viewWithProblems<View extends Problematic>(
  view: View,
  problems: readonly PostProblem[],
): View {
  const own = problems.filter(({ field }) => view.questions.some(({ name }) => name === field));
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

function withError(question: QuestionView, problem: PostProblem | undefined): QuestionView {
  const { name, hint } = question;
  const described = [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(" ");
  return {
    ...question,
    error: problem?.message,
    errorId: problem?.control,
    describedBy: described || undefined,
  };
}
