import { type AnswersOf, defineForm, definePageForm } from "#forms/define-form.ts";
import { CATALOGUE, MAKES, MODEL_YEARS } from "#domain/catalogue/catalogue.ts";

/** Newest first, because most cars that are offered are recent. */
// oxfmt-ignore
const YEARS = [
  "2025", "2024", "2023", "2022", "2021", "2020", "2019", "2018", "2017", "2016", "2015", "2014",
] as const;

/**
 * The first tab of the footer modal: the car (SPEC.md §3, vehicle mode). It is not sent: it opens
 * the sell form, which reads its answers by this declaration.
 */
export const vehicleOfferForm = defineForm({
  name: "offer-request",
  version: 1,
  basePath: "/offer",
  messagePrefix: "offer_form",
  steps: [
    {
      slug: "vehicle",
      questions: [
        { kind: "select", name: "year", options: YEARS, optionWords: "verbatim" },
        { kind: "select", name: "make", options: MAKES, optionWords: "verbatim" },
        {
          kind: "select",
          name: "model",
          optionsBy: {
            question: "make",
            options: CATALOGUE,
            years: { question: "year", of: MODEL_YEARS },
          },
          optionWords: "verbatim",
        },
        { kind: "text", name: "city", suggests: "city", autocomplete: "address-level2" },
        { kind: "province", name: "province", autocomplete: "address-level1" },
      ],
    },
  ],
});

/** The second tab: the VIN identifies the car. */
export const vinOfferForm = defineForm({
  name: "vin",
  version: 1,
  basePath: "/offer/vin",
  messagePrefix: "offer_form",
  formname: "VIN",
  steps: [
    {
      slug: "vin",
      questions: [
        { kind: "vin", name: "vin", hint: true },
        { kind: "text", name: "city", suggests: "city", autocomplete: "address-level2" },
        { kind: "province", name: "province", autocomplete: "address-level1" },
      ],
    },
  ],
});

export type VinOfferAnswers = AnswersOf<typeof vinOfferForm>;

/** Where to send the offer for a VIN. The person may enter this after they have seen the result. */
export const vinContactForm = definePageForm({
  name: "vin-contact",
  messagePrefix: "vin_offer",
  questions: [
    { kind: "contact", name: "contact" },
    { kind: "consent", name: "agreed" },
  ],
});
