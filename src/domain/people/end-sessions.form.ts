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

/** Signs everybody out, with a box to tick, so that no slip of the hand does it. */
export const endEverybodysSessionsForm = definePageForm({
  name: "end-all-sessions",
  messagePrefix: "people",
  isOneOfSeveral: true,
  questions: [reason, { kind: "consent", name: "everybody", words: "people_end_all_sure" }],
});
