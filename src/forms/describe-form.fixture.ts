import { readdirSync, readFileSync } from "node:fs";
import { calendarDay } from "#values/format.ts";
import { LOCALES, type Locale } from "#values/locale.ts";
import { describe, expect, test } from "vitest";
import type { FormDeclaration } from "./define-form.ts";
import { formCases, validPost } from "./form-cases.fixture.ts";
import { jsonSchema } from "./json-schema.ts";
import {
  gatesBefore,
  NO_PROGRESS,
  passGate,
  type Progress,
  questionsAnsweredByGates,
} from "./gates.ts";
import { firstOpenDestination, isGateReachable, isReachable, listVisibleSteps } from "./steps.ts";
import { kindOf } from "./questions/kinds.ts";
import { messageKeys } from "./words.ts";
import { type FieldError, fieldErrorText } from "./field-error.ts";
import type { Answers } from "./questions/question-kind.ts";
import { type RawFields, rawFields } from "./questions/raw-fields.ts";
import { completePost, readForm, readStep } from "./read-form.ts";
import { spreadsheetColumns, toSpreadsheetFields } from "./spreadsheet-fields.ts";
import { parseStored, splitSealed } from "./stored-answers.ts";
import { translateIn } from "./translate.server.ts";
import { viewStep } from "./view-step.ts";

const now = new Date("2026-11-21T17:00:00Z");
const context = { now, locale: "en", translations: LOCALES.map(translateIn) } as const;
const submissionId = "018f4b7e-5a3b-7c11-9d2e-0242ac120002";
const unhelpful = /invalid|oops|this field is required|undefined|\{/iu;

/** The generated tests of a form: call it in the form's own test, beside what is special about it. */
export function describeForm(form: FormDeclaration): void {
  describe(`form ${form.name}`, () => {
    testCases(form);
    testWords(form);
    testPages(form);
    testStorage(form);
  });
}

function testCases(form: FormDeclaration): void {
  test.each(formCases(form, now))("$title", ({ raw, fieldError, unasked }) => {
    const reading = readForm(form, rawFields(raw), context);
    const fieldErrors = reading.ok ? [] : reading.fieldErrors;
    if (fieldError) expect(fieldErrors).toContainEqual(expect.objectContaining(fieldError));
    else expect(fieldErrors).toEqual([]);
    if (unasked) expect(reading.answers).not.toHaveProperty(unasked);
    for (const found of fieldErrors) expectHelpfulWords(form, found);
  });
}

function expectHelpfulWords(form: FormDeclaration, fieldError: FieldError): void {
  const question = form.steps
    .flatMap((step) => step.questions)
    .find(({ name }) => name === fieldError.question);
  if (!question) throw new Error(`No question "${fieldError.question}".`);
  for (const locale of LOCALES) {
    const words = fieldErrorText(form, question, fieldError, {
      locale,
      translate: translateIn(locale),
    });
    expect(words).toMatch(/^.{8,}$/u);
    expect(words).not.toMatch(unhelpful);
  }
}

function testWords(form: FormDeclaration): void {
  test.each(LOCALES)("has all its words in %s", (locale) => {
    const words = messagesIn(locale);
    expect(messageKeys(form).filter((key) => !words[key]?.trim())).toEqual([]);
  });
}

/** From the source files, since a compiled message falls back to the other language. */
function messagesIn(locale: Locale): Readonly<Record<string, string>> {
  const folder = new URL(`../../messages/${locale}/`, import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"))),
  );
}

function testPages(form: FormDeclaration): void {
  test.each(LOCALES)(
    "walks every step and gate in %s, filled in; the last page and the draft are the whole form",
    (locale) => {
      const whole = rawFields(validPost(form, now));
      const steps = listVisibleSteps(form, allAnswers(form));
      let progress: Progress = NO_PROGRESS;
      let hidden: readonly { name: string; value: string }[] = [];
      for (const step of steps) {
        for (const gate of gatesBefore(form, step)) {
          expect(isReachable(form, step.slug, progress)).toBe(false);
          expect(isGateReachable(form, gate, progress)).toBe(true);
          const consents = passGate(gate, progress.consents, { locale, at: now });
          progress = { ...progress, consents };
        }
        expect(isReachable(form, step.slug, progress)).toBe(true);
        expectPage(form, step.slug, locale, progress.answers);
        const reading = readStep(form, step.slug, whole, progress.answers, context);
        expect(reading.fieldErrors).toEqual([]);
        progress = { ...progress, answers: reading.answers };
        hidden = expectPage(form, step.slug, locale, progress.answers).hidden;
      }
      const { answers, consents } = progress;
      expect(answers).toEqual(allAnswers(form));
      expect(firstOpenDestination(form, progress)).toBeNull();
      // No page repeats the answers of another: they are in the draft.
      const own = form.formname ? ["submissionId", "formname"] : ["submissionId"];
      const carried = (steps.at(-1)?.questions ?? []).filter(
        (question) => question.isHidden && answers[question.name] !== undefined,
      );
      const names = [...own, ...carried.map(({ name }) => name)];
      expect(hidden.map(({ name }) => name)).toEqual(names);
      const agreed = questionsAnsweredByGates(form, consents);
      const last = (steps.at(-1)?.questions ?? [])
        .filter(({ name }) => !agreed.includes(name))
        .flatMap((question) => {
          const answer = answers[question.name];
          return answer === undefined
            ? []
            : Object.entries(kindOf(question).write(answer, question));
        });
      const post = Object.fromEntries([...hidden.map(({ name, value }) => [name, value]), ...last]);
      const completed = completePost(form, rawFields(post), progress);
      expect(readForm(form, completed, context)).toEqual({ ok: true, answers });
    },
  );

  test.each(form.steps.map(({ slug }) => slug))("shows what is wrong on an empty %s", (slug) => {
    const answers = allAnswers(form);
    const empty: RawFields = new Map();
    const { fieldErrors } = readStep(form, slug, empty, {}, context);
    const view = viewStep(form, slug, { ...page("fr"), answers, typed: empty, fieldErrors });
    expect(view.errorSummary?.items.length ?? 0).toBe(fieldErrors.length);
    for (const { href } of view.errorSummary?.items ?? [])
      expect(JSON.stringify(view)).toContain(`"${href.slice(1)}"`);
    if (fieldErrors.length > 0) expect(view.documentTitle).toMatch(/^Erreur/u);
  });
}

function page(locale: Locale) {
  const href = (path: string) => (locale === "fr" ? `/fr${path}` : path);
  return { locale, translate: translateIn(locale), today: calendarDay(now), href, submissionId };
}

function expectPage(form: FormDeclaration, slug: string, locale: Locale, answers: Answers) {
  const view = viewStep(form, slug, { ...page(locale), answers });
  expect(JSON.parse(JSON.stringify(view))).toMatchObject({ slug, submissionId });
  expect(JSON.stringify({ ...view, questions: [] })).not.toMatch(/undefined/u);
  const ids = view.questions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  return view;
}

function testStorage(form: FormDeclaration): void {
  test("comes back from storage as it was, sealed answers apart and in no export", () => {
    const answers = allAnswers(form);
    const { open, sealed } = splitSealed(form, answers);
    const stored: unknown = JSON.parse(JSON.stringify({ ...open, ...sealed }));
    expect(parseStored(form, stored)).toEqual({ answers, refused: [] });
    const exported = JSON.stringify(toSpreadsheetFields(form, answers));
    for (const [name, value] of Object.entries(sealed ?? {})) {
      expect(spreadsheetColumns(form)).not.toContain(name);
      expect(exported).not.toContain(JSON.stringify(value));
    }
  });

  test("says in OpenAPI every field of a good post", () => {
    expect(jsonSchema(form).properties).toMatchObject(
      Object.fromEntries(spreadsheetColumns(form).map((name) => [name, expect.anything()])),
    );
  });
}

function allAnswers(form: FormDeclaration): Answers {
  const reading = readForm(form, rawFields(validPost(form, now)), context);
  expect(reading.ok ? [] : reading.fieldErrors).toEqual([]);
  return reading.answers;
}
