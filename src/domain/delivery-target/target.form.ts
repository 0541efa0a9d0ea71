import { definePageForm } from "#forms/define-form.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";

const TARGET_KINDS = ["webhook", "adf_post"] as const;
export type TargetKindName = (typeof TARGET_KINDS)[number];

/** Where leads are to be delivered, how, and which. */
export const targetForm = definePageForm({
  name: "target",
  messagePrefix: "dealer_target",
  questions: [
    { kind: "text", name: "name", maxLength: 60, hint: true },
    { kind: "select", name: "kind", options: TARGET_KINDS, emptyEntry: "none" },
    {
      kind: "text",
      name: "url",
      maxLength: 500,
      hint: true,
      ownErrors: ["not_https", "has_password", "not_public"],
    },
    { kind: "choices", name: "leadKinds", options: LEAD_KINDS },
  ],
});
