import { formatNumber } from "#values/format.ts";
import * as z from "zod/mini";
import { readWithin, showNumber } from "./number.ts";
import type { QuestionBase, QuestionKind, ReadResult } from "./question-kind.ts";
import { isBlank, rawValue, type RawFields } from "./raw-fields.ts";

/**
 * How long something has lasted, in whole months: two number fields `x-years` and `x-months`, of which
 * one may stay blank; a direct post may send `x` in months.
 */
export interface DurationQuestion extends QuestionBase {
  readonly kind: "duration";
  readonly maxYears: number;
}

/** The two fields that a page shows, by the question's name. */
export function durationControls(name: string): readonly [years: string, months: string] {
  return [`${name}-years`, `${name}-months`];
}

export const duration: QuestionKind<DurationQuestion, number> = {
  // The two fields come first, because errors link to them.
  controls: ({ name }) => [...durationControls(name), name],
  read(raw, question) {
    const [years, months] = durationControls(question.name);
    const max = question.maxYears * 12;
    if (isBlank(raw, [years, months]))
      return readWithin(rawValue(raw, question.name), { min: 0, max, step: 1 });
    const inYears = readPart(raw, years, question.maxYears);
    if (!inYears.ok) return inYears;
    // At most eleven months beside years; alone, eighteen months are accepted as one year and six.
    const inMonths = readPart(raw, months, inYears.value > 0 ? 11 : max);
    if (!inMonths.ok) return inMonths;
    return { ok: true, value: inYears.value * 12 + inMonths.value };
  },
  write: (value, question) => ({ [question.name]: String(value) }),
  show(value, _question, words) {
    const [years, months] = split(value);
    const shown = [
      ...(years > 0 ? [showNumber(years, "years", words)] : []),
      ...(months > 0 || years === 0 ? [showNumber(months, "months", words)] : []),
    ];
    return shown.join(" ");
  },
  exportValue: (value) => String(value),
  stored: () => z.number(),
  jsonSchema: ({ name, maxYears }) => ({
    [name]: {
      type: "integer",
      minimum: 0,
      maximum: maxYears * 12,
      description: "In months; or as two fields, -years and -months.",
    },
  }),
  view(question, typed, words) {
    const [years, months] = typedParts(typed, question);
    const values = { years, months };
    const names = durationControls(question.name);
    return {
      control: "parts",
      mayLackParts: true,
      parts: (["years", "months"] as const).map((part, index) => ({
        name: names[index] ?? part,
        id: names[index] ?? part,
        label: words.engineText(`forms_duration_${part}`),
        value: values[part],
        size: 2 as const,
      })),
    };
  },
  showLimit: (limit, _question, words) => formatNumber(limit, words.locale),
  examples: ({ name, maxYears }) => {
    const [years, months] = durationControls(name);
    return [
      { raw: { [name]: "40" } },
      { raw: { [years]: "3", [months]: "4" } },
      { raw: { [years]: "0", [months]: "0" } },
      { raw: { [months]: "18" } },
      { raw: { [years]: String(maxYears) } },
      { raw: { [years]: String(maxYears + 1) }, fieldError: "max" },
      { raw: { [years]: "3", [months]: "12" }, fieldError: "max" },
      { raw: { [years]: "-1" }, fieldError: "min" },
      { raw: { [years]: "1.5" }, fieldError: "not_whole" },
      { raw: { [name]: String(maxYears * 12 + 1) }, fieldError: "max" },
      { raw: { [name]: "a while" }, fieldError: "not_a_number" },
    ];
  },
};

/** A blank field beside a filled one counts as 0. */
function readPart(raw: RawFields, control: string, max: number): ReadResult<number> {
  const typed = rawValue(raw, control);
  if (typed.trim() === "") return { ok: true, value: 0 };
  const read = readWithin(typed, { min: 0, max, step: 1 });
  return read.ok ? read : { ...read, control };
}

function typedParts(typed: RawFields, { name }: DurationQuestion): readonly [string, string] {
  const [years, months] = durationControls(name);
  const whole = rawValue(typed, name);
  if (isBlank(typed, [years, months]) && /^\d+$/u.test(whole)) {
    const [inYears, inMonths] = split(Number(whole));
    return [String(inYears), String(inMonths)];
  }
  return [rawValue(typed, years), rawValue(typed, months)];
}

const split = (months: number) => [Math.floor(months / 12), months % 12] as const;
