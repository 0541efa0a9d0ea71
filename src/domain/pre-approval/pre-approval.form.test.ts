import { describeForm } from "#forms/describe-form.fixture.ts";
import { stepPath, listVisibleSteps } from "#forms/steps.ts";
import { findRefusal } from "#forms/field-error.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readStep } from "#forms/read-form.ts";
import { translateIn } from "#forms/translate.server.ts";
import { viewStep } from "#forms/view-step.ts";
import { expect, test } from "vitest";
import { creditAgeNote } from "./credit-age-note.ts";
import { type PreApprovalAnswers, preApprovalForm } from "./pre-approval.form.ts";

describeForm(preApprovalForm);

const now = new Date("2026-11-21T17:00:00Z");
const today = "2026-11-21";
const english = { locale: "en", translate: translateIn("en") } as const;
// An answer that makes the other steps visible: a renter.
const answers: PreApprovalAnswers = { homeStatus: "rent" };

function see(slug: string) {
  return viewStep(preApprovalForm, slug, {
    answers,
    ...english,
    href: (path) => path,
    submissionId: "1",
    today,
  });
}

const three = "3 minutes to complete";
const two = "2 minutes to complete";
const one = "1 minute to complete";

// SPEC.md §2: the titles and their time estimates; §3: the fields.
test.each([
  [1, "/allListings", /vehicle type/u, three, ["carType"]],
  [2, "/allListings/budget", /budget/u, three, ["budget"]],
  [3, "/allListings/trade-in", /trade-in/u, three, ["tradeIn"]],
  [4, "/allListings/credit-rating", /estimated credit rating/u, three, ["creditRating"]],
  [5, "/allListings/employment-status", /employment status/u, three, ["employmentStatus"]],
  [6, "/allListings/income-details", /income details/u, two, ["incomeDetails"]],
  [7, "/allListings/annual-income", /annual income before taxes/u, two, ["annualIncome"]],
  [
    8,
    "/allListings/income-length",
    /How long .* receiving income/u,
    two,
    ["incomeYears", "incomeMonths"],
  ],
  [9, "/allListings/workplace", /where you work/u, two, ["companyName", "jobTitle"]],
  [10, "/allListings/monthly-income", /monthly income/u, two, ["monthlyIncome"]],
  [11, "/allListings/location", /vehicle location/u, two, ["vehicleLocation"]],
  [
    12,
    "/allListings/address-length",
    /time at current address/u,
    one,
    ["yearsAtAddress", "monthsAtAddress"],
  ],
  [13, "/allListings/home", /rent or own/u, one, ["homeStatus", "rentAmount"]],
  [14, "/allListings/citizenship", /Citizenship/u, one, ["citizenship", "driversLicense"]],
  [15, "/allListings/date-of-birth", /date of birth/u, one, ["dateOfBirth"]],
  [
    16,
    "/allListings/contact",
    /Contact information/u,
    one,
    ["firstName", "lastName", "email", "phoneNumber"],
  ],
])("step %i at %s", (stepNumber, path, title, minutesLeftText, names) => {
  const step = listVisibleSteps(preApprovalForm, answers)[stepNumber - 1];
  const view = see(step?.slug ?? "");
  expect(stepPath(preApprovalForm, view.slug)).toBe(path);
  expect(view).toMatchObject({ stepNumber, stepCount: 16, minutesLeftText });
  expect(view.title).toMatch(title);
  expect(view.questions.map(({ name }) => name)).toEqual(names);
});

// SPEC.md §5, verbatim.
test.each([
  ["vehicle-type", ["Sedan", "Coupe", "SUVs", "Hatchback", "Trucks and Pickups", "Minivan"]],
  [
    "budget",
    ["Under $400 / Month", "$400 - 499 / Month", "$500 - 600 / Month", "Over $600 / Month"],
  ],
  ["trade-in", ["No", "Yes", "Unsure"]],
  [
    "credit-rating",
    [
      "Excellent (760-900)",
      "Very Good (725-759)",
      "Good (660-724)",
      "Fair (600-659)",
      "Poor (300-599)",
      "No Credit / Unsure",
    ],
  ],
  ["employment-status", ["Employed", "Self-Employed", "Student", "Retired / Pension", "Other"]],
  [
    "income-details",
    ["I Know My Annual Salary", "I Know My Hourly Wage", "I Know My Monthly Income", "Other"],
  ],
  ["home", ["Rent", "Own"]],
  ["citizenship", ["Canadian Citizen", "Permanent Resident", "Other"]],
])("%s offers the options of the specification", (slug, labels) => {
  const [question] = see(slug).questions;
  expect(question?.control === "radios" && question.options.map(({ label }) => label)).toEqual(
    labels,
  );
});

test.each([
  ["annual-income", "Annual income before taxes must be $0 or more", { annualIncome: "-1" }],
  ["date-of-birth", "Date of birth must be a real date", { dateOfBirth: "1990-02-31" }],
  ["trade-in", "Select whether you have a trade-in", {}],
  [
    "income-length",
    "Months receiving income must be 11 or less",
    { incomeYears: "1", incomeMonths: "12" },
  ],
])("on %s says %j", (slug, text, typed) => {
  const raw = rawFields(typed);
  const { fieldErrors } = readStep(preApprovalForm, slug, raw, answers, { now, locale: "en" });
  const input = {
    answers,
    typed: raw,
    fieldErrors,
    ...english,
    href: (path: string) => path,
    submissionId: "1",
    today,
  };
  expect(viewStep(preApprovalForm, slug, input).errorSummary?.items).toEqual([
    { href: expect.stringMatching(/^#/u), text },
  ]);
});

test.each([
  ["date-of-birth", { dateOfBirth: "2009-06-01" }, "under_age"],
  ["location", { vehicleLocation: "Iqaluit, Nunavut" }, "not_served"],
  ["location", { vehicleLocation: "somewhere" }, undefined],
])("on %s %j is refused kindly: %j", (slug, typed, refusal) => {
  const { fieldErrors } = readStep(preApprovalForm, slug, rawFields(typed), answers, {
    now,
    locale: "en",
  });
  expect(fieldErrors).toHaveLength(1);
  expect(findRefusal(fieldErrors)).toBe(refusal);
});

test.each([
  ["NS", "2008-05-01", /Nova Scotia, you must be 19\b/u],
  ["ON", "2008-05-01", undefined],
  ["NS", "2007-11-21", undefined],
] as const)("in %s, born %s, a note on the age for credit", (province, dateOfBirth, note) => {
  const vehicleLocation = { text: "there", province };
  const said = creditAgeNote({ vehicleLocation, dateOfBirth }, now, english);
  if (note) expect(said).toMatch(note);
  else expect(said).toBeUndefined();
});
