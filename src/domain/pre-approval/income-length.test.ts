import { expect, test } from "vitest";
import { answerRows } from "#forms/answer-rows.ts";
import { translateIn } from "#forms/translate.server.ts";
import { preApprovalForm } from "./pre-approval.form.ts";

test.each([
  [1, 0, "1 year", "1 an"],
  [0, 8, "8 months", "8 mois"],
  [2, 3, "2 years 3 months", "2 ans 3 mois"],
  [0, 0, "0 months", "0 mois"],
])("a time of %s years and %s months is said without what is none", (years, months, en, fr) => {
  const answers = { incomeYears: years, incomeMonths: months };
  const said = (["en", "fr"] as const).map((locale) =>
    answerRows(preApprovalForm, answers, { locale, translate: translateIn(locale) }).map(
      ({ value }) => value.replaceAll("\u00a0", " "),
    ),
  );
  expect(said).toEqual([[en], [fr]]);
});
