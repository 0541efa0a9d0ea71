import { definePageForm } from "#forms/define-form.ts";

/** As a question's options, which are words to the forms: the most first. */
const STARS = ["5", "4", "3", "2", "1"] as const;

/** What somebody writes about the business, by the link of their e-mail. */
export const reviewForm = definePageForm({
  name: "review",
  messagePrefix: "review_form",
  questions: [
    { kind: "choice", name: "stars", options: STARS },
    { kind: "long-text", name: "text", hint: true, maxLength: 1_500 },
    { kind: "person-name", name: "author", hint: true },
  ],
});
