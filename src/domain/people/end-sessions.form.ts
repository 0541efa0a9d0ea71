import { definePageForm } from "#forms/define-form.ts";

const reason = {
  kind: "long-text",
  name: "reason",
  words: "people_end_sessions_reason",
  minLength: 3,
  maxLength: 500,
  rows: 2,
  hint: true,
} as const;

/** Signs one account out everywhere. */
export const endSessionsForm = definePageForm({
  name: "end-sessions",
  messagePrefix: "people",
  isOneOfSeveral: true,
  questions: [reason],
});

/** Signs everybody out; a box has to be ticked, so that it cannot happen by mistake. */
export const endEverybodysSessionsForm = definePageForm({
  name: "end-all-sessions",
  messagePrefix: "people",
  isOneOfSeveral: true,
  questions: [reason, { kind: "consent", name: "everybody", words: "people_end_all_sure" }],
});
