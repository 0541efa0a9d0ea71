import { definePageForm } from "#forms/define-form.ts";

/** What is wrong in a request, and what is right. */
export const correctionForm = definePageForm({
  name: "correction",
  messagePrefix: "own_request",
  isOneOfSeveral: true,
  questions: [
    { kind: "long-text", name: "correction", minLength: 10, maxLength: 1_000, rows: 4, hint: true },
  ],
});

/** A box to tick, so that a request is not withdrawn by accident. */
export const withdrawalForm = definePageForm({
  name: "withdrawal",
  messagePrefix: "own_request",
  isOneOfSeveral: true,
  questions: [{ kind: "consent", name: "sure", words: "own_request_withdraw_sure" }],
});

export const erasureForm = definePageForm({
  name: "erasure",
  messagePrefix: "own_request",
  isOneOfSeveral: true,
  questions: [{ kind: "consent", name: "sure", words: "own_request_erase_sure" }],
});
