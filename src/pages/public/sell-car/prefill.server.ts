import { now } from "#platform/clock/clock.server.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { rawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readVin } from "#values/vin.ts";
import { vehicleOfferForm } from "#domain/sell-request/offer-request.form.ts";
import type { SellCarAnswers } from "#domain/sell-request/sell-car.form.ts";

/** Where an answer came from that the person has not given on this page. */
export type PrefillSource = "offer" | "model_year" | "account";

export type Prefill = {
  answers: Answers;
  /** By question, so that the page can say so. */
  sources: Readonly<Partial<Record<string, PrefillSource>>>;
};

/** What can be filled in on a step before it is answered: each thing is asked once. */
export function prefillFor(
  slug: string,
  given: { answers: SellCarAnswers; request: Request; visitor: Visitor },
): Prefill {
  const { answers, request, visitor } = given;
  switch (slug) {
    case "car-detail":
      return sourced(carInAddress(request, visitor), "offer");
    case "specifications":
      return answers.manufactureYear === undefined && answers.year !== undefined
        ? sourced({ manufactureYear: answers.year }, "model_year")
        : NOTHING;
    case "contact":
      return sourced(ofAccount(answers, visitor), "account");
    default:
      return NOTHING;
  }
}

const NOTHING: Prefill = { answers: {}, sources: {} };

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
