import { sameCarForm } from "#domain/listing/listing.form.ts";
import type { OwnCar } from "#domain/sale/own-car.server.ts";
import { locateFieldError } from "#forms/field-error.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { translateIn } from "#forms/translate.server.ts";
import { viewForm } from "#forms/view-form.ts";
import { today } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import type { SameCarView } from "./listing-form-page.server.ts";
import { SAME_CAR_ASKED } from "./same-car-asked.ts";

/** "yes", "no", or "" where nothing was said. */
export function readSameCar(raw: RawFields): "yes" | "no" | "" {
  const said = rawValue(raw, "sameCar");
  return said === "yes" || said === "no" ? said : "";
}

/** Whether the question was there to be answered. */
function wasAsked(raw: RawFields): boolean {
  return rawValue(raw, SAME_CAR_ASKED) !== "";
}

/**
 * The question whether a listing's car is the one that its seller offers here already. That it has no
 * answer is wrong only once it was asked.
 */
export function viewSameCar(
  { locale }: Pick<Visitor, "locale">,
  raw: RawFields,
  own: OwnCar,
): SameCarView {
  const missing = { question: "sameCar", code: "missing" } as const;
  const question = viewForm(sameCarForm, {
    answers: {},
    typed: raw,
    locale,
    translate: translateIn(locale),
    today: today(),
    fieldErrors:
      wasAsked(raw) && readSameCar(raw) === "" ? [locateFieldError(sameCarForm, missing)] : [],
  });
  const otherPath =
    own.kind === "listing" ? paths.sellerListing(own.id) : paths.sellRequest(own.reference);
  return { question, otherPath };
}
