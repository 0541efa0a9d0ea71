import type { Locale } from "#values/locale.ts";
import type { AnswersOf, FormDeclaration, Step } from "./define-form.ts";
import { controlId, describeFieldErrors, type FieldError, fieldErrorText } from "./field-error.ts";
import { type Agreement, questionsAnsweredByGates } from "./gates.ts";
import type { Condition } from "./questions/condition.ts";
import { durationControls } from "./questions/duration.ts";
import { kindOf, type Question } from "./questions/kinds.ts";
import type { Answers, Translate } from "./questions/question-kind.ts";
import { controlCharacters, type RawFields, rawFields } from "./questions/raw-fields.ts";
import { isNeverRefilled } from "./read-form.ts";
import { dropUnaskedAnswers, isAskedOnPage } from "./steps.ts";
import type {
  ErrorSummary,
  FieldErrorView,
  FormView,
  QuestionView,
  ShowWhen,
} from "./view-model.ts";
import { groupKey, mayStayBlank, questionKey, titleQuestion, wordsFor } from "./words.ts";

export interface FormViewInput<Form extends FormDeclaration = FormDeclaration> {
  readonly answers: AnswersOf<Form>;
  /** What was agreed to at the form's gates. */
  readonly consents?: readonly Agreement[];
  /** The refused post, so that the typed text is shown again. */
  readonly typed?: RawFields;
  readonly fieldErrors?: readonly FieldError[];
  readonly locale: Locale;
  readonly translate: Translate;
  /** `YYYY-MM-DD`, where the business is. */
  readonly today: string;
  /** All steps are on one page, where any question may show and hide another. */
  readonly isOnePage?: true;
}

/** A whole form as plain, translated data, for a page with its own heading. */
export function viewForm<Form extends FormDeclaration>(
  form: Form,
  input: FormViewInput<Form>,
): FormView {
  const situation = { ...input, answers: dropUnaskedAnswers(form, input.answers) };
  const errors = describeFieldErrors(form, input.fieldErrors ?? [], input);
  return {
    form: form.name,
    questions: form.steps.flatMap((step) => viewQuestions(form, step, situation)),
    hidden: [{ name: "form", value: form.name }],
    errorSummary: viewErrors(errors),
  };
}

type QuestionViewInput = Omit<FormViewInput, "answers"> & { readonly answers: Answers };

/** What a step asks, given the answers so far. */
export function viewQuestions(
  form: FormDeclaration,
  step: Step,
  situation: QuestionViewInput,
): readonly QuestionView[] {
  const agreed = questionsAnsweredByGates(form, situation.consents ?? []);
  const page = listPageSteps(form, step, situation);
  return step.questions
    .filter(({ name, isHidden }) => !isHidden && !agreed.includes(name))
    .filter(
      (question) => isAskedOnPage(question, situation.answers) || dependsOnPage(question, page),
    )
    .map((question) => viewQuestion(form, step, question, situation));
}

/** The steps on the page of a step. */
function listPageSteps(form: FormDeclaration, step: Step, { isOnePage }: QuestionViewInput) {
  return isOnePage ? form.steps : [step];
}

/** Without JavaScript such a question is shown with its hint, and the server decides. */
function dependsOnPage(question: Question, page: readonly Step[]): boolean {
  const when = findPageCondition(question);
  return when !== undefined && "question" in when && hasQuestion(page, when.question);
}

function findPageCondition({ askedWhen, pageAsks }: Question): Condition | undefined {
  return askedWhen ?? (pageAsks === true ? undefined : pageAsks);
}

/** How the page may hide it with JavaScript: by an answer on the same page. */
function showWhen(question: Question, page: readonly Step[]): ShowWhen | undefined {
  const when = findPageCondition(question);
  if (!when || !("question" in when) || !hasQuestion(page, when.question)) return undefined;
  const { question: name } = when;
  if (!("below" in when)) return { name, values: when.is };
  const isDuration = page.some(({ questions }) =>
    questions.some((question) => question.name === name && question.kind === "duration"),
  );
  return { name, below: when.below, ...(isDuration && { parts: durationControls(name) }) };
}

function hasQuestion(page: readonly Step[], name: string): boolean {
  return page.some(({ questions }) => questions.some((question) => question.name === name));
}

/** One question for its page: with the typed text, else the answer, else empty. */
export function viewQuestion(
  form: FormDeclaration,
  step: Step,
  question: Question,
  situation: QuestionViewInput,
): QuestionView {
  const { answers, translate } = situation;
  const { name } = question;
  const kind = kindOf(question);
  const words = wordsFor(form, question, situation);
  const answer = answers[name];
  const unseen = answer !== undefined && isNeverRefilled(question);
  const written =
    answer !== undefined && !unseen ? rawFields(kind.write(answer, question)) : new Map();
  // Values that a refused post omitted come from the answers so far, as on the last page.
  const isTyped = kind.controls(question).some((each) => situation.typed?.has(each));
  // A sealed answer is never shown in a page again, even if its post was refused.
  const isShown = isTyped && !isNeverRefilled(question);
  const typed = situation.typed && isShown ? displayable(situation.typed) : written;
  const fieldError = situation.fieldErrors?.find((each) => each.question === name);
  const control = kind.view(question, typed, words, situation.today);
  const idBase = controlId(form, name);
  return {
    name,
    idBase,
    id: controlId(form, kind.controls(question)[0] ?? name),
    label: translate(questionKey(form, question, "label")),
    labelIsTitle: titleQuestion(step) === question,
    hint: question.hint && translate(questionKey(form, question, "hint")),
    optionalText: mayStayBlank(question) ? translate("forms_optional") : undefined,
    error: fieldError && fieldErrorText(form, question, fieldError, situation),
    errorId: fieldError && controlId(form, fieldError.control),
    describedBy:
      [question.hint && `${idBase}-hint`, fieldError && `${idBase}-error`]
        .filter(Boolean)
        .join(" ") || undefined,
    required: !mayStayBlank(question) && !unseen,
    showWhen: showWhen(question, listPageSteps(form, step, situation)),
    row: question.row,
    group: question.group && translate(groupKey(form, question.group)),
    storedText: unseen
      ? translate("forms_kept", { value: kind.show(answer, question, words) })
      : undefined,
    ...control,
  };
}

/** Everything typed is shown again, but for characters that no HTML page may hold. */
function displayable(typed: RawFields): RawFields {
  const every = new RegExp(controlCharacters.source, "gu");
  return new Map(
    [...typed].map(([name, values]) => [name, values.map((value) => value.replace(every, ""))]),
  );
}

/** The box above a form; none where nothing is wrong. */
export function viewErrors(errors: readonly FieldErrorView[]): ErrorSummary | undefined {
  if (errors.length === 0) return undefined;
  const items = errors.map(({ control, message }) => ({ href: `#${control}`, text: message }));
  return { items };
}
