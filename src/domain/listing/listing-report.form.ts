import { definePageForm } from "#forms/define-form.ts";

/** What can be wrong with a listing, the most important for staff first. */
export const REPORT_REASONS = [
  "fraud",
  "wrong_facts",
  "already_sold",
  "offensive",
  "other",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** A report of what is wrong with a listing, by anybody, signed in or not. */
export const listingReportForm = definePageForm({
  name: "listing-report",
  messagePrefix: "listing_report",
  questions: [
    { kind: "choice", name: "reason", options: REPORT_REASONS },
    { kind: "long-text", name: "details", optional: true },
  ],
});
