import { definePageForm } from "#forms/define-form.ts";

/** What is agreed to stands above its button. */
export const dealerTermsForm = definePageForm({
  name: "dealer-terms",
  messagePrefix: "terms",
  questions: [],
});
