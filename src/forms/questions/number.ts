import { calendarDay, formatKm, formatNumber } from "#values/format.ts";
import { languageTag } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { readNumber } from "#values/number-reading.ts";
import * as z from "zod/mini";
import {
  type Example,
  type QuestionBase,
  type QuestionKind,
  type QuestionWords,
  type ReadResult,
  type ValueByDay,
  valueOnDay,
} from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";
import type { InputView } from "./control-view.ts";

/** A number control with its limits: where SPEC.md gives a minimum or a step, and for counts. */
export interface NumberQuestion extends QuestionBase {
  readonly kind: "number";
  readonly unit:
    | "cad"
    | "km"
    | "cc"
    | "hours"
    | "years"
    | "months"
    | "calendar_year"
    | "people"
    /** Its label names what is counted. */
    | "count";
  readonly min: number;
  readonly max: ValueByDay<number>;
  /** Counted from `min`. Default 1, for dollars a cent. */
  readonly step?: number;
}

export const number: QuestionKind<NumberQuestion, number> = {
  controls: (question) => [question.name],
  read: (raw, question, { today }) =>
    readWithin(rawValue(raw, question.name), limitsOn(question, today)),
  write: (value, question) => ({ [question.name]: String(value) }),
  show: (value, question, words) => showNumber(value, question.unit, words),
  exportValue: (value) => String(value),
  stored: () => z.number(),
  jsonSchema: (question) => ({
    [question.name]: {
      type: "number",
      minimum: question.min,
      // A limit that depends on the date is not published in the contract.
      ...(typeof question.max === "number" && { maximum: question.max }),
      multipleOf: stepSize(question),
    },
  }),
  view: (question, typed, words, today) => ({
    control: "input",
    type: "number",
    value: rawValue(typed, question.name),
    inputMode: stepSize(question) === 1 ? "numeric" : "decimal",
    ...limitsOn(question, today),
    autocomplete: question.autocomplete,
    ...unitAffixes(question.unit, words),
  }),
  showLimit: (limit, question, words) =>
    question.unit === "hours" || question.unit === "years" || question.unit === "months"
      ? formatNumber(limit, words.locale)
      : showNumber(limit, question.unit, words),
  examples: (question, now) => [
    ...limitExamples(question.name, limitsOn(question, calendarDay(now))),
    ...offStepExamples(question),
  ],
};

const stepSize = ({ unit, step }: NumberQuestion) => step ?? (unit === "cad" ? 0.01 : 1);

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

function limitsOn(question: NumberQuestion, today: string): Limits {
  return { min: question.min, max: valueOnDay(question.max, today), step: stepSize(question) };
}

/** The engine has already handled an empty number: it is never 0. */
export function readWithin(typed: string, { min, max, step }: Limits): ReadResult<number> {
  const reading = readNumber(typed, { min, max, step });
  if (reading.ok) return reading;
  switch (reading.code) {
    case "below_min":
      return { ok: false, code: "min", params: { min } };
    case "above_max":
      return { ok: false, code: "max", params: { max } };
    case "off_step":
      return offStep(typed, { min, step });
    default:
      return { ok: false, code: "not_a_number" };
  }
}

/** The error names the nearest numbers on both sides, which helps more than the rule. */
function offStep(typed: string, { min, step }: { min: number; step: number }): ReadResult<number> {
  if (step === 1) return { ok: false, code: "not_whole" };
  if (step === 0.01) return { ok: false, code: "too_precise" };
  const reading = readNumber(typed);
  const steps = reading.ok ? Math.floor((reading.value - min) / step) : 0;
  return {
    ok: false,
    code: "not_on_step",
    params: { lower: min + steps * step, upper: min + (steps + 1) * step },
  };
}

export function showNumber(
  value: number,
  unit: NumberQuestion["unit"],
  words: QuestionWords,
): string {
  if (unit === "cad") return formatCad(value, words.locale);
  // A year is a name made of digits: "2021" and never "2,021".
  if (unit === "calendar_year") return String(value);
  if (unit === "count") return formatNumber(value, words.locale);
  if (unit === "km") return formatKm(value, words.locale);
  if (unit === "cc")
    return words.engineText("forms_cc", { count: formatNumber(value, words.locale) });
  const plural =
    new Intl.PluralRules(languageTag[words.locale]).select(value) === "one" ? "one" : "other";
  return words.engineText(`forms_${unit}_${plural}`, { count: formatNumber(value, words.locale) });
}

/** English writes $ before the amount, French after it. */
export function unitAffixes(
  unit: NumberQuestion["unit"],
  words: QuestionWords,
): Pick<InputView, "prefix" | "suffix"> {
  if (unit === "cad") return words.locale === "en" ? { prefix: "$" } : { suffix: "$" };
  if (unit === "cc") return { suffix: words.locale === "en" ? "cc" : "cm³" };
  return unit === "km" ? { suffix: "km" } : {};
}

/** Values on and just outside of both limits, and a text that is not a number. */
export function limitExamples(
  name: string,
  { min, max }: Pick<Limits, "min" | "max">,
): readonly Example[] {
  return [
    { raw: { [name]: String(min) } },
    { raw: { [name]: String(max) } },
    { raw: { [name]: String(min - 1) }, fieldError: "min" },
    { raw: { [name]: String(max + 1) }, fieldError: "max" },
    { raw: { [name]: "a lot" }, fieldError: "not_a_number" },
    { raw: { [name]: "x".repeat(10_000) }, fieldError: "not_a_number" },
  ];
}

function offStepExamples(question: NumberQuestion): readonly Example[] {
  const { name, min } = question;
  const step = stepSize(question);
  if (step === 0.01) return [{ raw: { [name]: `${min + 1}.005` }, fieldError: "too_precise" }];
  const fieldError = step === 1 ? "not_whole" : "not_on_step";
  return [{ raw: { [name]: String(min + step / 2) }, fieldError }];
}
