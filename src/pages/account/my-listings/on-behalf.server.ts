import type { RefusedAnswer } from "#forms/field-error.ts";
import { locateFieldError } from "#forms/field-error.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readForm } from "#forms/read-form.ts";
import { translateIn } from "#forms/translate.server.ts";
import { viewForm } from "#forms/view-form.ts";
import type { FormView } from "#forms/view-model.ts";
import type { EditableListing } from "#domain/listing/editable-listing.server.ts";
import { priceReasonForm } from "#domain/listing/listing.form.ts";
import type { StaffChangeRefusal } from "#domain/staff-change/staff-change.ts";
import { m } from "#messages/messages.js";
import { now, today } from "#platform/clock/clock.server.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

/** What staff see before they change another person's listing. */
export type OnBehalf = {
  isFactorFresh: boolean;
  /** The address where they prove their second factor, which leads back. */
  confirmHref: string;
};

/** Null for the seller. */
export function viewOnBehalf(
  user: SignedInUser,
  { id, editedBy }: Pick<EditableListing, "id" | "editedBy">,
): OnBehalf | null {
  if (editedBy === "seller") return null;
  const returnTo = new URLSearchParams({ returnTo: hrefIn(paths.sellerListing(id)) });
  return {
    isFactorFresh: !user.lacksFreshFactor,
    confirmHref: `${hrefIn(paths.freshFactor())}?${returnTo}`,
  };
}

/** The question why the price is changed, on the page of the whole form. */
export function viewPriceReason(
  { locale }: Pick<Visitor, "locale">,
  typed?: RawFields,
  refused: readonly RefusedAnswer[] = [],
): FormView {
  return viewForm(priceReasonForm, {
    answers: {},
    locale,
    translate: translateIn(locale),
    today: today(),
    ...(typed && { typed }),
    fieldErrors: refused.map((each) => locateFieldError(priceReasonForm, each)),
  });
}

/** The reason of a post, or what is wrong with it. */
export function readPriceReason(
  raw: RawFields,
  { locale }: Pick<Visitor, "locale">,
): { ok: true; reason: string } | { ok: false; fieldErrors: readonly RefusedAnswer[] } {
  const read = readForm(priceReasonForm, raw, readContextFor(locale, now()));
  return read.ok ? { ok: true, reason: read.answers.priceReason ?? "" } : read;
}

/** Why staff could not change the listing: at the field of the reason, or as a message. */
export function describeStaffRefusal(code: StaffChangeRefusal): {
  fieldErrors: readonly RefusedAnswer[];
  message: string | null;
} {
  if (code === "reason_needed")
    return { fieldErrors: [{ question: "priceReason", code: "needed" }], message: null };
  const message =
    code === "fresh_factor_needed"
      ? m.staff_change_factor_needed()
      : m.staff_change_not_permitted();
  return { fieldErrors: [], message };
}
