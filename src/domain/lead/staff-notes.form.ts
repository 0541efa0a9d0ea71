import { definePageForm } from "#forms/define-form.ts";

/** Notes of staff about a lead, for each other. */
export const leadNoteForm = definePageForm({
  name: "lead-note",
  messagePrefix: "staff",
  questions: [{ kind: "long-text", name: "note", rows: 3, optional: true }],
});

export const REVEAL_REASON_LENGTH = { min: 10, max: 500 } as const;

/**
 * Why somebody must read a sealed answer, or let a dealership read it; it is recorded in the audit
 * log.
 */
export const revealReasonForm = definePageForm({
  name: "reveal",
  messagePrefix: "staff_reveal",
  questions: [
    {
      kind: "long-text",
      name: "reason",
      minLength: REVEAL_REASON_LENGTH.min,
      maxLength: REVEAL_REASON_LENGTH.max,
    },
  ],
});
