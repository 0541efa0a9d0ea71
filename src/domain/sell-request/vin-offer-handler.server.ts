import { formHandler } from "#domain/lead/form-handler.ts";
import type { LeadSender } from "#domain/lead/lead.ts";
import { findListingsOfOthers } from "#domain/listing/same-vin.server.ts";
import { paths } from "#site/paths.ts";
import { type VinOfferAnswers, vinOfferForm } from "./offer-request.form.ts";

/** The post has the VIN and the location, but not who asks (SPEC.md §3). */
export const vinOfferHandler = formHandler(vinOfferForm, {
  offeredAs: "offer_request",
  postName: "vin",
  sentPath: paths.offerSent,
  decide: (answers) => ({
    ok: true,
    facts: { kind: "offer_request", ...readSender(answers), phoneVerifiedAt: null },
    consents: [],
  }),
  readSender,
  findListed: ({ vin }, { userId }) => findListingsOfOthers(vin, userId),
});

function readSender(answers: VinOfferAnswers): LeadSender {
  const { city = null, province = null } = answers;
  const location = { city, provinceCode: province, lat: null, lon: null };
  return { firstName: "", lastName: "", email: null, phone: null, ...location };
}
