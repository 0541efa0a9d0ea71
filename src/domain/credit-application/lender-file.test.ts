import { expect, test } from "vitest";
import { creditApplicationForm as form } from "./credit-application.form.ts";
import { computeRatios, findFileSection, findMissing, type MissingThing } from "./lender-file.ts";

const answers = {
  grossIncome: 5_400,
  incomeFrequency: "monthly",
  mortgageRentAmount: 1_450,
  durationAtAddress: 40,
  employmentLength: 50,
  licenseExpiryDate: "2031-06-05",
} as const;

const facts = {
  consents: ["credit_check", "share_with_dealership"],
  isPhoneVerified: true,
  hasSealedAnswers: true,
  today: "2026-11-22",
} as const;

test("every question but the message, the consents, the link one came by and what was said before has its part", () => {
  const without = form.steps
    .flatMap((step) => step.questions.map(({ name }): string => name))
    .filter((name) => findFileSection(name) === null);
  expect(without).toEqual([
    "invitation",
    "creditRating",
    "budget",
    "carType",
    "comfortablePayment",
    "downPayment",
    "loanMonths",
    "message",
    "englishChosen",
    "creditCheck",
    "dealership",
    "shareWithDealership",
  ]);
});

test("nothing is missing of a whole file", () => {
  expect(findMissing(answers, facts)).toEqual([]);
});

test.each<[MissingThing, object, object]>([
  ["previous_address", { durationAtAddress: 23 }, {}],
  ["previous_employer", { employmentLength: 0 }, {}],
  ["licence_expired", { licenseExpiryDate: "2026-11-21" }, {}],
  ["licence_expires_soon", { licenseExpiryDate: "2026-11-22" }, {}],
  ["licence_expires_soon", { licenseExpiryDate: "2027-01-20" }, {}],
  ["other_income_disagrees", { otherAnnualIncome: 6_000, otherMonthlyIncome: 900 }, {}],
  ["income", { grossIncome: 0 }, {}],
  ["credit_check_consent", {}, { consents: ["share_with_dealership"] }],
  ["share_consent", {}, { consents: ["credit_check"] }],
  ["phone_not_verified", {}, { isPhoneVerified: false }],
  ["sealed_answers_gone", {}, { hasSealedAnswers: false }],
])("%s: %j %j", (thing, answered, known) => {
  expect(findMissing({ ...answers, ...answered }, { ...facts, ...known })).toEqual([thing]);
});

test("two years are settled, and an earlier address answers for less", () => {
  const short = { ...answers, durationAtAddress: 3, previousAddress: "4 Main Street, Regina" };
  expect(findMissing(short, facts)).toEqual([]);
  expect(findMissing({ ...answers, employmentLength: 24 }, facts)).toEqual([]);
});

test("GDS and TDS are parts of the income before taxes", () => {
  const ratios = computeRatios(answers, { debtsCad: 270, paymentCad: 440 });
  expect(ratios?.gds).toBeCloseTo(1_450 / 5_400, 10);
  expect(ratios?.tds.debtRatio).toBeCloseTo(2_160 / 5_400, 10);
  expect(ratios?.tds.paymentRatio).toBeCloseTo(440 / 5_400, 10);
  expect(ratios?.tds.level).toBe("comfortable");
  expect(computeRatios({ ...answers, grossIncome: 0 }, { debtsCad: 0, paymentCad: 0 })).toBeNull();
});
