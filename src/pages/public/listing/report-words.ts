import type { ReportFieldError, ReportReason } from "#domain/listing/listing-report.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";

const REASONS: Readonly<
  Record<ReportReason, (inputs: object, options: { locale?: Locale }) => string>
> = {
  fraud: m.listing_report_reason_fraud,
  wrong_facts: m.listing_report_reason_wrong_facts,
  already_sold: m.listing_report_reason_already_sold,
  offensive: m.listing_report_reason_offensive,
  other: m.listing_report_reason_other,
};

export function describeReportReason(reason: ReportReason, locale?: Locale): string {
  return REASONS[reason]({}, locale ? { locale } : {});
}

const FIELD_ERRORS: Readonly<Record<ReportFieldError["code"], () => string>> = {
  reason_missing: m.listing_report_problem_reason_missing,
  details_too_long: m.listing_report_problem_details_too_long,
  details_unreadable: m.listing_report_problem_details_unreadable,
  holds_sin: () => m.forms_error_holds_sin({ name: m.listing_report_details() }),
};

export function describeReportError({ code }: ReportFieldError): string {
  return FIELD_ERRORS[code]();
}
