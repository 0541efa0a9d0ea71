import { definePageForm } from "#forms/define-form.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { LOCALES } from "#values/locale.ts";
import { PROVINCES } from "#values/province.ts";
import { ASSIGNMENT_METHODS, WORK_DAYS } from "./assignment.ts";

/** How new leads are given out. */
export const assignmentMethodForm = definePageForm({
  name: "assignment-method",
  messagePrefix: "assignment",
  questions: [{ kind: "choice", name: "method", options: ASSIGNMENT_METHODS, hint: true }],
});

/** Days before and after today that an absence may begin and end. */
const ABSENCE = { firstDay: -366, lastDay: 732 } as const;

/** Which new leads one member of staff gets by the rule. */
export const assigneeForm = definePageForm({
  name: "assignee",
  messagePrefix: "assignment",
  questions: [
    { kind: "choice", name: "getsLeads", options: ["yes", "no"] },
    {
      kind: "choices",
      name: "languages",
      options: LOCALES,
      hint: true,
      optional: true,
    },
    {
      kind: "choices",
      name: "provinces",
      options: PROVINCES,
      optionWords: "province",
      optional: true,
    },
    { kind: "choices", name: "kinds", options: LEAD_KINDS, optional: true },
    {
      kind: "number",
      name: "mostOpen",
      unit: "count",
      min: 1,
      max: 1_000,
      hint: true,
      optional: true,
    },
    { kind: "day", name: "absentFrom", row: "absence", ...ABSENCE, optional: true },
    {
      kind: "day",
      name: "absentUntil",
      row: "absence",
      ...ABSENCE,
      ownErrors: ["before"],
      optional: true,
    },
    ...WORK_DAYS.map((name) => ({
      kind: "text" as const,
      name,
      maxLength: 20,
      hint: name === "worksMonday" ? (true as const) : undefined,
      ownErrors: ["hours"],
      optional: true as const,
    })),
  ],
});
