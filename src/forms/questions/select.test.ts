import { expect, test } from "vitest";
import { defineForm } from "#forms/define-form.ts";
import { readOne, viewOne } from "#forms/one-question.fixture.ts";
import { rawFields } from "./raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { translateIn } from "#forms/translate.server.ts";
import { viewStep } from "#forms/view-step.ts";
import type { SelectQuestion } from "./select.ts";

const model = {
  kind: "select",
  name: "model",
  optionWords: "verbatim",
  optionsBy: { question: "make", options: { Honda: ["Civic", "Fit"], Fiat: ["500"] } },
} as const satisfies SelectQuestion;

const form = defineForm({
  name: "car",
  version: 1,
  basePath: "/car",
  messagePrefix: "offer_form",
  steps: [
    {
      slug: "vehicle",
      questions: [
        { kind: "select", name: "make", options: ["Honda", "Fiat"], optionWords: "verbatim" },
        model,
      ],
    },
  ],
});

test.each([
  ["Honda", "Civic", { make: "Honda", model: "Civic" }],
  ["honda", "civic", { make: "Honda", model: "Civic" }],
  ["Fiat", "Civic", { make: "Fiat" }],
  ["", "Civic", {}],
])("a %j %j is %j: a model belongs to its make", (make, model, answers) => {
  const context = { now: new Date(), locale: "en" } as const;
  expect(readForm(form, rawFields({ make, model }), context).answers).toEqual(answers);
});

test("lists the models in groups, for a page without JavaScript", () => {
  const view = viewStep(form, "vehicle", {
    answers: {},
    locale: "en",
    translate: translateIn("en"),
    href: (path) => path,
    submissionId: "1",
    today: "2026-11-21",
  });
  expect(view.questions[1]).toMatchObject({
    groupedBy: "make",
    emptyLabel: "Select Make first",
    options: [
      { value: "Civic", label: "Civic", group: "Honda" },
      { value: "Fit", label: "Fit", group: "Honda" },
      { value: "500", label: "500", group: "Fiat" },
    ],
  });
});

test("says which year each model belongs to, where the form asks for one", () => {
  const ofYear = defineForm({
    ...form,
    steps: [
      {
        slug: "vehicle",
        questions: [
          { kind: "select", name: "year", options: ["2015", "2021"], optionWords: "verbatim" },
          { kind: "select", name: "make", options: ["Honda", "Fiat"], optionWords: "verbatim" },
          {
            ...model,
            optionsBy: {
              ...model.optionsBy,
              years: { question: "year", of: { Honda: { Fit: [2007, 2020] } } },
            },
          },
        ],
      },
    ],
  });
  const view = viewStep(ofYear, "vehicle", {
    answers: {},
    locale: "en",
    translate: translateIn("en"),
    href: (path) => path,
    submissionId: "1",
    today: "2026-11-21",
  });
  expect(view.questions[2]).toMatchObject({
    year: { control: "year", otherYearsLabel: "Other years" },
    options: [{ value: "Civic" }, { value: "Fit", years: [2007, 2020] }, { value: "500" }],
  });
  // A year sorts the list; it refuses nothing, for what we know of years may be wrong.
  const context = { now: new Date(), locale: "en" } as const;
  const raw = rawFields({ year: "2021", make: "Honda", model: "Fit" });
  expect(readForm(ofYear, raw, context)).toMatchObject({ ok: true });
});

test.each(["toString", "constructor", "__proto__", "hasOwnProperty"])(
  "a make of one's own that reads %s has no models",
  (make) => {
    const anyMake = defineForm({
      ...form,
      steps: [
        {
          slug: "vehicle",
          questions: [{ kind: "text", name: "make" }, model],
        },
      ],
    });
    const raw = rawFields({ make, model: "Civic" });
    const context = { now: new Date(), locale: "en" } as const;
    expect(readForm(anyMake, raw, context)).toMatchObject({
      ok: false,
      fieldErrors: [{ question: "model", code: "missing" }],
    });
  },
);

test("options that are rows of a table have their names, and leaving them its own words", () => {
  const dealership: SelectQuestion = {
    kind: "select",
    name: "dealershipId",
    words: "people_dealership",
    options: ["d1"],
    optionWords: new Map([["d1", "Prairie Auto"]]),
    emptyEntry: "own",
  };
  expect(viewOne(dealership, {}, "en")).toMatchObject({
    emptyLabel: "None",
    options: [{ value: "d1", label: "Prairie Auto" }],
  });
  expect(viewOne({ ...dealership, emptyEntry: "none" }, {}, "en")).not.toHaveProperty("emptyLabel");
  expect(readOne(dealership, "d2")).toBe("!missing");
});
