import { definePageForm } from "#forms/define-form.ts";
import { CONDITIONS_MAX_LENGTH, OFFER_DAYS, OFFER_LIMITS_CAD } from "./dealer-offer.ts";

/** A dealership's offer for a car, also one that replaces its earlier offer. */
export const dealerOfferForm = definePageForm({
  name: "offer",
  messagePrefix: "dealer",
  isOneOfSeveral: true,
  questions: [
    { kind: "amount", name: "amount", step: 1, ...OFFER_LIMITS_CAD, hint: true },
    {
      kind: "day",
      name: "validUntil",
      firstDay: OFFER_DAYS.min,
      lastDay: OFFER_DAYS.max,
      hint: true,
    },
    {
      kind: "long-text",
      name: "conditions",
      maxLength: CONDITIONS_MAX_LENGTH,
      rows: 3,
      hint: true,
      optional: true,
    },
  ],
});

/** The page's other forms: only buttons, and a choice of the reason for making no offer. */
export const withdrawForm = definePageForm({
  name: "withdraw",
  messagePrefix: "dealer",
  questions: [],
});
export const declineForm = definePageForm({
  name: "decline",
  messagePrefix: "dealer",
  questions: [],
});
export const counterAnswerForm = definePageForm({
  name: "counter",
  messagePrefix: "dealer",
  questions: [],
});
