import { expect, test } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { creditApplicationForm as form } from "./credit-application.form.ts";

describeForm(form);

/** Every field of SPEC.md §3, in its order, with the rules of §4 and §5. */
const SPEC_FIELDS = {
  firstName: "required",
  lastName: "required",
  dateOfBirth: "required",
  email: "required",
  phone: "required",
  licenseNumber: "required",
  licenseExpiryDate: "required",
  // SPEC.md requires licence fields; a SIN may not be demanded for credit (reference/domain.md §3).
  sinNumber: "optional",
  streetAddress: "required",
  city: "required",
  province: "required",
  postalCode: "required",
  // "streetAddress" is the address; this field is only for one that differs.
  homeAddress: "optional",
  residenceStatus: "required",
  mortgageRentAmount: "required",
  durationAtAddress: "required",
  employerName: "required, when selfEmployed is yes or no",
  employerAddress: "required, when selfEmployed is yes or no",
  employerCity: "required, when selfEmployed is yes or no",
  employerProvince: "required, when selfEmployed is yes or no",
  employerPostalCode: "required, when selfEmployed is yes or no",
  selfEmployed: "required",
  jobTitle: "required, when selfEmployed is yes or no",
  workPhone: "required, when selfEmployed is yes or no",
  grossIncome: "required",
  incomeFrequency: "required",
  employmentLength: "required, when selfEmployed is yes or no",
  otherIncomeSource: "optional",
  otherAnnualIncome: "optional",
  otherMonthlyIncome: "optional",
  coApplicantFirstName: "optional",
  coApplicantLastName: "optional",
  coApplicantDateOfBirth: "optional",
  coApplicantEmail: "optional",
  coApplicantPhone: "optional",
  tradeIn: "required",
  tradeInDetails: "optional, when tradeIn is yes",
  vin: "optional, when tradeIn is yes",
  odometer: "optional, when tradeIn is yes",
  colour: "optional, when tradeIn is yes",
  vehicleTitle: "optional, when tradeIn is yes",
  message: "optional",
};

/** What lenders and the law need beyond SPEC.md: none of it is required to send. */
const OWN_FIELDS = {
  previousAddress: "optional, when durationAtAddress is below 24",
  previousEmployer: "optional, when employmentLength is below 24",
  invitation: "optional",
  coApplicantOf: "optional",
  creditRating: "optional",
  budget: "optional",
  carType: "optional",
  comfortablePayment: "optional",
  downPayment: "optional",
  loanMonths: "optional",
  listing: "optional",
  listingName: "optional",
  agreedPrice: "optional",
  englishChosen: "optional, when province is QC",
  creditCheck: "optional",
  dealership: "optional",
  shareWithDealership: "optional",
};

test("asks every field of SPEC.md by its rule, and nothing else that must be answered", () => {
  const requested = form.steps.flatMap(({ questions }) =>
    questions.map((question) => [question.name, describeRule(question)] as const),
  );
  expect(Object.fromEntries(requested)).toEqual({ ...SPEC_FIELDS, ...OWN_FIELDS });
});

type AskedQuestion = (typeof form)["steps"][number]["questions"][number];

function describeRule(question: AskedQuestion): string {
  const rule = "optional" in question ? "optional" : "required";
  if (!("askedWhen" in question)) return rule;
  const { askedWhen } = question;
  const limit = "below" in askedWhen ? `below ${askedWhen.below}` : askedWhen.is.join(" or ");
  return `${rule}, when ${askedWhen.question} is ${limit}`;
}
