import type { FormIntake, LeadFacts } from "#backoffice/submission/intake.ts";
import { rawValue } from "#forms/raw-fields.ts";
import { paths } from "#paths.ts";
import {
  type VehicleOfferAnswers,
  vehicleOfferForm,
  type VinOfferAnswers,
  vinOfferForm,
} from "./offer-request.form.ts";
import { offerEchoPath } from "./offer-echo-path.ts";

/** An offer request says what the car is and where, but not who asks (SPEC.md §3). */
export const vehicleOfferIntake: FormIntake = {
  form: vehicleOfferForm,
  postName: "vehicle-offer",
  async decide(answers) {
    return { ok: true, facts: factsOf(answers as VehicleOfferAnswers), consents: [] };
  },
  sentPath: (reference, raw) => offerEchoPath(reference, (name) => rawValue(raw, name)),
};

export const vinOfferIntake: FormIntake = {
  form: vinOfferForm,
  postName: "vin",
  async decide(answers) {
    return { ok: true, facts: factsOf(answers as VinOfferAnswers), consents: [] };
  },
  sentPath: (reference) => paths.offerSent(reference),
};

function factsOf({ city, province }: VehicleOfferAnswers | VinOfferAnswers): LeadFacts {
  return {
    kind: "offer_request",
    firstName: "",
    lastName: "",
    email: null,
    phone: null,
    phoneVerifiedAt: null,
    city,
    provinceCode: province,
    lat: null,
    lon: null,
  };
}
