import { expect, test } from "vitest";
import { exampleForm as form } from "./example-form.fixture.ts";
import { findRefusal } from "./field-error.ts";
import { rawFields } from "./questions/raw-fields.ts";
import { completePost, readForm, readStep } from "./read-form.ts";

const context = { now: new Date("2026-11-21T17:00:00Z"), locale: "en" } as const;
const renter = { homeStatus: "rent", rentAmount: 900, monthlyIncome: 3_000 } as const;

test("changing an answer drops those that hung on it; changing back asks again", () => {
  const own = readStep(form, "home", rawFields({ homeStatus: "own" }), renter, context);
  expect(own).toEqual({ answers: { homeStatus: "own" }, fieldErrors: [] });
  const rent = readStep(form, "home", rawFields({ homeStatus: "rent" }), own.answers, context);
  expect(rent.fieldErrors).toEqual([
    { question: "rentAmount", step: "home", code: "missing", control: "rentAmount" },
  ]);
});

test("an amount sent with a home that is owned is left out, whatever it says", () => {
  const raw = rawFields({ homeStatus: "own", rentAmount: "a lot" });
  expect(readStep(form, "home", raw, {}, context)).toEqual({
    answers: { homeStatus: "own" },
    fieldErrors: [],
  });
});

test("all problems of a step are found, and the good answers kept", () => {
  const { answers, fieldErrors } = readStep(
    form,
    "contact",
    rawFields({ firstName: "Zoé", lastName: "<b>" }),
    { homeStatus: "own" },
    context,
  );
  expect(answers).toEqual({ homeStatus: "own", firstName: "Zoé" });
  expect(fieldErrors.map(({ question, code }) => [question, code])).toEqual([
    ["lastName", "not_a_name"],
  ]);
});

test("a name sent twice with two values is nobody's answer; sent twice alike it is one", () => {
  const twice = rawFields(new URLSearchParams("firstName=A&firstName=B&lastName=C&lastName=C"));
  const { answers, fieldErrors } = readStep(form, "contact", twice, {}, context);
  expect(fieldErrors.map(({ question, code }) => [question, code])).toEqual([
    ["firstName", "repeated"],
  ]);
  expect(answers).toEqual({ lastName: "C" });
});

test("a whole post is validated like the pages, and unknown names are ignored", () => {
  const post = {
    homeStatus: "own",
    firstName: "A",
    lastName: "B",
    isAdmin: "true",
    __proto__x: "1",
  };
  expect(readForm(form, rawFields({ ...post, companyName: "C" }), context)).toEqual({
    ok: true,
    answers: { homeStatus: "own", companyName: "C", firstName: "A", lastName: "B" },
  });
  const reading = readForm(form, rawFields(post), context);
  expect(reading.ok ? [] : reading.fieldErrors).toEqual([
    { question: "companyName", step: "workplace", code: "missing", control: "companyName" },
  ]);
});

test("an empty post names every required question with its step", () => {
  const reading = readForm(form, rawFields({}), context);
  expect(
    reading.ok ? [] : reading.fieldErrors.map(({ step, question }) => `${step}/${question}`),
  ).toEqual(["home/homeStatus", "workplace/companyName", "contact/firstName", "contact/lastName"]);
});

test("a sealed answer that no page shows stays when its field is left blank", () => {
  const stored = { homeStatus: "own", companyName: "Secret", jobTitle: "Cook" } as const;
  const blank = readStep(form, "workplace", rawFields({ companyName: "" }), stored, context);
  // The optional title was shown and taken out; the sealed name was not shown.
  expect(blank).toEqual({ answers: { homeStatus: "own", companyName: "Secret" }, fieldErrors: [] });
  const replaced = readStep(form, "workplace", rawFields({ companyName: "New" }), stored, context);
  expect(replaced.answers).toEqual({ homeStatus: "own", companyName: "New" });
});

const kept = {
  answers: { homeStatus: "rent", rentAmount: 900, monthlyIncome: 3_000, companyName: "Secret" },
  consents: [],
} as const;

test.each([
  ["what a last page leaves out stands as in the draft", {}, {}],
  ["what it does send counts", { homeStatus: "own" }, { homeStatus: "own" }],
  ["a sealed field that came back blank is not taken back", { companyName: "" }, {}],
  ["a sealed field that was filled in counts", { companyName: "New" }, { companyName: "New" }],
])("%s", (_what, sent, changed) => {
  const last = rawFields({ firstName: "A", lastName: "B", ...sent });
  const { homeStatus, ...reading } = readForm(
    form,
    completePost(form, last, kept),
    context,
  ).answers;
  const whole = { ...kept.answers, firstName: "A", lastName: "B", ...changed };
  const { rentAmount, monthlyIncome, ...ofOwner } = whole;
  const { homeStatus: sentHome, ...expected } =
    whole.homeStatus === "own" ? ofOwner : { ...ofOwner, rentAmount, monthlyIncome };
  expect({ homeStatus, ...reading }).toEqual({ homeStatus: sentHome, ...expected });
});

test("of its own questions too, a last page that leaves one out leaves it as in the draft", () => {
  const names = { firstName: "Chloé", lastName: "Gagnon" };
  const progress = { ...kept, answers: { ...kept.answers, ...names } };
  const completed = completePost(form, rawFields({ lastName: "Roy" }), progress);
  expect(readForm(form, completed, context)).toMatchObject({
    ok: true,
    answers: { firstName: "Chloé", lastName: "Roy" },
  });
});

test("a shown field that came back blank is taken back", () => {
  const last = rawFields({ firstName: "A", lastName: "B", rentAmount: "" });
  const reading = readForm(form, completePost(form, last, kept), context);
  expect(reading.ok ? [] : reading.fieldErrors.map(({ question }) => question)).toEqual([
    "rentAmount",
  ]);
});

test("only what no correction can mend is a refusal", () => {
  const fieldError = { question: "dateOfBirth", step: "date-of-birth", control: "dateOfBirth-day" };
  expect(findRefusal([{ ...fieldError, code: "missing" }])).toBeUndefined();
  expect(
    findRefusal([
      { ...fieldError, code: "missing" },
      { ...fieldError, code: "under_age" },
    ]),
  ).toBe("under_age");
  expect(findRefusal([{ ...fieldError, code: "not_served" }])).toBe("not_served");
});
