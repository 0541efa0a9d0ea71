import { definePageForm } from "#forms/define-form.ts";
import { SELLERS, TAX_CODES } from "./tax-settings.ts";

const YEAR_DAYS = 366;

/** A sales tax that differs from those of this release. */
export const taxChangeForm = definePageForm({
  name: "tax-change",
  messagePrefix: "tax_change",
  questions: [
    { kind: "province", name: "province" },
    { kind: "select", name: "seller", options: SELLERS },
    { kind: "select", name: "tax", options: TAX_CODES },
    { kind: "text", name: "rate", maxLength: 120, hint: true, ownErrors: ["bounds"] },
    // A law may be made known late, and a correction reach back further.
    { kind: "day", name: "from", firstDay: -10 * YEAR_DAYS, lastDay: 5 * YEAR_DAYS, hint: true },
    { kind: "text", name: "source", maxLength: 300, hint: true, ownErrors: ["bounds"] },
    { kind: "day", name: "checkedOn", firstDay: -2 * YEAR_DAYS, lastDay: 0 },
  ],
});
