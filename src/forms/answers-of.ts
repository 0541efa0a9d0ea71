import type { FormDeclaration } from "./define-form.ts";
import type { kinds, Question } from "./questions/kinds.ts";
import type { Answers, QuestionKind } from "./questions/question-kind.ts";

type QuestionOf<Form extends FormDeclaration> = Form["steps"][number]["questions"][number];

type ValueOf<Q extends Question> = Q extends {
  readonly kind: "choice" | "select";
  readonly options: readonly (infer Code)[];
}
  ? Code
  : (typeof kinds)[Q["kind"]] extends QuestionKind<infer _Q, infer Value>
    ? Value
    : never;

/** The answers of a form under way: any of them may still be missing. Of just any form: plain `Answers`. */
export type AnswersOf<Form extends FormDeclaration> = FormDeclaration extends Form
  ? Answers
  : { readonly [Q in QuestionOf<Form> as Q["name"]]?: ValueOf<Q> };

type Always<Q> = Q extends { readonly optional: true } | { readonly askedWhen: object } ? never : Q;

/** The answers of a form read as a whole without a problem: only what is optional or conditional may be missing. */
export type CompleteAnswersOf<Form extends FormDeclaration> = FormDeclaration extends Form
  ? Answers
  : AnswersOf<Form> & { readonly [Q in Always<QuestionOf<Form>> as Q["name"]]: ValueOf<Q> };
