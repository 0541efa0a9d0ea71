import { definePageForm } from "#forms/define-form.ts";
import { NOTICE_WAYS, QUIET_HOURS } from "./notice.ts";

const ways = { options: NOTICE_WAYS, optionWords: "forms_notice_way", emptyEntry: "none" } as const;
const hours = { options: QUIET_HOURS, optionWords: "verbatim", emptyEntry: "own" } as const;

/** How a member of staff wants to be told of what happens to leads. */
export const noticeForm = definePageForm({
  name: "notice",
  messagePrefix: "notice_form",
  questions: [
    { kind: "select", name: "newLead", ...ways },
    { kind: "select", name: "answer", ...ways },
    { kind: "select", name: "deliveryFailed", ...ways },
    { kind: "select", name: "overdue", ...ways, hint: true },
    {
      kind: "select",
      name: "digest",
      options: ["yes", "no"],
      optionWords: "forms_option",
      emptyEntry: "none",
      hint: true,
    },
    { kind: "select", name: "quietFrom", ...hours, optional: true, row: "quiet" },
    { kind: "select", name: "quietTo", ...hours, optional: true, row: "quiet" },
  ],
});
