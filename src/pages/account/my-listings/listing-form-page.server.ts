import { data } from "react-router";
import type { FieldError } from "#forms/field-error.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import type { ErrorSummary, StepView } from "#forms/view-model.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { redirectTo } from "#pages/session/guards.server.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { viewStepFor } from "#pages/public/form-journey/visitor-step.server.ts";
import type { VinAnswer, VinFills } from "#domain/catalogue/vin-decoder/vin-fills.ts";
import {
  answerVinLookUp,
  asksForVinLookUp,
} from "#domain/catalogue/vin-decoder/vin-look-up.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { listingForm, LISTING_VIN_FILLS } from "#domain/listing/listing.form.ts";
import type { ListingFields } from "#domain/listing/listing-answers.ts";
import { readListing, type WriteResult } from "#domain/listing/write-listing.server.ts";

/** All steps of the form, for one page. */
export type ListingFormView = {
  steps: readonly StepView[];
  errorSummary: ErrorSummary | undefined;
  /** Which of its controls a VIN fills in. */
  vinFills: VinFills;
  /** What the VIN's button found, where it was pressed without JavaScript. */
  vinAnswer?: VinAnswer;
};

type Filled = { answers: Answers; typed?: RawFields; fieldErrors?: readonly FieldError[] };

export function viewListingForm(visitor: Visitor, filled: Filled): ListingFormView {
  const steps = listingForm.steps.map(({ slug }) =>
    viewStepFor(listingForm, slug, { ...filled, visitor, submissionId: "" }),
  );
  const items = steps.flatMap((step) => step.errorSummary?.items ?? []);
  return {
    steps,
    errorSummary: items.length > 0 ? { items } : undefined,
    vinFills: LISTING_VIN_FILLS,
  };
}

/** A post of the form: written and led on, or answered with everything as typed. */
export async function answerListingForm(
  { request, user, visitor }: { request: Request; user: SignedInUser; visitor: Visitor },
  write: (user: SignedInUser, fields: ListingFields) => Promise<WriteResult>,
  next: { saved: (id: string) => string; refused: string },
) {
  const { fields: raw } = await requirePost(request);
  if (asksForVinLookUp(raw)) {
    const { ipAddress } = visitor;
    const looked = await answerVinLookUp(raw, { fills: LISTING_VIN_FILLS, ipAddress });
    const view = viewListingForm(visitor, { answers: {}, typed: looked.typed });
    return data({ ...view, vinAnswer: looked.answer }, looked.init);
  }
  const reading = readListing(raw, visitor.locale);
  if (!reading.ok) {
    const { answers, fieldErrors } = reading;
    return data(viewListingForm(visitor, { answers, fieldErrors, typed: raw }), { status: 422 });
  }
  const written = await write(user, reading.fields);
  if (written.ok) throw redirectTo(`${hrefIn(next.saved(written.id))}?done=saved`);
  if (written.code === "not_found") throw data(null, { status: 404 });
  throw redirectTo(`${hrefIn(next.refused)}?failed=${written.code}`);
}
