import { expect, test } from "vitest";
import { exampleForm as form } from "./example-form.fixture.ts";
import { NO_PROGRESS } from "./gates.ts";
import {
  dropUnaskedAnswers,
  earliestChangedStep,
  firstOpenDestination,
  isReachable,
  destinationAfter,
  stepBefore,
  findStep,
  destinationPath,
  stepPath,
} from "./steps.ts";

const renter = { homeStatus: "rent", rentAmount: 900, monthlyIncome: 3_000 };
const owner = { homeStatus: "own" };

test("the first step answers at the form's own address only", () => {
  expect(form.steps.map(({ slug }) => stepPath(form, slug))).toEqual([
    "/example",
    "/example/monthly-income",
    "/example/workplace",
    "/example/contact",
  ]);
  expect(findStep(form, undefined)?.slug).toBe("home");
  expect(findStep(form, "contact")?.slug).toBe("contact");
  expect(findStep(form, "home")).toBeUndefined();
  expect(findStep(form, "nowhere")).toBeUndefined();
});

test.each([
  ["a renter is asked for an income", renter, "monthly-income"],
  ["an owner is not", owner, "workplace"],
])("%s", (_who, answers, next) => {
  expect(destinationAfter(form, "home", answers)).toMatchObject({ step: { slug: next } });
  expect(stepBefore(form, next, answers)?.slug).toBe("home");
});

test.each([
  [{}, "home"],
  [{ homeStatus: "rent" }, "home"],
  [renter, "workplace"],
  [{ ...renter, monthlyIncome: undefined }, "monthly-income"],
  [owner, "workplace"],
  [{ ...owner, companyName: "A" }, "contact"],
  [{ ...owner, companyName: "A", firstName: "B", lastName: "C" }, null],
])("with %j the first step to answer is %j", (answers, slug) => {
  const destination = firstOpenDestination(form, { answers, consents: [] });
  expect(destination && destinationPath(form, destination)).toBe(slug && stepPath(form, slug));
});

test("no step may be seen before those ahead of it are answered", () => {
  expect(isReachable(form, "workplace", NO_PROGRESS)).toBe(false);
  expect(isReachable(form, "workplace", { answers: owner, consents: [] })).toBe(true);
  expect(isReachable(form, "home", { answers: owner, consents: [] })).toBe(true);
});

test("drops what is no longer asked, and what hung on it", () => {
  expect(dropUnaskedAnswers(form, { ...renter, homeStatus: "own" })).toEqual(owner);
});

test("an older draft lands on the earliest question that came since", () => {
  expect(earliestChangedStep(form, 1, renter)?.slug).toBe("monthly-income");
  expect(earliestChangedStep(form, 1, owner)).toBeUndefined();
  expect(earliestChangedStep(form, 2, renter)).toBeUndefined();
});
