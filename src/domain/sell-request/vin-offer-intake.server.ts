import type { FormIntake } from "#domain/lead/submission/intake.ts";
import { paths } from "#site/paths.ts";
import { findListingsOfOthers } from "#domain/listing/same-vin.server.ts";
import { type VinOfferAnswers, vinOfferForm } from "./offer-request.form.ts";

/** A VIN says what the car is, and the form where, but nobody says who asks (SPEC.md §3). */
export const vinOfferIntake: FormIntake = {
  form: vinOfferForm,
  postName: "vin",
  async decide(answers) {
    const { city, province } = answers as VinOfferAnswers;
    const facts = {
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
    } as const;
    return { ok: true, facts, consents: [] };
  },
  listedAlready: (answers, { userId }) =>
    findListingsOfOthers((answers as VinOfferAnswers).vin, userId),
  sentPath: (reference) => paths.offerSent(reference),
};
