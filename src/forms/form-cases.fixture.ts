import type { Condition } from "./questions/condition.ts";
import { calendarDay } from "#values/format.ts";
import { isProvince, parseRegion, type ProvinceCode } from "#values/province.ts";
import type { FormDeclaration } from "./define-form.ts";
import { kindOf, type Question } from "./questions/kinds.ts";
import { type Example, valueOnDay } from "./questions/question-kind.ts";

type Raw = Readonly<Record<string, string>>;

/** A complete post and its expected result. */
interface FormCase {
  readonly title: string;
  readonly raw: Raw;
  /** One expected error; absent if the post is valid. */
  readonly fieldError?: { readonly question: string; readonly code: string };
  /** A question that must be unanswered afterwards. */
  readonly unasked?: string;
}

/**
 * Posts that test a declaration: every option and limit of every question, every condition both
 * ways, each required question left blank. A new question adds its own cases.
 */
export function formCases(form: FormDeclaration, now: Date): readonly FormCase[] {
  return listQuestions(form).flatMap((question) => [
    ...exampleCases(form, question, now),
    ...blankCases(form, question, now),
    ...unaskedCases(form, question, now),
  ]);
}

/** A valid post with every question answered, optional ones too. */
export function validPost(form: FormDeclaration, now: Date): Raw {
  return post(form, now, new Map());
}

function exampleCases(form: FormDeclaration, question: Question, now: Date): readonly FormCase[] {
  return kindOf(question)
    .examples(question, now)
    .map((example) => ({
      title: `${question.name} ${describeRaw(example.raw)} → ${example.fieldError ?? "good"}`,
      raw: post(
        form,
        now,
        new Map([...answersThatAsk(form, question), [question.name, example.raw]]),
      ),
      fieldError: example.fieldError
        ? { question: question.name, code: example.fieldError }
        : undefined,
    }));
}

function blankCases(form: FormDeclaration, question: Question, now: Date): readonly FormCase[] {
  const raw = post(form, now, new Map([...answersThatAsk(form, question), [question.name, {}]]));
  const title = `${question.name} left blank`;
  if (question.optional) return [{ title, raw, unasked: question.name }];
  return [{ title, raw, fieldError: { question: question.name, code: "missing" } }];
}

function unaskedCases(form: FormDeclaration, question: Question, now: Date): readonly FormCase[] {
  if (!question.askedWhen) return [];
  const examples = kindOf(question).examples(question, now);
  const nonsense = examples.find((example) => example.fieldError)?.raw;
  const raw = { ...post(form, now, answersNotMeeting(form, question.askedWhen, now)), ...nonsense };
  return [{ title: `${question.name} given though not asked`, raw, unasked: question.name }];
}

/**
 * A post in the form's order: the chosen raw answers, and the first valid example for all others.
 */
function post(form: FormDeclaration, now: Date, chosen: ReadonlyMap<string, Raw>): Raw {
  const raw: Record<string, string> = {};
  for (const question of listQuestions(form))
    Object.assign(raw, chosen.get(question.name) ?? validRaw(question, raw, now));
  return raw;
}

function validRaw(question: Question, raw: Raw, now: Date): Raw {
  if ("optionsBy" in question && question.optionsBy) {
    // An unlisted make has no listed models; its model is typed.
    const [option = "Typed by hand"] =
      question.optionsBy.options[raw[question.optionsBy.question] ?? ""] ?? [];
    return { [question.name]: option };
  }
  if ("inProvince" in question && question.inProvince) {
    // An example may be the province's name, as "Québec".
    const region = parseRegion(raw[question.inProvince] ?? "");
    return { [question.name]: POSTAL_CODES[isProvince(region) ? region : EXAMPLE_PROVINCE] };
  }
  return validExample(question, now).raw;
}

function validExample(question: Question, now: Date): Example {
  const good = kindOf(question)
    .examples(question, now)
    .find((example) => !example.fieldError);
  if (!good) throw new Error(`The kind "${question.kind}" has no good example.`);
  return good;
}

/** Raw answers that cause a question to be asked, including the questions that it depends on. */
function answersThatAsk(form: FormDeclaration, question: Question): ReadonlyMap<string, Raw> {
  const requested = question.askedWhen
    ? answersMeeting(form, question.askedWhen)
    : new Map<string, Raw>();
  if (!("inProvince" in question) || !question.inProvince) return requested;
  return new Map([
    ...requested,
    [question.inProvince, { [question.inProvince]: EXAMPLE_PROVINCE }],
  ]);
}

/** Where the postal code of the examples lies. */
const EXAMPLE_PROVINCE = "ON";

const POSTAL_CODES: Readonly<Record<ProvinceCode, string>> = {
  AB: "T2P 1J9",
  BC: "V6B 1A1",
  MB: "R3C 0A1",
  NB: "E1C 1A1",
  NL: "A1C 1A1",
  NS: "B3H 1A1",
  ON: "K1A 0B1",
  PE: "C1A 1A1",
  QC: "H2X 1Y4",
  SK: "S4P 1A1",
};

function answersMeeting(form: FormDeclaration, condition: Condition): ReadonlyMap<string, Raw> {
  if ("all" in condition) return merged(condition.all.map((part) => answersMeeting(form, part)));
  if ("any" in condition)
    return merged(condition.any.slice(0, 1).map((part) => answersMeeting(form, part)));
  const requested = listQuestions(form).find(({ name }) => name === condition.question);
  const code = "below" in condition ? String(condition.below - 1) : (condition.is[0] ?? "");
  return new Map([
    ...(requested ? answersThatAsk(form, requested) : []),
    [condition.question, { [condition.question]: code }],
  ]);
}

function answersNotMeeting(
  form: FormDeclaration,
  condition: Condition,
  now: Date,
): ReadonlyMap<string, Raw> {
  if ("all" in condition)
    return merged(condition.all.slice(0, 1).map((part) => answersNotMeeting(form, part, now)));
  if ("any" in condition)
    return merged(condition.any.map((part) => answersNotMeeting(form, part, now)));
  if ("below" in condition)
    return new Map([[condition.question, { [condition.question]: String(condition.below) }]]);
  const requested = listQuestions(form).find(({ name }) => name === condition.question);
  const options =
    requested?.kind === "province"
      ? Object.keys(POSTAL_CODES)
      : requested && "options" in requested
        ? valueOnDay(requested.options ?? [], calendarDay(now))
        : [];
  const other = options.find((code) => !condition.is.includes(code)) ?? "";
  return new Map([[condition.question, { [condition.question]: other }]]);
}

function merged(maps: readonly ReadonlyMap<string, Raw>[]): ReadonlyMap<string, Raw> {
  return new Map(maps.flatMap((map) => [...map]));
}

function listQuestions(form: FormDeclaration): readonly Question[] {
  return form.steps.flatMap((step) => step.questions);
}

function describeRaw(raw: Raw): string {
  const shown = Object.values(raw).map((value) => value.replaceAll("\u0000", "␀"));
  return JSON.stringify(
    shown.map((value) => (value.length > 40 ? `${value.slice(0, 40)}…` : value)).join(" "),
  );
}
