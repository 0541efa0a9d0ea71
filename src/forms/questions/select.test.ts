import { expect, test } from "vitest";
import { defineForm } from "../define-form.ts";
import { rawFields } from "../raw-fields.ts";
import { readWhole } from "../read-answers.ts";
import { translateIn } from "../translate.server.ts";
import { stepView } from "../view-step.ts";
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
  const context = { today: new Date(), locale: "en" } as const;
  expect(readWhole(form, rawFields({ make, model }), context).answers).toEqual(answers);
});

test("lists the models in groups, for a page without JavaScript", () => {
  const view = stepView(form, "vehicle", {
    answers: {},
    locale: "en",
    translate: translateIn("en"),
    href: (path) => path,
    submissionId: "1",
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
