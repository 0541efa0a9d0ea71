import { type AnswersOf, type CompleteAnswersOf, defineForm } from "#forms/define-form.ts";
import { CATALOGUE, MAKES, MODEL_YEARS } from "#domain/catalogue/catalogue.ts";
import { newestModelYear, BODY_TRIMS, COLOURS, STYLES, TRANSMISSIONS } from "#values/vehicle.ts";
import { TERMS_GATE } from "./terms.ts";

/** SPEC.md §9. */
const OLDEST_YEAR = 1925;

const yesOrNo = { kind: "choice", options: ["yes", "no"], optionWords: "forms_option" } as const;

/**
 * The seven steps of SPEC.md §2 with the fields of §3 and the options of §5. What the car is stands
 * on step 1, filled in for who comes from the offer form. Step 7 asks for what Submit stands on: the
 * terms, accepted on the way to it, and the consent to show the car to dealerships.
 */
export const sellCarForm = defineForm({
  name: "sell-car",
  version: 1,
  basePath: "/sell-car",
  messagePrefix: "sell_car_form",
  formname: "SellYourCar",
  backIsPrevious: true,
  gates: [TERMS_GATE],
  steps: [
    {
      slug: "car-detail",
      questions: [
        { kind: "vin", name: "vin", optional: true, hint: true },
        {
          kind: "number",
          name: "year",
          unit: "calendar_year",
          min: OLDEST_YEAR,
          max: newestModelYear,
          step: 1,
        },
        { kind: "select-or-other", name: "make", row: "car", options: MAKES },
        {
          kind: "select-or-other",
          name: "model",
          row: "car",
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
          suggests: "city",
          autocomplete: "address-level2",
        },
        { kind: "province", name: "province", row: "place", autocomplete: "address-level1" },
        {
          kind: "choice",
          name: "style",
          options: STYLES,
          optionWords: "vocabulary_body_type",
          pictures: "style",
          tiles: "pictured",
          hint: true,
        },
        {
          kind: "choice",
          name: "bodyTrim",
          options: BODY_TRIMS,
          optionWords: "vocabulary_body_trim",
          pictures: "body-trim",
          tiles: "pictured",
        },
        {
          kind: "choice",
          name: "exteriorColour",
          options: COLOURS,
          optionWords: "vocabulary_colour",
          pictures: "colour",
          tiles: "small",
        },
        {
          kind: "choice",
          name: "interiorColour",
          options: COLOURS,
          optionWords: "vocabulary_colour",
          pictures: "colour",
          tiles: "small",
        },
        {
          kind: "choice",
          name: "transmission",
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
      ],
    },
    {
      slug: "history",
      questions: [
        { ...yesOrNo, name: "exteriorDamage", short: true },
        { ...yesOrNo, name: "interiorDamage", short: true },
        { ...yesOrNo, name: "accidentHistory", short: true },
        { ...yesOrNo, name: "smoked", short: true },
        { ...yesOrNo, name: "windshieldDamage", short: true },
        { kind: "choice", name: "keyFobs", options: ["none", "one", "two_plus"], short: true },
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
          kind: "choice",
          name: "ownership",
          options: ["owned", "leased", "financed"],
          short: true,
        },
      ],
    },
    {
      slug: "additional-details",
      ownTitle: true,
      questions: [{ kind: "choice", name: "sellOrTrade", options: ["sell", "trade"], short: true }],
    },
    {
      slug: "contact",
      questions: [
        { kind: "email", name: "sellerEmail", autocomplete: "email" },
        { kind: "phone", name: "sellerPhone", hint: true, autocomplete: "tel" },
      ],
    },
    {
      slug: "review",
      questions: [
        { kind: "consent", name: "termsAccepted", short: true, hint: true },
        { kind: "consent", name: "shareWithDealerships", optional: true, short: true },
      ],
    },
  ],
});

export type SellCarAnswers = AnswersOf<typeof sellCarForm>;
export type CompleteSellCarAnswers = CompleteAnswersOf<typeof sellCarForm>;
