import { definePageForm } from "#forms/define-form.ts";

/** What can be wrong with a listing, in the order that staff care about it. */
export const REPORT_REASONS = [
  "fraud",
  "wrong_facts",
  "already_sold",
  "offensive",
  "other",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What somebody, signed in or not, found wrong with a listing. */
export const listingReportForm = definePageForm({
  name: "listing-report",
  messagePrefix: "listing_report",
  questions: [
    { kind: "choice", name: "reason", options: REPORT_REASONS },
    { kind: "long-text", name: "details", optional: true },
  ],
});
