import { data, Form, useNavigation } from "react-router";
import { askSeller, findAskRefusal } from "#domain/inquiry/write-inquiry.server.ts";
import {
  INQUIRY_KINDS,
  INQUIRY_TEXT_MAX_LENGTH,
  type InquiryFieldError,
  type InquiryRefusal,
} from "#domain/inquiry/inquiry.ts";
import { findPublicListing } from "#domain/listing/listing-queries.server.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { redirectTo, requireMember } from "#pages/session/guards.server.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { paths } from "#site/paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { FieldError, TextAreaField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/ask.page.ts";
import {
  describeInquiryError,
  describeInquiryKind,
  describeInquiryRefusal,
} from "./inquiry-words.ts";

/** @throws a redirect to sign-in for a visitor, 404 for a listing that is not public. */
export async function loader(args: Route.LoaderArgs) {
  const { user } = requireMember(args);
  const listing = await findPublicListing(args.params.id);
  if (!listing) throw data(null, { status: 404 });
  const refusal = await findAskRefusal(user, listing.id);
  return { id: listing.id, title: formatListingTitle(listing), refusal };
}

type AskAnswer = {
  fieldErrors: InquiryFieldError[];
  refusal: InquiryRefusal | "too_many" | null;
  typed: { kind: string; text: string };
};

export async function action(args: Route.ActionArgs) {
  const { user } = requireMember(args);
  const { fields: raw } = await requirePost(args.request);
  const typed = { kind: rawValue(raw, "kind"), text: rawValue(raw, "text") };
  const result = await askSeller(user, { ...typed, listingId: args.params.id });
  if (result.ok) throw redirectTo(`${hrefIn(paths.conversation(result.inquiryId))}?done=sent`);
  const nothing: AskAnswer = { fieldErrors: [], refusal: null, typed };
  switch (result.code) {
    case "put_right":
      return data({ ...nothing, fieldErrors: result.fieldErrors }, { status: 422 });
    case "too_many": {
      const headers = { "retry-after": String(result.retryAfterSeconds) };
      return data<AskAnswer>({ ...nothing, refusal: result.code }, { status: 429, headers });
    }
    case "no_such_listing":
      throw data(null, { status: 404 });
    case "not_permitted":
      return data<AskAnswer>({ ...nothing, refusal: result.code }, { status: 403 });
    default:
      return data<AskAnswer>({ ...nothing, refusal: result.code }, { status: 409 });
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.inquiry_ask_title(), isPrivate: true });
}

/** A question to the seller, or the wish to drive the car. */
export default function AskPage({ loaderData, actionData }: Route.ComponentProps) {
  const isSending = useNavigation().state !== "idle";
  const fieldErrors = actionData?.fieldErrors ?? [];
  const findError = (field: InquiryFieldError["field"]) => {
    const fieldError = fieldErrors.find((each) => each.field === field);
    return fieldError && describeInquiryError(fieldError.code);
  };
  const refusal = actionData?.refusal ?? loaderData.refusal;
  return (
    <div className="step-page">
      <div className="page-width">
        <div className="step-layout step-layout--one">
          <div>
            <h1>{m.inquiry_ask_title()}</h1>
            <p className="question-hint">
              <b>{loaderData.title}</b>
              <br />
              {m.inquiry_ask_text()}
            </p>
            {loaderData.refusal ? (
              <p className="notice notice--warn mt-4">
                {describeInquiryRefusal(loaderData.refusal)}
              </p>
            ) : (
              <Form method="post" className="card p-6 mt-2" noValidate>
                <ErrorSummary
                  errors={fieldErrors.map(({ field, code }) => ({
                    id: field,
                    message: describeInquiryError(code),
                  }))}
                >
                  {refusal && <p>{describeInquiryRefusal(refusal)}</p>}
                </ErrorSummary>
                <fieldset
                  id="kind"
                  className="choices"
                  aria-describedby={findError("kind") ? "kind-error" : undefined}
                >
                  <legend className="mb-3 font-semibold">{m.inquiry_kind()}</legend>
                  {INQUIRY_KINDS.map((kind) => (
                    <label key={kind} className="checkbox-row">
                      <input
                        type="radio"
                        name="kind"
                        value={kind}
                        defaultChecked={actionData?.typed.kind === kind}
                      />
                      <span>{describeInquiryKind(kind)}</span>
                    </label>
                  ))}
                  <FieldError id="kind-error" error={findError("kind")} />
                </fieldset>
                <div className="mt-5">
                  <TextAreaField
                    name="text"
                    label={m.inquiry_text()}
                    hint={m.inquiry_text_hint()}
                    rows={5}
                    maxLength={INQUIRY_TEXT_MAX_LENGTH}
                    defaultValue={actionData?.typed.text}
                    error={findError("text")}
                  />
                </div>
                <Button type="submit" block className="mt-5" busy={isSending}>
                  {m.inquiry_send()}
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
