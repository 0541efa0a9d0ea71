import { formHandler } from "#domain/lead/form-handler.ts";
import { findListingsOfOthers } from "#domain/listing/same-vin.server.ts";
import { paths } from "#site/paths.ts";
import { vinOfferForm } from "./offer-request.form.ts";

/** A VIN says what the car is, and the form where, but nobody says who asks (SPEC.md §3). */
export const vinOfferHandler = formHandler(vinOfferForm, {
  postName: "vin",
  sentPath: paths.offerSent,
  decide: ({ city, province }) => ({
    ok: true,
    facts: {
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
    },
    consents: [],
  }),
  findListed: ({ vin }, { userId }) => findListingsOfOthers(vin, userId),
});
