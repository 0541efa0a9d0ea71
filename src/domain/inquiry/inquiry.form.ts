import { definePageForm } from "#forms/define-form.ts";
import { ASKED_KINDS } from "./inquiry.ts";

/** What somebody asks the seller of a car. */
export const inquiryForm = definePageForm({
  name: "inquiry",
  messagePrefix: "inquiry",
  questions: [
    { kind: "choice", name: "kind", options: ASKED_KINDS },
    { kind: "long-text", name: "text", hint: true },
  ],
});

/** What either of the two writes after that. */
export const inquiryAnswerForm = definePageForm({
  name: "inquiry-answer",
  messagePrefix: "inquiry",
  questions: [{ kind: "long-text", name: "text", words: "inquiry_answer", hint: true }],
});
