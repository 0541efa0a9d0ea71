import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";
import { limitExamples, readWithin, showNumber, unitAffixes } from "./number.ts";

/** Dollars as people write them, in a text control: "$1,234.50", "1 234,50 $". */
export interface AmountQuestion extends QuestionBase {
  readonly kind: "amount";
  readonly min: number;
  readonly max: number;
  /** Whole dollars; else to the cent. */
  readonly step?: 1;
}

const stepSize = ({ step }: AmountQuestion) => step ?? 0.01;

export const amount: QuestionKind<AmountQuestion, number> = {
  controls: (question) => [question.name],
  read: (raw, question) =>
    readWithin(rawValue(raw, question.name), { ...question, step: stepSize(question) }),
  write: (value, question) => ({ [question.name]: String(value) }),
  show: (value, _question, words) => showNumber(value, "cad", words),
  exportValue: (value) => String(value),
  stored: () => z.number(),
  jsonSchema: (question) => ({
    [question.name]: {
      type: "string",
      description: `Dollars, from ${question.min} to ${question.max}.`,
    },
  }),
  view: (question, typed, words) => ({
    control: "input",
    type: "text",
    value: rawValue(typed, question.name),
    inputMode: question.step ? "numeric" : "decimal",
    autocomplete: question.autocomplete,
    ...unitAffixes("cad", words),
  }),
  showLimit: (limit, _question, words) => showNumber(limit, "cad", words),
  examples: (question) => [
    ...limitExamples(question.name, question),
    ...(question.step
      ? [{ raw: { [question.name]: `${question.min + 1}.50` }, fieldError: "not_whole" }]
      : [
          { raw: { [question.name]: `$${question.min + 1},50` } },
          { raw: { [question.name]: `${question.min + 1}.005` }, fieldError: "too_precise" },
        ]),
  ],
};
