import type { Draft } from "#domain/draft/draft.server.ts";
import type { ConsentInput } from "#domain/lead/consent.ts";
import type { CreatedLead } from "#domain/lead/create-lead.server.ts";
import type { LeadFacts, LeadSender } from "#domain/lead/lead.ts";
import {
  formHandler,
  gateConsents,
  type Sender,
  tickedConsents,
} from "#domain/lead/form-handler.ts";
import { findListingsOfOthers } from "#domain/listing/same-vin.server.ts";
import { verifiedAt } from "#domain/phone-verification/phone-verification.server.ts";
import { termsAcceptance } from "#domain/terms/accept-terms.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import type { Locale } from "#values/locale.ts";
import { splitFullName } from "#values/person-name.ts";
import { resolveLocation } from "#values/location/resolve-location.ts";
import { inviteDealerships } from "./dealer-offer/invite-dealerships.server.ts";
import { buildSellCarAdf } from "./sell-car-adf.ts";
import { type SellCarAnswers, sellCarForm } from "./sell-car.form.ts";
import { shareConsent } from "./share-consent.ts";
import { TERMS_GATE, TERMS_PURPOSE, TERMS_VERSION, termsText } from "./sell-terms.ts";

/**
 * Handles the request of a person who wants to sell or trade a car.
 *
 * The terms must be accepted: `termsAccepted` is a required question, so every post has it. A
 * verified phone is not required here: SPEC.md §4 requires it for the pre-approval only, and a
 * seller is also reached by e-mail, where the offers are sent. The lead says whether the number was
 * verified, so that staff and dealerships can tell; the widget says that a verified number gets a
 * faster answer.
 */
export const sellCarHandler = formHandler(sellCarForm, {
  offeredAs: "sell_car",
  postName: "sell-car",
  sentPath: paths.sellRequest,
  // For a signed-in seller, the account's address is used instead of the posted one (SPEC.md §5).
  known: ({ user }): Readonly<Record<string, string>> => (user ? { sellerEmail: user.email } : {}),

  async decide(answers, { sender, draft, at }) {
    const { visitorHash, locale } = sender;
    const { sellerPhone: phone, shareWithDealerships } = answers;
    const phoneVerifiedAt = await verifiedAt({ visitorHash, phone, purpose: "sell_car" });
    const facts = leadFacts(answers, sender, phoneVerifiedAt);
    const shared =
      shareWithDealerships === "yes" ? [shareConsent(locale, { at: "question", givenAt: at })] : [];
    return {
      ok: true,
      facts,
      consents: [...withSiteTerms(termsConsents(draft, { locale, at })), ...shared],
      ...(shared.length > 0 && {
        async whenStored(transaction: Transaction, { id: leadId, kind, dealership }: CreatedLead) {
          const exceptDealershipId = dealership?.id ?? null;
          const request = { leadId, kind, locale, location: facts, exceptDealershipId };
          await inviteDealerships(transaction, request);
        },
      }),
    };
  },

  findListed: ({ vin }, { userId }) => findListingsOfOthers(vin, userId),
  adf: buildSellCarAdf,
  readSender,
  consentQuestions: ["shareWithDealerships"],
});

function leadFacts(
  answers: SellCarAnswers,
  { user }: Sender,
  phoneVerifiedAt: Date | null,
): LeadFacts {
  // A program sends no name (SPEC.md §3); an account has one.
  const sellerName = answers.sellerName ?? user?.name;
  return { kind: "sell_car", ...readSender({ ...answers, sellerName }), phoneVerifiedAt };
}

function readSender(answers: SellCarAnswers): LeadSender {
  const { sellerName = "", sellerEmail = null, sellerPhone = null } = answers;
  const { city = null, province = null } = answers;
  // The centre of the city is used to find dealerships nearby.
  const location = city && province ? resolveLocation({ text: `${city}, ${province}` }) : null;
  return {
    ...splitFullName(sellerName),
    email: sellerEmail,
    phone: sellerPhone,
    city,
    provinceCode: province,
    lat: location?.lat ?? null,
    lon: location?.lon ?? null,
  };
}

/** The sell terms refer to the site's terms, which are accepted with them. */
function withSiteTerms(consents: readonly ConsentInput[]): ConsentInput[] {
  return consents.flatMap((consent) => {
    const { purpose, locale, channel, givenAt } = consent;
    return purpose === TERMS_PURPOSE
      ? [consent, termsAcceptance("site", { locale, channel, givenAt })]
      : [consent];
  });
}

/**
 * The acceptance to store: the one in the draft, or, if there is none, one for the post's own
 * `termsAccepted=yes`. That is the case if the sender never saw our pages, or if the terms changed
 * since they did.
 */
function termsConsents(
  draft: Draft | null,
  { locale, at }: { locale: Locale; at: Date },
): ConsentInput[] {
  const consents = gateConsents(TERMS_GATE, draft, "web: sell-car, terms, Accept & Continue");
  if (consents.length > 0)
    return [...consents, ...tickedConsents(TERMS_GATE, draft, "web: sell-car, terms, checkbox")];
  return [
    {
      purpose: TERMS_PURPOSE,
      text: termsText(locale),
      textVersion: TERMS_VERSION,
      locale,
      channel: "post: sell-car, termsAccepted",
      givenAt: at,
    },
  ];
}
