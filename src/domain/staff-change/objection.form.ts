import { definePageForm } from "#forms/define-form.ts";

/** What an owner finds wrong with what staff changed of theirs. */
export const objectionForm = definePageForm({
  name: "objection",
  messagePrefix: "staff_change",
  questions: [{ kind: "long-text", name: "objection", minLength: 3, maxLength: 2_000, rows: 5 }],
});
