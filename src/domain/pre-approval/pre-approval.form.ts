import { type AnswersOf, defineForm } from "#forms/define-form.ts";
import { BUDGETS } from "#values/budget.ts";
import { CREDIT_BANDS } from "#values/credit-band.ts";
import { MINIMUM_AGE } from "#values/province.ts";
import type { Gate } from "#forms/gates.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";

/**
 * The panel after step 11. Continue confirms that one has read how one is matched, and is no
 * consent: each purpose has its own box, which names the dealership (`panel-boxes.server.ts`).
 */
export const QUALIFIED_GATE = {
  name: "qualified",
  before: "address-length",
  until: {
    agreedTo: ["matching_explained"],
    words: (locale: Locale) => m.pre_approval_qualified_matching({}, { locale }),
    version: 3,
  },
  offers: ["contact_about_request", "share_with_dealership", "contract_language"],
  // These answers determine which dealership the panel names.
  dependsOn: ["listing", "vehicleLocation"],
} as const satisfies Gate;

/** The channel of the consents that its boxes give. */
export const PANEL_CHANNEL = "web: pre-approval, qualified panel, checkbox";

/** The 16 questions of SPEC.md §2, with its titles, options and time estimates. */
export const preApprovalForm = defineForm({
  name: "pre-approval",
  version: 1,
  basePath: "/allListings",
  messagePrefix: "pre_approval_form",
  formname: "PreApproval",
  formnameIsOurs: true,
  gates: [QUALIFIED_GATE],
  steps: [
    {
      slug: "vehicle-type",
      minutesLeft: 3,
      titleFrom: "carType",
      questions: [
        {
          kind: "choice",
          name: "carType",
          options: ["sedan", "coupe", "suv", "hatchback", "truck", "minivan"],
          pictures: "vehicle-type",
          short: true,
        },
        // The listing that the person came from, and its name, which the server looks up.
        { kind: "text", name: "listing", maxLength: 36, optional: true, isHidden: true },
        { kind: "text", name: "listingName", maxLength: 120, optional: true, isHidden: true },
        // The price agreed with its seller, in dollars; the server looks it up.
        {
          kind: "number",
          name: "agreedPrice",
          unit: "cad",
          step: 1,
          min: 1,
          max: 10_000_000,
          optional: true,
          isHidden: true,
        },
        // The chosen down payment in dollars and term in months.
        {
          kind: "number",
          name: "downPayment",
          unit: "cad",
          min: 0,
          max: 10_000_000,
          optional: true,
          isHidden: true,
        },
        {
          kind: "number",
          name: "loanMonths",
          unit: "months",
          step: 1,
          min: 48,
          max: 84,
          optional: true,
          isHidden: true,
        },
      ],
    },
    {
      slug: "budget",
      minutesLeft: 3,
      questions: [{ kind: "choice", name: "budget", options: BUDGETS, short: true, hint: true }],
    },
    {
      slug: "trade-in",
      minutesLeft: 3,
      questions: [
        {
          kind: "choice",
          name: "tradeIn",
          options: ["no", "yes", "unsure"],
          optionWords: "forms_option",
          short: true,
          hint: true,
        },
      ],
    },
    {
      slug: "credit-rating",
      minutesLeft: 3,
      questions: [
        {
          kind: "choice",
          name: "creditRating",
          options: CREDIT_BANDS,
          pictures: "credit-rating",
          short: true,
          hint: true,
        },
      ],
    },
    {
      slug: "employment-status",
      minutesLeft: 3,
      questions: [
        {
          kind: "choice",
          name: "employmentStatus",
          options: ["employed", "self_employed", "student", "retired", "other"],
          short: true,
        },
      ],
    },
    {
      slug: "income-details",
      minutesLeft: 2,
      questions: [
        {
          kind: "choice",
          name: "incomeDetails",
          options: ["annual_salary", "hourly_wage", "monthly_income", "other"],
          short: true,
        },
      ],
    },
    {
      slug: "annual-income",
      minutesLeft: 2,
      titleFrom: "annualIncome",
      questions: [
        // In the unit chosen on the step before; the yearly income is computed from it.
        {
          kind: "amount",
          name: "hourlyWage",
          min: 0,
          max: 1_000,
          short: true,
          optional: true,
          askedWhen: { question: "incomeDetails", is: ["hourly_wage"] },
        },
        {
          kind: "number",
          name: "hoursPerWeek",
          unit: "hours",
          step: 0.5,
          min: 1,
          max: 100,
          short: true,
          optional: true,
          askedWhen: { question: "incomeDetails", is: ["hourly_wage"] },
        },
        {
          kind: "amount",
          name: "monthlyPay",
          min: 0,
          max: 1_000_000,
          short: true,
          optional: true,
          askedWhen: { question: "incomeDetails", is: ["monthly_income"] },
        },
        {
          kind: "number",
          name: "annualIncome",
          unit: "cad",
          min: 0,
          max: 10_000_000,
          short: true,
          hint: true,
        },
      ],
    },
    {
      slug: "income-length",
      minutesLeft: 2,
      titleIsLegend: true,
      hint: true,
      questions: [
        {
          kind: "number",
          name: "incomeYears",
          unit: "years",
          min: 0,
          max: 80,
          row: "income_length",
          short: true,
        },
        {
          kind: "number",
          name: "incomeMonths",
          unit: "months",
          min: 0,
          max: 11,
          row: "income_length",
          short: true,
        },
      ],
    },
    {
      slug: "workplace",
      minutesLeft: 2,
      hint: true,
      questions: [
        { kind: "text", name: "companyName", autocomplete: "organization" },
        { kind: "text", name: "jobTitle", autocomplete: "organization-title" },
      ],
    },
    {
      slug: "monthly-income",
      minutesLeft: 2,
      questions: [
        { kind: "amount", name: "monthlyIncome", min: 0, max: 1_000_000, short: true, hint: true },
      ],
    },
    {
      slug: "location",
      minutesLeft: 2,
      questions: [
        { kind: "place", name: "vehicleLocation", served: true, short: true, hint: true },
      ],
    },
    {
      slug: "address-length",
      minutesLeft: 1,
      titleIsLegend: true,
      hint: true,
      questions: [
        {
          kind: "number",
          name: "yearsAtAddress",
          unit: "years",
          min: 0,
          max: 100,
          row: "address_length",
          short: true,
        },
        {
          kind: "number",
          name: "monthsAtAddress",
          unit: "months",
          min: 0,
          max: 11,
          row: "address_length",
          short: true,
        },
      ],
    },
    {
      slug: "home",
      minutesLeft: 1,
      titleFrom: "homeStatus",
      questions: [
        { kind: "choice", name: "homeStatus", options: ["rent", "own"], short: true },
        {
          kind: "amount",
          name: "rentAmount",
          min: 0,
          max: 100_000,
          hint: true,
          askedWhen: { question: "homeStatus", is: ["rent"] },
        },
      ],
    },
    {
      slug: "citizenship",
      minutesLeft: 1,
      questions: [
        {
          kind: "choice",
          name: "citizenship",
          options: ["citizen", "permanent_resident", "other"],
          short: true,
          hint: true,
        },
        {
          kind: "choice",
          name: "driversLicense",
          options: ["yes", "no"],
          optionWords: "forms_option",
          short: true,
        },
      ],
    },
    {
      slug: "date-of-birth",
      minutesLeft: 1,
      questions: [
        {
          kind: "date",
          name: "dateOfBirth",
          must: "be a birthday",
          minimumAge: MINIMUM_AGE,
          dayIn: "vehicleLocation",
          sealed: true,
          refilled: true,
          short: true,
          hint: true,
          autocomplete: "bday",
        },
      ],
    },
    {
      slug: "contact",
      minutesLeft: 1,
      questions: [
        { kind: "person-name", name: "firstName", row: "name", autocomplete: "given-name" },
        { kind: "person-name", name: "lastName", row: "name", autocomplete: "family-name" },
        { kind: "email", name: "email", autocomplete: "email" },
        { kind: "phone", name: "phoneNumber", hint: true, autocomplete: "tel" },
      ],
    },
  ],
});

export type PreApprovalAnswers = AnswersOf<typeof preApprovalForm>;
