import type { Locale } from "#values/locale.ts";
import { expect, test } from "vitest";
import { defineForm } from "./define-form.ts";
import type { Question } from "./questions/kinds.ts";
import { fieldErrorText } from "./field-error.ts";
import { rawFields } from "./questions/raw-fields.ts";
import { readForm } from "./read-form.ts";
import { translateIn } from "./translate.server.ts";

const income: Question = {
  kind: "number",
  name: "annualIncome",
  unit: "cad",
  min: 1_000,
  max: 9_000,
  step: 10,
  short: true,
};
const firstName: Question = { kind: "person-name", name: "firstName" };

function findText(question: Question, typed: string, locale: Locale): string | undefined {
  const form = defineForm({
    name: "one",
    version: 1,
    basePath: "/one",
    messagePrefix: "pre_approval_form",
    steps: [{ slug: "one", questions: [question] }],
  });
  const context = { now: new Date(), locale };
  const reading = readForm(form, rawFields({ [question.name]: typed }), context);
  const [fieldError] = reading.ok ? [] : reading.fieldErrors;
  return (
    fieldError &&
    fieldErrorText(form, question, fieldError, { locale, translate: translateIn(locale) })
  );
}

test.each([
  [income, "", "Enter your annual income before taxes"],
  [income, "999", "Annual income before taxes must be $1,000 or more"],
  [income, "9001", "Annual income before taxes must be $9,000 or less"],
  [
    income,
    "1015",
    "Annual income before taxes must be $1,010 or $1,020, the closest amounts to what you typed",
  ],
  [income, "9".repeat(10_001), "Annual income before taxes must be 10,000 characters or fewer"],
  [firstName, "", "Enter your first name"],
  [firstName, "x".repeat(101), "First name must be 100 characters or fewer"],
])("%# says how to mend it", (question, typed, text) => {
  expect(findText(question, typed, "en")).toBe(text);
});

test("says it in French too, with French numbers", () => {
  expect(findText(income, "999", "fr")).toBe(
    "Revenu annuel avant impôts\u00a0: entrez 1\u00a0000\u00a0$ ou plus",
  );
});

test.each([
  ["en", /seems to contain a Social Insurance Number/],
  ["fr", /numéro d’assurance sociale/],
] as const)("a Social Insurance Number is refused in free text, in words: %s", (locale, words) => {
  const free: Question = { kind: "long-text", name: "subject", words: "call_back_form_name" };
  const text = findText(free, "Call me, my SIN is 130 692 544.", locale);
  expect(text).toMatch(words);
  expect(findText(free, "Call me at 416-555-0142.", locale)).toBeUndefined();
});
