import type { GivenConsent } from "#domain/lead/consent/consent.ts";
import { verifiedAt } from "#domain/phone-verification/phone-verification.server.ts";
import { findDraft } from "#domain/draft/draft.server.ts";
import type { FormIntake, LeadFacts, Sender } from "#domain/lead/submission/intake.ts";
import { paths } from "#site/paths.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { E164 } from "#platform/sms/sms.server.ts";
import { marketingConsents } from "#domain/lead/consent/marketing-consent.ts";
import { shareConsent } from "./share-consent.ts";
import { findListingsOfOthers } from "#domain/listing/same-vin.server.ts";
import { splitFullName } from "#values/person-name.ts";
import { resolvePlace } from "#values/place/resolve-place.ts";
import { knownAnswers } from "./known-answers.ts";
import { sellCarAdf } from "./sell-car-adf.ts";
import { type CompleteSellCarAnswers, type SellCarAnswers, sellCarForm } from "./sell-car.form.ts";
import { termsConsent } from "./terms/accepted-terms.server.ts";

/**
 * How the business takes in a car that somebody wants to sell or trade.
 *
 * The terms must be accepted: `termsAccepted` is a required question, so no post passes without it. A
 * verified phone is not demanded here: SPEC.md §4 demands it of the pre-approval only, and a seller
 * is reached by e-mail too, where the offers go. The lead says whether the number was verified, so
 * that staff and dealerships can tell; the widget says that a verified number is answered sooner.
 */
export const sellCarIntake: FormIntake = {
  form: sellCarForm,
  postName: "sell-car",
  known: knownAnswers,

  async decide(answers, raw, sender) {
    const given = answers as CompleteSellCarAnswers;
    const { visitorHash, locale } = sender;
    const phone = given.sellerPhone as E164;
    const [phoneVerifiedAt, draft] = await Promise.all([
      verifiedAt({ visitorHash, phone, purpose: "sell_car" }),
      findDraft(visitorHash, sellCarForm),
    ]);
    const at = now();
    return {
      ok: true,
      facts: factsOf(given, sender, phoneVerifiedAt),
      consents: [
        termsConsent(draft, { locale, at }),
        ...shareConsents(given, sender, at),
        ...marketingConsents(raw, { locale, form: "sell-car", givenAt: at }),
      ],
    };
  },

  listedAlready: (answers, { userId }) =>
    findListingsOfOthers((answers as SellCarAnswers).vin, userId),

  adf: (answers, facts, locale) => sellCarAdf(answers, facts, locale),

  sentPath: (reference) => paths.saleRequest(reference),
};

function factsOf(
  { city, province, sellerEmail, sellerPhone }: CompleteSellCarAnswers,
  { user }: Sender,
  phoneVerifiedAt: Date | null,
): LeadFacts {
  // The form asks for no name (SPEC.md §3); an account has one. The town's middle says who is near.
  const { firstName, lastName } = user ? splitFullName(user.name) : { firstName: "", lastName: "" };
  const place = resolvePlace({ text: `${city}, ${province}` });
  return {
    kind: "sell_car",
    firstName,
    lastName,
    email: sellerEmail,
    phone: sellerPhone,
    phoneVerifiedAt,
    city,
    provinceCode: province,
    lat: place?.lat ?? null,
    lon: place?.lon ?? null,
  };
}

function shareConsents(
  { shareWithDealerships }: SellCarAnswers,
  { locale }: Sender,
  givenAt: Date,
): GivenConsent[] {
  if (!shareWithDealerships) return [];
  return [shareConsent(locale, { at: "last_step", givenAt })];
}
