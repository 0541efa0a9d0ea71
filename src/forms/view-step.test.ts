import type { Locale } from "#values/locale.ts";
import { expect, test } from "vitest";
import { exampleForm as form } from "./example-form.fixture.ts";
import { rawFields } from "./questions/raw-fields.ts";
import { readStep } from "./read-form.ts";
import { translateIn } from "./translate.server.ts";
import { type StepViewInput, viewStep } from "./view-step.ts";

const context = { now: new Date("2026-11-21T17:00:00Z"), locale: "en" } as const;

function see(slug: string, input: Partial<StepViewInput<typeof form>> = {}, locale: Locale = "en") {
  return viewStep(form, slug, {
    answers: {},
    locale,
    translate: translateIn(locale),
    href: (path) => (locale === "fr" ? `/fr${path}` : path),
    submissionId: "a1",
    today: "2026-11-21",
    ...input,
  });
}

test("a first step: its title is the question, nothing is chosen, nothing leads back", () => {
  expect(see("home")).toMatchObject({
    title: "Do you rent or own your home?",
    titleIs: "label",
    documentTitle: "Do you rent or own your home? – Get approved – Step 1 of 3",
    minutesLeftText: "3 minutes to complete",
    action: "/example",
    backHref: undefined,
    nextLabel: "Next",
    isLast: false,
    summary: { rows: [] },
    hidden: [
      { name: "submissionId", value: "a1" },
      { name: "formname", value: "Example" },
    ],
    questions: [
      { name: "homeStatus", labelIsTitle: true, required: true, showWhen: undefined },
      {
        name: "rentAmount",
        label: "Monthly rent",
        hint: "Your monthly rent, in dollars.",
        describedBy: "rentAmount-hint",
        showWhen: { name: "homeStatus", values: ["rent"] },
      },
    ],
  });
});

test("says in French what it says in English", () => {
  expect(see("workplace", { answers: { homeStatus: "own" } }, "fr")).toMatchObject({
    action: "/fr/example/workplace",
    backHref: "/fr/example",
    backLabel: "Retour",
    nextLabel: "Suivant",
    minutesLeftText: "1 minute pour terminer",
    progressText: "Étape 2 sur 3",
    summary: {
      heading: "Votre demande jusqu’ici",
      rows: [
        {
          name: "Locataire ou propriétaire",
          value: "Propriétaire",
          changeHref: "/fr/example?return=workplace",
          changeName: "Modifier\u00a0: Locataire ou propriétaire",
        },
      ],
    },
    questions: [
      { name: "companyName" },
      { name: "jobTitle", optionalText: "(facultatif)", required: false },
    ],
  });
});

test("a refused step keeps all that was typed and says what to do, beside the field and on top", () => {
  const typed = rawFields({ homeStatus: "rent", rentAmount: "-5\u0000" });
  const { fieldErrors } = readStep(
    form,
    "home",
    rawFields({ homeStatus: "rent", rentAmount: "-5" }),
    {},
    context,
  );
  const view = see("home", { typed, fieldErrors });
  expect(view).toMatchObject({
    documentTitle: "Error: Do you rent or own your home? – Get approved – Step 1 of 3",
    errorSummary: {
      items: [{ href: "#rentAmount", text: "Monthly rent must be $0 or more" }],
    },
    questions: [
      {
        options: [
          { value: "rent", checked: true },
          { value: "own", checked: false },
        ],
      },
      {
        value: "-5",
        error: "Monthly rent must be $0 or more",
        errorId: "rentAmount",
        describedBy: "rentAmount-hint rentAmount-error",
      },
    ],
  });
});

test("the last step names its draft and carries no answer: the draft has them", () => {
  const answers = {
    homeStatus: "rent",
    rentAmount: 900,
    monthlyIncome: 3_000,
    companyName: "Secret",
  } as const;
  const view = see("contact", { answers, returnTo: "home" });
  expect(view.isLast).toBe(true);
  expect(view.nextLabel).toBe("Submit");
  expect(view.action).toBe("/example/contact?return=home");
  expect(Object.fromEntries(view.hidden.map(({ name, value }) => [name, value]))).toEqual({
    submissionId: "a1",
    formname: "Example",
  });
  expect(JSON.stringify(view)).not.toContain("Secret");
});

test("a sealed answer comes back masked, with a way to keep it", () => {
  const answers = { homeStatus: "own", companyName: "Secret123" } as const;
  const [question] = see("workplace", { answers }).questions;
  expect(question).toMatchObject({
    value: "",
    required: false,
    storedText: "You gave ••• ••• 123. Leave this blank to keep it.",
  });
});

test("names in a row are one line of the summary", () => {
  const answers = {
    homeStatus: "own",
    companyName: "C",
    firstName: "Zoé",
    lastName: "Roy",
  } as const;
  const rows = see("home", { answers }).summary.rows;
  expect(rows.map(({ key, name, value }) => [key, name, value])).toEqual([
    ["companyName", "Company name", "••• ••• C"],
    ["name", "Name", "Zoé Roy"],
  ]);
});
