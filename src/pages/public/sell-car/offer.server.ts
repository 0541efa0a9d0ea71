import { randomUUID } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { StepView } from "#forms/view-model.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { paths } from "#site/paths.ts";
import { type Visitor, readVisitor } from "#platform/request/visitor.server.ts";
import { requireOffered } from "#pages/public/form-journey/offered.server.ts";
import { viewStepFor } from "#pages/public/form-journey/visitor-step.server.ts";
import { vehicleOfferForm, vinOfferForm } from "#domain/sell-request/offer-request.form.ts";

export type OfferViews = { vehicle: StepView; vin: StepView };

/** Both tabs of the offer form. The catalogue's options come with them, so no other page loads it. */
export function openOffer(context: Readonly<RouterContextProvider>): OfferViews {
  requireOffered("offer_request", { context });
  const visitor = readVisitor({ context });
  // The first tab sends the car to the wizard in its address, so there is no submission yet.
  const vehicle = offerView(vehicleOfferForm, paths.sellCar(), visitor);
  return {
    vehicle: { ...vehicle, hidden: [] },
    vin: offerView(vinOfferForm, paths.formPost("vin"), visitor),
  };
}

function offerView(form: FormDeclaration, path: string, visitor: Visitor): StepView {
  // Each page has a submission id of its own, because two people may offer the same model in the
  // same city.
  const view = viewStepFor(form, form.steps[0].slug, {
    answers: {},
    visitor,
    submissionId: randomUUID(),
  });
  return { ...view, action: hrefIn(path, visitor.locale) };
}
