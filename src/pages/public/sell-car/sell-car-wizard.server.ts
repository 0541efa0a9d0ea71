import { type DrawnCar, describeDrawnCar } from "#domain/sell-request/drawn-car.ts";
import { vehicleOfferForm } from "#domain/sell-request/offer-request.form.ts";
import {
  listRequestPhotos,
  type RequestPhoto,
} from "#domain/sell-request/request-photos.server.ts";
import { sellCarHandler } from "#domain/sell-request/sell-car-handler.server.ts";
import type { SellCarAnswers } from "#domain/sell-request/sell-car.form.ts";
import { TERMS_GATE, type TermsSection, termsSections } from "#domain/sell-request/terms.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { rawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readForm } from "#forms/read-form.ts";
import { m } from "#messages/messages.js";
import {
  NO_PREFILL,
  type Prefill,
  type PrefillGiven,
  type PrefillSource,
  type Wizard,
} from "#pages/public/form-journey/wizard.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { readVin } from "#values/vin.ts";

export type SellCarOwn = {
  form: "sell-car";
  car: DrawnCar;
  /** On the last step. */
  photos: readonly RequestPhoto[];
};

export type TermsPanelData = { gate: typeof TERMS_GATE.name; sections: readonly TermsSection[] };

export const sellCarWizard: Wizard<SellCarOwn, TermsPanelData> = {
  handler: sellCarHandler,
  description: () => m.sell_car_meta_description(),
  phone: { slug: "contact", purpose: "sell_car", control: "sellerPhone" },
  // Our three trims are no maker's trims, so these stay to be chosen.
  vinFills: { year: "year", make: "make", model: "model", body: "style" },
  prefill,

  async findOwn({ answers, draftId, slug }) {
    const hasPhotos = slug === "review" && draftId !== "";
    const photos = hasPhotos ? await listRequestPhotos(draftId) : [];
    return { form: "sell-car", car: describeDrawnCar(answers), photos };
  },

  findPanel: (_gate, { visitor }) => ({
    gate: TERMS_GATE.name,
    sections: termsSections(visitor.locale),
  }),
};

/** What can be filled in on a step before it is answered: each thing is asked once. */
function prefill(slug: string, { answers, request, visitor }: PrefillGiven): Prefill {
  const { manufactureYear, year }: SellCarAnswers = answers;
  switch (slug) {
    case "car-detail":
      return sourced(carInAddress(request, visitor), "offer");
    case "specifications":
      return manufactureYear === undefined && year !== undefined
        ? sourced({ manufactureYear: year }, "model_year")
        : NO_PREFILL;
    case "contact":
      return sourced(ofAccount(answers, visitor), "account");
    default:
      return NO_PREFILL;
  }
}

function sourced(answers: Answers, source: PrefillSource): Prefill {
  const names = Object.keys(answers);
  return { answers, sources: Object.fromEntries(names.map((name) => [name, source])) };
}

/**
 * The five values of the offer form, out of the address. Only what that form itself would take in is
 * shown: a link made by somebody else must not put words into our page.
 */
function carInAddress(request: Request, { locale }: Visitor): Answers {
  const raw = rawFields(new URL(request.url).searchParams);
  const { year, ...car } = readForm(vehicleOfferForm, raw, readContextFor(locale, now())).answers;
  const vin = readVin(rawValue(raw, "vin"));
  return { ...(vin.ok && { vin: vin.vin }), ...(year && { year: Number(year) }), ...car };
}

function ofAccount(answers: SellCarAnswers, { user }: Visitor): Answers {
  if (!user) return {};
  const phone = answers.sellerPhone === undefined ? user.phone : null;
  return { sellerEmail: user.email, ...(phone && { sellerPhone: phone }) };
}
