import { definePageForm } from "#forms/define-form.ts";
import { HANDOVER_OUTCOMES, PASS_REASONS } from "./handover.ts";

const base = { messagePrefix: "dealer_lead", isOneOfSeveral: true } as const;

/** Why the dealership takes a lead no further. */
export const passLeadForm = definePageForm({
  ...base,
  name: "pass-lead",
  questions: [
    { kind: "select", name: "reason", options: PASS_REASONS },
    { kind: "long-text", name: "passNote", rows: 2, optional: true },
  ],
});

/** What came of a lead. */
export const leadResultForm = definePageForm({
  ...base,
  name: "lead-result",
  questions: [
    { kind: "select", name: "result", options: HANDOVER_OUTCOMES },
    {
      kind: "number",
      name: "soldValue",
      unit: "cad",
      min: 1,
      max: 2_000_000,
      step: 1,
      hint: true,
      optional: true,
      ownErrors: ["needed"],
    },
    {
      kind: "long-text",
      name: "resultNote",
      rows: 2,
      hint: true,
      optional: true,
      ownErrors: ["why"],
    },
  ],
});

export const dealerNoteForm = definePageForm({
  ...base,
  name: "dealer-note",
  questions: [{ kind: "long-text", name: "note", rows: 2 }],
});
