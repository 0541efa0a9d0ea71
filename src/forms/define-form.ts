import type { Gate } from "./gates.ts";
import { flattenCondition } from "./questions/condition.ts";
import { kindOf, type Question, type kinds } from "./questions/kinds.ts";
import type { Answers, QuestionKind } from "./questions/question-kind.ts";

export interface Step {
  /** Last part of the step's URL; the first step has the form's base path itself. */
  readonly slug: string;
  readonly questions: readonly Question[];
  /**
   * A step with one question has its label as title, and a step may name the question that gives it.
   * Every other step has a `…_step_{slug}_title` message.
   */
  readonly titleFrom?: string;
  /** A single question whose label is not the title. */
  readonly ownTitle?: true;
  /** The page has a heading of its own, so there is no message for one. */
  readonly untitled?: true;
  /** The title is the legend of all questions together: "How long …?" over years and months. */
  readonly titleIsLegend?: true;
  /** It has a `…_step_{slug}_hint` message. */
  readonly hint?: true;
  readonly minutesLeft?: number;
}

export interface FormDeclaration {
  /** As stored with each submission. */
  readonly name: string;
  /** Raised with every change that affects drafts under way; see `QuestionBase.since`. */
  readonly version: number;
  /** Language-neutral path of the first step. */
  readonly basePath: string;
  /** The prefix of every message key of the form. */
  readonly messagePrefix: string;
  /** The fixed value of the `formname` field; another value is refused. */
  readonly formname?: string;
  /** SPEC.md §3 has no `formname` for this form, so a post may omit ours. */
  readonly formnameIsOurs?: true;
  /** The prefix of its controls' ids, if its page has other forms. */
  readonly idPrefix?: string;
  /** The back button says "Previous" and not "Back", where SPEC.md §2 names it so. */
  readonly backIsPrevious?: true;
  readonly steps: readonly [Step, ...Step[]];
  readonly gates?: readonly Gate[];
}

/**
 * Declares a form. The result is the declaration itself, narrowed to its literal types, from which
 * `AnswersOf` derives the answers.
 * @throws where the declaration contradicts itself: that is a bug, found by the first import.
 */
export function defineForm<const Form extends FormDeclaration>(form: Form): Form {
  const slugs = new Set<string>();
  const earlier = new Map<string, Question>();
  const controls = new Set<string>(["submissionId", "formname", "form"]);
  for (const step of form.steps) {
    if (slugs.has(step.slug)) fail(form, `has two steps "${step.slug}"`);
    slugs.add(step.slug);
    for (const question of step.questions) {
      for (const control of listControls(question)) {
        if (controls.has(control)) fail(form, `has two controls "${control}"`);
        controls.add(control);
      }
      checkReferences(form, question, earlier);
      if (question.pageAsks && !question.optional)
        fail(form, `demands "${question.name}" of programs too`);
      if ((question.since ?? 1) > form.version)
        fail(form, `is older than its question "${question.name}"`);
      earlier.set(question.name, question);
    }
    if (step.titleFrom && !step.questions.some(({ name }) => name === step.titleFrom))
      fail(
        form,
        `takes the title of "${step.slug}" from "${step.titleFrom}", which is not in that step`,
      );
  }
  checkGates(form);
  return form;
}

function checkGates(form: FormDeclaration): void {
  for (const { name, before, dependsOn = [], answers } of form.gates ?? []) {
    if (form.steps.some(({ slug }) => slug === name)) fail(form, `has a step and a gate "${name}"`);
    const at = form.steps.findIndex(({ slug }) => slug === before);
    if (at <= 0) fail(form, `puts its gate "${name}" before "${before}", which is no later step`);
    const requested = (steps: readonly Step[]) => steps.flatMap(({ questions }) => questions);
    const earlier = requested(form.steps.slice(0, at));
    for (const question of dependsOn)
      if (!earlier.some((each) => each.name === question))
        fail(form, `rests its gate "${name}" on "${question}", which no earlier question answers`);
    const answered = requested(form.steps.slice(at)).find((each) => each.name === answers);
    if (answers !== undefined && answered?.kind !== "consent")
      fail(form, `answers "${answers}" by its gate "${name}", and no later consent is called so`);
  }
}

/**
 * Declares a form of one step for any page: a setting, a report, a note. Its messages are
 * `{messagePrefix}_{question}_label` and so on; it has no title.
 */
export function definePageForm<const Questions extends readonly Question[]>(input: {
  /** Identifies the form among those of its page, in the post's field `form`. */
  readonly name: string;
  readonly messagePrefix: string;
  /** Its page has other forms: the ids of its controls begin with its name. */
  readonly isOneOfSeveral?: true;
  readonly questions: Questions;
}) {
  const { name, messagePrefix, isOneOfSeveral, questions } = input;
  const steps = [{ slug: name, untitled: true, questions }] as const;
  const form = defineForm({ name, version: 1, basePath: "", messagePrefix, steps });
  const several = questions.find(({ kind }) => MULTI_CONTROL_KINDS.includes(kind));
  if (isOneOfSeveral && several)
    fail(form, `cannot give the controls of "${several.name}" its ids`);
  return isOneOfSeveral ? { ...form, idPrefix: `${name}-` } : form;
}

/** Kinds with several controls that have names of their own. */
const MULTI_CONTROL_KINDS: readonly Question["kind"][] = [
  "choice",
  "choices",
  "date",
  "duration",
  "place",
  "select-or-other",
];

/** Every name that a post may carry for a question, hidden fields too. */
function listControls(question: Question): ReadonlySet<string> {
  const kind = kindOf(question);
  return new Set([...kind.controls(question), ...Object.keys(kind.jsonSchema(question))]);
}

function checkReferences(
  form: FormDeclaration,
  question: Question,
  earlier: ReadonlyMap<string, Question>,
): void {
  const { askedWhen, pageAsks } = question;
  const parts = [askedWhen, pageAsks].flatMap((when) =>
    when === undefined || when === true ? [] : flattenCondition(when),
  );
  const by =
    question.kind === "select" || question.kind === "select-or-other"
      ? question.optionsBy
      : undefined;
  const dayIn = question.kind === "date" ? question.dayIn : undefined;
  const inProvince = question.kind === "postal-code" ? question.inProvince : undefined;
  const dependsOn = [by?.question, by?.years?.question, dayIn, inProvince].filter(
    (name) => name !== undefined,
  );
  for (const name of [...parts.map((part) => part.question), ...dependsOn])
    if (!earlier.has(name))
      fail(form, `asks "${question.name}" by "${name}", which no earlier question answers`);
  for (const part of parts) {
    const requested = earlier.get(part.question);
    if (requested?.kind !== "choice" && requested?.kind !== "select") continue;
    const { options } = requested;
    const unknown = part.is.find((code) => Array.isArray(options) && !options.includes(code));
    if (unknown)
      fail(
        form,
        `asks "${question.name}" when "${part.question}" is "${unknown}", which is no option of it`,
      );
  }
}

function fail(form: FormDeclaration, what: string): never {
  throw new Error(`Form "${form.name}" ${what}.`);
}

type QuestionOf<Form extends FormDeclaration> = Form["steps"][number]["questions"][number];

type ValueOf<Q extends Question> = Q extends {
  readonly kind: "choice" | "select";
  readonly options: readonly (infer Code)[];
}
  ? Code
  : (typeof kinds)[Q["kind"]] extends QuestionKind<infer _Q, infer Value>
    ? Value
    : never;

/**
 * The answers of an unfinished form: any of them may be missing. Of an unspecified form: plain
 * `Answers`.
 */
export type AnswersOf<Form extends FormDeclaration> = FormDeclaration extends Form
  ? Answers
  : { readonly [Q in QuestionOf<Form> as Q["name"]]?: ValueOf<Q> };

type Always<Q> = Q extends { readonly optional: true } | { readonly askedWhen: object } ? never : Q;

/** The answers of a form read as a whole without an error: only what is optional or conditional may be missing. */
export type CompleteAnswersOf<Form extends FormDeclaration> = AnswersOf<Form> &
  (FormDeclaration extends Form
    ? unknown
    : { readonly [Q in Always<QuestionOf<Form>> as Q["name"]]: ValueOf<Q> });
