import { data, Form, useNavigation } from "react-router";
import { findPublicListing } from "#domain/listing/listing-queries.server.ts";
import { reportListing } from "#domain/listing/listing-report.server.ts";
import {
  REPORT_DETAILS_MAX_LENGTH,
  REPORT_REASONS,
  type ReportFieldError,
} from "#domain/listing/listing-report.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { requirePost } from "#platform/request/read-post.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { FieldError, TextAreaField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/report.page.ts";
import { describeReportError, describeReportReason } from "./report-words.ts";

export async function loader({ params }: Route.LoaderArgs) {
  const listing = await findPublicListing(params.id);
  if (!listing) throw data(null, { status: 404 });
  return { id: listing.id, title: formatListingTitle(listing) };
}

type ReportAnswer = {
  isSent: boolean;
  isTooMany: boolean;
  fieldErrors: ReportFieldError[];
  typed: { reason: string; details: string };
};

export async function action(args: Route.ActionArgs) {
  const { user, ipAddress, locale } = readVisitor(args);
  const { fields: raw } = await requirePost(args.request);
  const typed = { reason: rawValue(raw, "reason"), details: rawValue(raw, "details") };
  const nothing: ReportAnswer = { isSent: false, isTooMany: false, fieldErrors: [], typed };
  const by = { userId: user?.id ?? null, ipAddress };
  const result = await reportListing({ ...typed, by, listingId: args.params.id, locale });
  if (result.ok) return data({ ...nothing, isSent: true });
  switch (result.code) {
    case "no_such_listing":
      throw data(null, { status: 404 });
    case "put_right":
      return data({ ...nothing, fieldErrors: result.fieldErrors }, { status: 422 });
    case "too_many_reports": {
      const headers = { "retry-after": String(result.retryAfterSeconds) };
      return data({ ...nothing, isTooMany: true }, { status: 429, headers });
    }
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.listing_report_title(), isPrivate: true });
}

export default function ReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const isSending = useNavigation().state !== "idle";
  const fieldErrors = actionData?.fieldErrors ?? [];
  const findError = (field: ReportFieldError["field"]) => {
    const fieldError = fieldErrors.find((each) => each.field === field);
    return fieldError && describeReportError(fieldError);
  };
  return (
    <div className="step-page">
      <div className="page-width">
        <div className="step-layout step-layout--one">
          <div>
            <h1>{m.listing_report_title()}</h1>
            <p className="question-hint">
              <b>{loaderData.title}</b>
              <br />
              {m.listing_report_text()}
            </p>
            {actionData?.isSent ? (
              <p className="notice notice--ok mt-4" role="status">
                {m.listing_report_sent()}
              </p>
            ) : (
              <Form method="post" className="card p-6 mt-2" noValidate>
                <ErrorSummary
                  errors={fieldErrors.map((fieldError) => ({
                    id: fieldError.field,
                    message: describeReportError(fieldError),
                  }))}
                >
                  {actionData?.isTooMany && <p>{m.listing_report_problem_too_many_reports()}</p>}
                </ErrorSummary>
                <fieldset
                  id="reason"
                  className="choices"
                  aria-describedby={findError("reason") ? "reason-error" : undefined}
                >
                  <legend className="mb-3 font-semibold">{m.listing_report_reason()}</legend>
                  {REPORT_REASONS.map((reason) => (
                    <label key={reason} className="checkbox-row">
                      <input
                        type="radio"
                        name="reason"
                        value={reason}
                        defaultChecked={actionData?.typed.reason === reason}
                      />
                      <span>{describeReportReason(reason)}</span>
                    </label>
                  ))}
                  <FieldError id="reason-error" error={findError("reason")} />
                </fieldset>
                <div className="mt-5">
                  <TextAreaField
                    name="details"
                    label={m.listing_report_details()}
                    optional
                    rows={4}
                    maxLength={REPORT_DETAILS_MAX_LENGTH}
                    defaultValue={actionData?.typed.details}
                    error={findError("details")}
                  />
                </div>
                <Button type="submit" block className="mt-5" busy={isSending}>
                  {m.listing_report_send()}
                </Button>
              </Form>
            )}
            <Link
              to={paths.listing(loaderData.id)}
              className={`${buttonClass({ look: "ghost" })} mt-5`}
            >
              {m.bid_back()}
            </Link>
          </div>
        </div>
      </div>
    </div>
  );
}
