import { expect, test } from "vitest";
import { defineForm, type Step } from "./define-form.ts";
import type { Question } from "./questions/kinds.ts";

const home: Question = { kind: "choice", name: "homeStatus", options: ["rent", "own"] };
const rent: Question = {
  kind: "amount",
  name: "rentAmount",
  min: 0,
  max: 9_000,
  askedWhen: { question: "homeStatus", is: ["rent"] },
};
const place: Question = { kind: "place", name: "at" };

function define(...steps: [Step, ...Step[]]) {
  return () =>
    defineForm({ name: "home", version: 1, basePath: "/home", messagePrefix: "home", steps });
}

test("takes a form whose conditions look back", () => {
  expect(define({ slug: "a", questions: [home, rent] })).not.toThrow();
});

test.each([
  ["a condition on a later question", [{ slug: "a", questions: [rent, home] }], /"rentAmount" by/u],
  ["a condition on itself", [{ slug: "a", questions: [rent] }], /no earlier question/u],
  [
    "a condition on no option",
    [
      {
        slug: "a",
        questions: [home, { ...rent, askedWhen: { question: "homeStatus", is: ["lodge"] } }],
      },
    ],
    /"lodge", which is no option/u,
  ],
  [
    "the same question twice",
    [{ slug: "a", questions: [home, home] }],
    /two controls "homeStatus"/u,
  ],
  [
    "a question named like a hidden control",
    [{ slug: "a", questions: [place, { ...home, name: "at-lat" }] }],
    /two controls "at-lat"/u,
  ],
  [
    "a reserved name",
    [{ slug: "a", questions: [{ ...home, name: "submissionId" }] }],
    /submissionId/u,
  ],
  [
    "the same step twice",
    [
      { slug: "a", questions: [home] },
      { slug: "a", questions: [place] },
    ],
    /two steps "a"/u,
  ],
  ["a title from elsewhere", [{ slug: "a", titleFrom: "rentAmount", questions: [home] }], /title/u],
  ["a question newer than the form", [{ slug: "a", questions: [{ ...home, since: 2 }] }], /older/u],
] satisfies [string, [Step, ...Step[]], RegExp][])("refuses %s", (_what, steps, message) => {
  expect(define(...(steps as [Step, ...Step[]]))).toThrow(message);
});
