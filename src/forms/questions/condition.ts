/**
 * When a question is asked, as data, so that it can be rendered, tested both ways and sent to a
 * page. A condition can only name earlier questions: `defineForm` checks it.
 */
export type Condition =
  | { readonly question: string; readonly is: readonly string[] }
  /** A number under a limit: "less than two years". */
  | { readonly question: string; readonly below: number }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

/** An unanswered question meets no condition, so dependent questions are not asked either. */
export function isMet(condition: Condition, answers: Readonly<Record<string, unknown>>): boolean {
  if ("all" in condition) return condition.all.every((part) => isMet(part, answers));
  if ("any" in condition) return condition.any.some((part) => isMet(part, answers));
  const answer = answers[condition.question];
  if ("below" in condition) return typeof answer === "number" && answer < condition.below;
  return answer !== undefined && condition.is.some((code) => code === answer);
}

/** All questions in a condition, at any depth, with the codes that they must have. */
export function flattenCondition(
  condition: Condition,
): readonly { question: string; is: readonly string[] }[] {
  if ("all" in condition) return condition.all.flatMap(flattenCondition);
  if ("any" in condition) return condition.any.flatMap(flattenCondition);
  if ("below" in condition) return [{ question: condition.question, is: [] }];
  return [condition];
}
