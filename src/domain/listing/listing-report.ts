/** What can be wrong with a listing, in the order that staff care about it. */
export const REPORT_REASONS = [
  "fraud",
  "wrong_facts",
  "already_sold",
  "offensive",
  "other",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_DETAILS_MAX_LENGTH = 2_000;

export function isReportReason(value: unknown): value is ReportReason {
  return REPORT_REASONS.some((reason) => reason === value);
}

export type ReportFieldError =
  | { field: "reason"; code: "reason_missing" }
  | { field: "details"; code: "details_too_long" | "details_unreadable" | "holds_sin" };
