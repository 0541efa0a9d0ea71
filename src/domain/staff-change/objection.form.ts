import { definePageForm } from "#forms/define-form.ts";

/** An owner's objection to a change by staff. */
export const objectionForm = definePageForm({
  name: "objection",
  messagePrefix: "staff_change",
  questions: [{ kind: "long-text", name: "objection", minLength: 3, maxLength: 2_000, rows: 5 }],
});
