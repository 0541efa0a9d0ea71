import { definePageForm } from "#forms/define-form.ts";

/** What was said on a call to the sender of a lead; its outcome is the button that is pressed. */
export const callForm = definePageForm({
  name: "lead-call",
  messagePrefix: "lead_call",
  questions: [{ kind: "long-text", name: "said", rows: 2, optional: true }],
});
