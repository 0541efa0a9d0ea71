import { definePageForm } from "#forms/define-form.ts";
import { CALL_OFF_REASONS, DEAL_FORMS } from "./deal-state.ts";

/** Why a deal is called off; the other side reads both answers. */
export const callOffForm = definePageForm({
  name: DEAL_FORMS.callOff,
  messagePrefix: "deal_call_off",
  questions: [
    { kind: "choice", name: "reason", options: CALL_OFF_REASONS },
    { kind: "long-text", name: "note", optional: true, maxLength: 500, rows: 3 },
  ],
});

/** The buyer has the car. The odometer reading is optional. */
export const handOverForm = definePageForm({
  name: DEAL_FORMS.handOver,
  messagePrefix: "deal_hand_over",
  questions: [
    {
      kind: "number",
      name: "odometer",
      unit: "km",
      min: 1,
      max: 2_000_000,
      step: 1,
      optional: true,
      hint: true,
    },
  ],
});
