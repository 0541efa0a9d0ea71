import { definePageForm } from "#forms/define-form.ts";

/** Only a button: the text that is agreed to is above it. */
export const dealerTermsForm = definePageForm({
  name: "dealer-terms",
  messagePrefix: "terms",
  questions: [],
});
