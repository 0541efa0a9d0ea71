import type { FormResult } from "./view-model.ts";

/**
 * The error and the typed text of one control that its page renders itself, after a refused post.
 * Empty if another form was posted.
 */
export function findRefused(
  result: FormResult | null | undefined,
  form: string,
  name: string,
): { error?: string; typed?: string; isTicked?: boolean } {
  if (result?.ok !== false || result.view.form !== form) return {};
  const question = result.view.questions.find((each) => each.name === name);
  if (!question) return {};
  return {
    ...(question.error !== undefined && { error: question.error }),
    ...("checked" in question
      ? { isTicked: question.checked }
      : "value" in question && { typed: question.value }),
  };
}
