import { CATALOGUE, MAKES, MODEL_YEARS } from "#domain/catalogue/catalogue.ts";
import { DECLARED_QUESTIONS } from "#domain/declaration/declaration.questions.ts";
import { type CompleteAnswersOf, defineForm, definePageForm } from "#forms/define-form.ts";
import {
  BODY_TYPES,
  COLOURS,
  CONDITIONS,
  FEATURES,
  FUELS,
  newestModelYear,
  TRANSMISSIONS,
} from "#values/vehicle.ts";
import type { VinFills } from "#domain/catalogue/vin-decoder/vin-fills.ts";
import { SPECIFICATION_QUESTIONS } from "#values/specification.ts";

/** The first year in which all cars have a VIN of 17 characters. */
const OLDEST_YEAR = 1981;

/** Newest first. */
function modelYears(today: string): readonly string[] {
  const newest = newestModelYear(today);
  return Array.from({ length: newest - OLDEST_YEAR + 1 }, (_, at) => String(newest - at));
}

export const PRICE_LIMITS_CAD = { min: 500, max: 2_000_000 } as const;

const ifAccident = { askedWhen: { question: "accidents", is: ["some"] } } as const;
/** Added with the form's third version. */
const asked = { since: 3 } as const;

/**
 * A car as its seller describes it. All steps are on one page; the names are those of SPEC.md §3.
 */
export const listingForm = defineForm({
  name: "listing",
  version: 3,
  basePath: "/account/listings/new",
  messagePrefix: "listing_form",
  steps: [
    {
      slug: "car",
      questions: [
        // First, because the VIN fills in the rest of this step, and more.
        { kind: "vin", name: "vin", optional: true, hint: true, ownErrors: ["another_car"] },
        {
          kind: "select",
          name: "manufactureYear",
          row: "name",
          options: modelYears,
          optionWords: "verbatim",
        },
        { kind: "select", name: "make", row: "name", options: MAKES, optionWords: "verbatim" },
        {
          kind: "select",
          name: "model",
          row: "version",
          optionsBy: {
            question: "make",
            options: CATALOGUE,
            years: { question: "manufactureYear", of: MODEL_YEARS },
          },
          optionWords: "verbatim",
        },
        { kind: "text", name: "trim", row: "version", maxLength: 40, optional: true },
        {
          kind: "select",
          name: "carType",
          row: "type",
          options: BODY_TYPES,
          optionWords: "vocabulary_body_type",
        },
        {
          kind: "select",
          name: "carCondition",
          row: "type",
          options: CONDITIONS,
          optionWords: "vocabulary_condition",
        },
      ],
    },
    {
      slug: "details",
      questions: [
        {
          kind: "select",
          name: "exteriorColour",
          row: "colours",
          options: COLOURS,
          optionWords: "vocabulary_colour",
        },
        {
          kind: "select",
          name: "interiorColour",
          row: "colours",
          options: COLOURS,
          optionWords: "vocabulary_colour",
          optional: true,
        },
        {
          kind: "select",
          name: "transmissionType",
          row: "power",
          options: TRANSMISSIONS,
          optionWords: "vocabulary_transmission",
        },
        {
          kind: "select",
          name: "fuelType",
          row: "power",
          options: FUELS,
          optionWords: "vocabulary_fuel",
        },
        ...SPECIFICATION_QUESTIONS,
        {
          kind: "choices",
          name: "features",
          options: FEATURES,
          optionWords: "vocabulary_feature",
          optional: true,
          hint: true,
          since: 2,
        },
        { kind: "number", name: "totalRun", unit: "km", min: 0, max: 1_500_000 },
        { kind: "date", name: "purchasingDate", optional: true },
        { kind: "date", name: "registeredYear", optional: true },
      ],
    },
    {
      slug: "declared",
      hint: true,
      questions: [
        { ...DECLARED_QUESTIONS.brand, ...asked },
        { ...DECLARED_QUESTIONS.accidents, ...asked },
        { ...DECLARED_QUESTIONS.accidentAmountCad, ...asked, ...ifAccident, row: "accident" },
        { ...DECLARED_QUESTIONS.accidentDetails, ...asked, ...ifAccident, row: "accident" },
        { ...DECLARED_QUESTIONS.lien, ...asked, row: "past" },
        { ...DECLARED_QUESTIONS.owners, ...asked, row: "past" },
        { ...DECLARED_QUESTIONS.earlierUse, ...asked, row: "use" },
        { ...DECLARED_QUESTIONS.outOfProvince, ...asked, row: "use" },
        { ...DECLARED_QUESTIONS.odometerReading, ...asked, row: "running" },
        { ...DECLARED_QUESTIONS.mechanicalIssues, ...asked, row: "running" },
        { ...DECLARED_QUESTIONS.serviceRecords, ...asked, row: "kept" },
        { ...DECLARED_QUESTIONS.keyFobs, ...asked, row: "kept" },
        { ...DECLARED_QUESTIONS.smoked, ...asked },
      ],
    },
    {
      slug: "offer",
      questions: [
        { kind: "number", name: "price", unit: "cad", step: 1, ...PRICE_LIMITS_CAD },
        { kind: "place", name: "location", hint: true },
        { kind: "long-text", name: "description", maxLength: 4_000, hint: true },
      ],
    },
  ],
});

export type ListingAnswers = CompleteAnswersOf<typeof listingForm>;

/** The controls of the listing form that a VIN fills in. */
export const LISTING_VIN_FILLS: VinFills = {
  year: "manufactureYear",
  make: "make",
  model: "model",
  trim: "trim",
  body: "carType",
  fuel: "fuelType",
  engineCc: "engineCapacity",
  cylinders: "cylinders",
};

/** A new price for an existing listing. */
export const priceForm = definePageForm({
  name: "price",
  messagePrefix: "seller",
  questions: [{ kind: "amount", name: "price", step: 1, ...PRICE_LIMITS_CAD }],
});

/** Asked beside the whole form if the VIN is that of a car which the seller already offers here. */
export const sameCarForm = definePageForm({
  name: "same-car",
  messagePrefix: "seller",
  questions: [
    {
      kind: "choice",
      name: "sameCar",
      options: ["yes", "no"],
      optionWords: "forms_option",
      hint: true,
    },
  ],
});

/** Why staff change the price of somebody else's listing; its seller reads this. */
const ownPriceReason = {
  kind: "long-text",
  name: "priceReason",
  words: "staff_change_price_reason",
  minLength: 3,
  maxLength: 500,
  rows: 3,
  ownErrors: ["needed"],
} as const;

/**
 * The same question beside the whole form of a listing, in which the price is one of many answers.
 */
const priceReason = { ...ownPriceReason, hint: true, optional: true } as const;

export const priceReasonForm = definePageForm({
  name: "price-reason",
  messagePrefix: "staff_change",
  questions: [priceReason],
});

/** The price form for staff who change somebody else's listing: always with the reason. */
export const staffPriceForm = definePageForm({
  name: "price",
  messagePrefix: "seller",
  questions: [...priceForm.steps[0].questions, ownPriceReason],
});

/** What one photo shows, in the seller's words; one form per photo of a listing. */
export const photoAltForm = (photoId: string) =>
  definePageForm({
    name: `alt-${photoId}`,
    messagePrefix: "seller_photo",
    isOneOfSeveral: true,
    questions: [{ kind: "text", name: "alt", maxLength: 200, optional: true }],
  });

/**
 * Staff's note to the seller with their decision on a listing; a page has several of these forms.
 */
export const listingReviewForm = (listingId: string) =>
  definePageForm({
    name: `review-${listingId}`,
    messagePrefix: "seller_staff",
    isOneOfSeveral: true,
    questions: [
      { kind: "text", name: "reason", maxLength: 1_000, optional: true, autocomplete: "off" },
    ],
  });
