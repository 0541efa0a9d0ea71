import { definePageForm } from "#forms/define-form.ts";

/** Days before today on which a lead may have ended. */
const PAST = { firstDay: -731, lastDay: 0 } as const;

/** The sale that a lead led to. */
export const leadWonForm = definePageForm({
  name: "lead-won",
  messagePrefix: "outcome",
  isOneOfSeveral: true,
  questions: [
    {
      kind: "number",
      name: "soldValue",
      unit: "cad",
      min: 1,
      max: 2_000_000,
      step: 1,
      optional: true,
    },
    { kind: "text", name: "lender", maxLength: 100, hint: true, optional: true },
    { kind: "day", name: "soldOn", ...PAST },
    { kind: "long-text", name: "note", words: "staff_note", rows: 2, optional: true },
  ],
});

type Reason = { id: string; name: string };

/** Why a lead came to nothing, from the operator's list. */
export const leadLostForm = (reasons: readonly Reason[]) =>
  definePageForm({
    name: "lead-lost",
    messagePrefix: "outcome",
    isOneOfSeveral: true,
    questions: [
      {
        kind: "select",
        name: "reason",
        options: reasons.map(({ id }) => id),
        optionWords: new Map(reasons.map(({ id, name }) => [id, name])),
      },
      { kind: "day", name: "lostOn", ...PAST },
      { kind: "long-text", name: "note", words: "staff_note", rows: 2, optional: true },
    ],
  });

/** One reason of that list, in both languages. */
export const outcomeReasonForm = definePageForm({
  name: "outcome-reason",
  messagePrefix: "outcome",
  questions: [
    { kind: "text", name: "nameEn", maxLength: 80, ownErrors: ["taken"] },
    { kind: "text", name: "nameFr", maxLength: 80, ownErrors: ["taken"] },
  ],
});
