import { expect, test } from "vitest";
import { viewStep } from "#forms/view-step.ts";
import { translateIn } from "#forms/translate.server.ts";
import { overwriteGetLocale } from "#messages/runtime.js";
import { LOCALES } from "#values/locale.ts";
import { callBackForm } from "#domain/call-back/call-back.form.ts";
import { callBackQuestions } from "./call-back-questions.ts";

// Other test files share these modules; src/server/vitest-usual-locale.ts restores the locale.

test.each(LOCALES)("the form on the page is the form as declared: %s", (locale) => {
  overwriteGetLocale(() => locale);
  const view = viewStep(callBackForm, "request", {
    answers: {},
    locale,
    translate: translateIn(locale),
    href: (path) => path,
    submissionId: "",
    today: "2026-11-21",
  });
  expect(callBackQuestions()).toEqual(view.questions);
});
