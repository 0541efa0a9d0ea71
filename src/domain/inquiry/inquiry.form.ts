import { definePageForm } from "#forms/define-form.ts";
import { ASKED_KINDS } from "./inquiry.ts";

/** A question to the seller of a car. */
export const inquiryForm = definePageForm({
  name: "inquiry",
  messagePrefix: "inquiry",
  questions: [
    { kind: "choice", name: "kind", options: ASKED_KINDS },
    { kind: "long-text", name: "text", hint: true },
  ],
});

/** Every later message, from either side. */
export const inquiryAnswerForm = definePageForm({
  name: "inquiry-answer",
  messagePrefix: "inquiry",
  questions: [{ kind: "long-text", name: "text", words: "inquiry_answer", hint: true }],
});
