import { definePageForm } from "#forms/define-form.ts";
import { FAQ_PLACES, FAQ_TOPICS, LONGEST_ANSWER, LONGEST_QUESTION } from "./faq-settings.ts";

const question = { kind: "text", maxLength: LONGEST_QUESTION } as const;
const answer = {
  kind: "long-text",
  maxLength: LONGEST_ANSWER,
  rows: 6,
  ownErrors: ["link"],
} as const;

/** A question of the FAQ in the operator's words. */
export const faqQuestionForm = definePageForm({
  name: "faq-question",
  messagePrefix: "faq_question",
  questions: [
    { kind: "select", name: "topic", options: FAQ_TOPICS, optionWords: "faq_group", row: "place" },
    { kind: "select", name: "place", options: FAQ_PLACES, row: "place", emptyEntry: "none" },
    { ...question, name: "questionEn" },
    { ...answer, name: "answerEn", hint: true },
    { ...question, name: "questionFr" },
    { ...answer, name: "answerFr" },
  ],
});
