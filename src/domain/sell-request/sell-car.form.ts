import { DECLARED_QUESTIONS } from "#domain/declaration/declaration.questions.ts";
import { type AnswersOf, type CompleteAnswersOf, defineForm } from "#forms/define-form.ts";
import { CATALOGUE, MAKES, MODEL_YEARS } from "#domain/catalogue/catalogue.ts";
import {
  newestModelYear,
  BODY_TRIMS,
  BODY_TYPES,
  COLOURS,
  STYLES,
  TRANSMISSIONS,
} from "#values/vehicle.ts";
import { TERMS_GATE } from "./sell-terms.ts";

/** SPEC.md §9. */
const OLDEST_YEAR = 1925;

/** Not among SPEC.md §3's fields: a program may leave it out. */
const askedOnPage = { optional: true, pageAsks: true, since: 2 } as const;
/** Also asked by the listing's form, which is prefilled with these answers. */
const declared = { since: 3 } as const;
const ifAccident = { askedWhen: { question: "accidentHistory", is: ["yes"] } } as const;
const yesOrNo = { kind: "choice", options: ["yes", "no"], optionWords: "forms_option" } as const;

/**
 * The seven steps of SPEC.md §2, with the fields of §3 and the options of §5.
 *
 * The car is described on step 1. The VIN comes first, because it fills in the rest. In addition to
 * SPEC's fields, our pages ask for the real body type (SPEC's three styles are derived from it),
 * for a name, whether dealerships may make offers, and what buyers want to know of the car's past;
 * a program need not send these. What SPEC's questions already cover is not asked twice:
 * `accidents` is only accepted from programs, `brand` is asked after a salvage status (a program
 * may send it with either status), and `lien` is asked only if no bank finances or leases the car.
 *
 * Step 7 asks for what is needed to submit: the terms, which are accepted on the way to it.
 */
export const sellCarForm = defineForm({
  name: "sell-car",
  version: 3,
  basePath: "/sell-car",
  messagePrefix: "sell_car_form",
  formname: "SellYourCar",
  backIsPrevious: true,
  gates: [TERMS_GATE],
  steps: [
    {
      slug: "car-detail",
      questions: [
        { kind: "vin", name: "vin", group: "car", optional: true, hint: true },
        {
          kind: "number",
          name: "year",
          group: "car",
          unit: "calendar_year",
          min: OLDEST_YEAR,
          max: newestModelYear,
          step: 1,
        },
        { kind: "select-or-other", name: "make", row: "car", group: "car", options: MAKES },
        {
          kind: "select-or-other",
          name: "model",
          row: "car",
          group: "car",
          optionsBy: {
            question: "make",
            options: CATALOGUE,
            years: { question: "year", of: MODEL_YEARS },
          },
        },
        {
          kind: "text",
          name: "city",
          row: "place",
          group: "place",
          suggests: "city",
          autocomplete: "address-level2",
        },
        {
          kind: "province",
          name: "province",
          served: true,
          row: "place",
          group: "place",
          autocomplete: "address-level1",
        },
        {
          ...askedOnPage,
          kind: "choice",
          name: "bodyType",
          group: "body",
          options: BODY_TYPES,
          optionWords: "vocabulary_body_type",
          pictures: "style",
          tiles: "pictured",
        },
        {
          kind: "choice",
          name: "style",
          group: "body",
          options: STYLES,
          optionWords: "vocabulary_body_type",
          pictures: "style",
          tiles: "pictured",
          hint: true,
        },
        {
          kind: "choice",
          name: "bodyTrim",
          group: "body",
          options: BODY_TRIMS,
          optionWords: "vocabulary_body_trim",
          pictures: "body-trim",
          tiles: "pictured",
        },
        {
          kind: "choice",
          name: "exteriorColour",
          group: "colours",
          options: COLOURS,
          optionWords: "vocabulary_colour",
          pictures: "colour",
          tiles: "small",
        },
        {
          kind: "choice",
          name: "interiorColour",
          group: "colours",
          options: COLOURS,
          optionWords: "vocabulary_colour",
          pictures: "colour",
          tiles: "small",
        },
        {
          kind: "choice",
          name: "transmission",
          group: "colours",
          options: TRANSMISSIONS,
          optionWords: "vocabulary_transmission",
        },
      ],
    },
    {
      slug: "specifications",
      questions: [
        {
          kind: "number",
          name: "manufactureYear",
          unit: "calendar_year",
          min: OLDEST_YEAR,
          max: newestModelYear,
          step: 1,
          hint: true,
        },
        {
          kind: "number",
          name: "totalRun",
          unit: "km",
          min: 1,
          max: 2_000_000,
          step: 1,
          hint: true,
        },
        { ...DECLARED_QUESTIONS.odometerReading, ...declared },
      ],
    },
    {
      slug: "history",
      questions: [
        { ...yesOrNo, name: "exteriorDamage", short: true },
        { ...yesOrNo, name: "interiorDamage", short: true },
        { ...yesOrNo, name: "accidentHistory", short: true },
        { ...DECLARED_QUESTIONS.accidents, ...declared, isHidden: true },
        { ...DECLARED_QUESTIONS.accidentAmountCad, ...declared, ...ifAccident, row: "accident" },
        { ...DECLARED_QUESTIONS.accidentDetails, ...declared, ...ifAccident, row: "accident" },
        { ...yesOrNo, name: "smoked", short: true },
        { ...yesOrNo, name: "windshieldDamage", short: true },
        { kind: "choice", name: "keyFobs", options: ["none", "one", "two_plus"], short: true },
        { ...DECLARED_QUESTIONS.owners, ...declared },
        { ...DECLARED_QUESTIONS.earlierUse, ...declared },
        { ...DECLARED_QUESTIONS.outOfProvince, ...declared },
        { ...DECLARED_QUESTIONS.serviceRecords, ...declared },
      ],
    },
    {
      slug: "condition",
      questions: [
        {
          kind: "choice",
          name: "tireReplacement",
          options: ["under_2_years", "2_to_4_years", "over_4_years_or_unsure"],
          short: true,
        },
        { ...yesOrNo, name: "brakes", short: true },
        { ...yesOrNo, name: "mechanicalIssues", short: true },
        { ...yesOrNo, name: "salvageStatus", short: true, hint: true },
        {
          ...DECLARED_QUESTIONS.brand,
          ...declared,
          pageOptions: ["rebuilt", "salvage", "non_repairable", "unknown"],
          pageAsks: { question: "salvageStatus", is: ["yes"] },
        },
        {
          kind: "choice",
          name: "ownership",
          options: ["owned", "leased", "financed"],
          short: true,
        },
        {
          ...DECLARED_QUESTIONS.lien,
          ...declared,
          askedWhen: { question: "ownership", is: ["owned"] },
        },
      ],
    },
    {
      slug: "additional-details",
      questions: [
        { kind: "choice", name: "sellOrTrade", options: ["sell", "trade"], short: true },
        {
          ...askedOnPage,
          kind: "choice",
          name: "shareWithDealerships",
          options: ["yes", "no"],
          short: true,
        },
      ],
    },
    {
      slug: "contact",
      questions: [
        { ...askedOnPage, kind: "person-name", name: "sellerName", autocomplete: "name" },
        { kind: "email", name: "sellerEmail", autocomplete: "email" },
        { kind: "phone", name: "sellerPhone", hint: true, autocomplete: "tel" },
      ],
    },
    {
      slug: "review",
      ownTitle: true,
      questions: [{ kind: "consent", name: "termsAccepted", short: true, hint: true }],
    },
  ],
});

export type SellCarAnswers = AnswersOf<typeof sellCarForm>;
export type CompleteSellCarAnswers = CompleteAnswersOf<typeof sellCarForm>;
