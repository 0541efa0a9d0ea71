import { definePageForm } from "#forms/define-form.ts";
import { LONGEST_CLAIM, LONGEST_SOURCE } from "./claim-settings.ts";

const words = {
  kind: "long-text",
  maxLength: LONGEST_CLAIM,
  rows: 2,
  ownErrors: ["long"],
} as const;

/** A claim of the home page in the operator's words. */
export const ownClaimForm = definePageForm({
  name: "own-claim",
  messagePrefix: "own_claim",
  questions: [
    { ...words, name: "en" },
    { ...words, name: "fr" },
    {
      kind: "long-text",
      name: "source",
      maxLength: LONGEST_SOURCE,
      rows: 2,
      hint: true,
      optional: true,
      ownErrors: ["needed"],
    },
  ],
});
