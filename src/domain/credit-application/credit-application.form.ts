import { type AnswersOf, defineForm } from "#forms/define-form.ts";
import { ENGLISH_CHOSEN } from "#forms/english-chosen.ts";
import { BUDGETS } from "#values/budget.ts";
import { CREDIT_BANDS } from "#values/credit-band.ts";
import { MINIMUM_AGE, provinceTimeZone } from "#values/province.ts";
import { BODY_TYPES } from "#values/vehicle.ts";

/**
 * Two years at one address or job: below that, lenders ask for the one before (reference/domain.md
 * §3).
 */
export const SETTLED_MONTHS = 24;

/**
 * The date of birth is asked before the province, so it is checked with the time zone where the day
 * begins first in Canada. refuseUnderCreditAge checks again with the day of the province.
 */
const FIRST_TIME_ZONE = provinceTimeZone("NL");

/**
 * SPEC.md's "yes" and "no" both mean that the person works; a retired person or a student answers
 * neither.
 */
const WHO_WORKS = { question: "selfEmployed", is: ["yes", "no"] } as const;
const TRADES_IN = { question: "tradeIn", is: ["yes"] } as const;

/** The credit application's fields (SPEC.md §3); the residence types are those of lenders. */
export const creditApplicationForm = defineForm({
  name: "credit-application",
  version: 1,
  basePath: "/creditform",
  messagePrefix: "credit_application_form",
  steps: [
    {
      slug: "you",
      questions: [
        // A co-applicant's private link, and the application that it is for; the server looks up
        // the latter.
        { kind: "text", name: "invitation", maxLength: 60, optional: true, isHidden: true },
        { kind: "text", name: "coApplicantOf", maxLength: 8, optional: true, isHidden: true },
        // Earlier answers that this form does not ask for (application-credit.ts): they determine
        // the rate.
        {
          kind: "choice",
          name: "creditRating",
          options: CREDIT_BANDS,
          optional: true,
          isHidden: true,
        },
        { kind: "choice", name: "budget", options: BUDGETS, optional: true, isHidden: true },
        {
          kind: "choice",
          name: "carType",
          options: BODY_TYPES,
          optionWords: "vocabulary_body_type",
          optional: true,
          isHidden: true,
        },
        {
          kind: "number",
          name: "comfortablePayment",
          unit: "cad",
          min: 0,
          max: 100_000,
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
        { kind: "person-name", name: "firstName", row: "name", autocomplete: "given-name" },
        { kind: "person-name", name: "lastName", row: "name", autocomplete: "family-name" },
        {
          kind: "date",
          name: "dateOfBirth",
          must: "be a birthday",
          minimumAge: MINIMUM_AGE,
          timeZone: FIRST_TIME_ZONE,
          sealed: true,
          refilled: true,
          hint: true,
          ownErrors: ["under_credit_age"],
          autocomplete: "bday",
        },
        { kind: "email", name: "email", autocomplete: "email" },
        { kind: "phone", name: "phone", autocomplete: "tel" },
      ],
    },
    {
      slug: "licence",
      questions: [
        { kind: "text", name: "licenseNumber", maxLength: 25, sealed: true, hint: true },
        { kind: "date", name: "licenseExpiryDate", must: "be to come" },
        // The law does not require it for credit (Privacy Commissioner's guidance); the hint says
        // so.
        { kind: "sin", name: "sinNumber", optional: true, sealed: true, hint: true },
      ],
    },
    {
      slug: "home",
      questions: [
        { kind: "text", name: "streetAddress", autocomplete: "address-line1" },
        { kind: "text", name: "city", autocomplete: "address-level2" },
        { kind: "province", name: "province", served: true, autocomplete: "address-level1" },
        {
          kind: "postal-code",
          name: "postalCode",
          inProvince: "province",
          autocomplete: "postal-code",
        },
        { kind: "text", name: "homeAddress", maxLength: 200, optional: true, short: true },
        {
          kind: "choice",
          name: "residenceStatus",
          options: ["rent", "own", "mortgage", "mobile_home", "reserve", "parents", "other"],
        },
        {
          kind: "number",
          name: "mortgageRentAmount",
          unit: "cad",
          min: 0,
          max: 100_000,
          hint: true,
        },
        { kind: "duration", name: "durationAtAddress", maxYears: 100, short: true },
        {
          kind: "text",
          name: "previousAddress",
          maxLength: 200,
          optional: true,
          hint: true,
          askedWhen: { question: "durationAtAddress", below: SETTLED_MONTHS },
        },
      ],
    },
    {
      slug: "work",
      hint: true,
      questions: [
        {
          kind: "choice",
          name: "selfEmployed",
          options: ["yes", "no", "neither"],
          short: true,
        },
        {
          kind: "text",
          name: "employerName",
          hint: true,
          autocomplete: "organization",
          askedWhen: WHO_WORKS,
        },
        {
          kind: "text",
          name: "jobTitle",
          autocomplete: "organization-title",
          askedWhen: WHO_WORKS,
        },
        {
          kind: "text",
          name: "employerAddress",
          autocomplete: "section-employer address-line1",
          askedWhen: WHO_WORKS,
        },
        {
          kind: "text",
          name: "employerCity",
          autocomplete: "section-employer address-level2",
          askedWhen: WHO_WORKS,
        },
        {
          kind: "province",
          name: "employerProvince",
          autocomplete: "section-employer address-level1",
          askedWhen: WHO_WORKS,
        },
        {
          kind: "postal-code",
          name: "employerPostalCode",
          inProvince: "employerProvince",
          autocomplete: "section-employer postal-code",
          askedWhen: WHO_WORKS,
        },
        { kind: "phone", name: "workPhone", autocomplete: "work tel", askedWhen: WHO_WORKS },
        { kind: "number", name: "grossIncome", unit: "cad", min: 0, max: 10_000_000 },
        {
          kind: "choice",
          name: "incomeFrequency",
          options: ["weekly", "biweekly", "semi_monthly", "monthly", "yearly"],
        },
        {
          kind: "duration",
          name: "employmentLength",
          maxYears: 80,
          short: true,
          askedWhen: WHO_WORKS,
        },
        {
          kind: "text",
          name: "previousEmployer",
          maxLength: 200,
          optional: true,
          hint: true,
          askedWhen: { question: "employmentLength", below: SETTLED_MONTHS },
        },
      ],
    },
    {
      slug: "other-income",
      questions: [
        { kind: "text", name: "otherIncomeSource", optional: true },
        { kind: "amount", name: "otherAnnualIncome", min: 0, max: 10_000_000, optional: true },
        { kind: "amount", name: "otherMonthlyIncome", min: 0, max: 1_000_000, optional: true },
      ],
    },
    {
      slug: "co-applicant",
      hint: true,
      questions: [
        {
          kind: "person-name",
          name: "coApplicantFirstName",
          row: "co_applicant_name",
          optional: true,
        },
        {
          kind: "person-name",
          name: "coApplicantLastName",
          row: "co_applicant_name",
          optional: true,
        },
        {
          kind: "date",
          name: "coApplicantDateOfBirth",
          must: "be a birthday",
          minimumAge: MINIMUM_AGE,
          timeZone: FIRST_TIME_ZONE,
          sealed: true,
          refilled: true,
          optional: true,
          ownErrors: ["under_credit_age"],
        },
        { kind: "email", name: "coApplicantEmail", optional: true },
        { kind: "phone", name: "coApplicantPhone", optional: true },
      ],
    },
    {
      slug: "vehicle",
      questions: [
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
        {
          kind: "choice",
          name: "tradeIn",
          options: ["no", "yes", "unsure"],
          optionWords: "forms_option",
          short: true,
        },
        {
          kind: "long-text",
          name: "tradeInDetails",
          optional: true,
          hint: true,
          askedWhen: TRADES_IN,
        },
        { kind: "vin", name: "vin", optional: true, askedWhen: TRADES_IN },
        {
          kind: "number",
          name: "odometer",
          unit: "km",
          min: 0,
          max: 2_000_000,
          optional: true,
          askedWhen: TRADES_IN,
        },
        { kind: "text", name: "colour", optional: true, askedWhen: TRADES_IN },
        { kind: "text", name: "vehicleTitle", optional: true, askedWhen: TRADES_IN },
      ],
    },
    { slug: "message", questions: [{ kind: "long-text", name: "message", optional: true }] },
    {
      slug: "send",
      hint: true,
      // Two separate boxes, unticked. Neither is needed to send: without them, our own staff call
      // first.
      questions: [
        {
          ...ENGLISH_CHOSEN,
          short: true,
          hint: true,
          askedWhen: { question: "province", is: ["QC"] },
        },
        { kind: "consent", name: "creditCheck", optional: true, short: true },
        // The id of the dealership named in the text of the next box.
        { kind: "text", name: "dealership", maxLength: 36, optional: true, isHidden: true },
        { kind: "consent", name: "shareWithDealership", optional: true, short: true },
      ],
    },
  ],
});

export type CreditApplicationAnswers = AnswersOf<typeof creditApplicationForm>;
