import { m } from "#messages/messages.js";
import type { LeadKind } from "#domain/lead/lead-kind.ts";
import { SALE_LINK_DAYS } from "#domain/sell-request/dealer-offer/purchase-offer.ts";
import { languageTag, type Locale } from "#values/locale.ts";
import { site } from "#site/site.ts";
import { type EmailWords, plainEmail } from "#domain/notification/plain-email.ts";

export type Confirmation = {
  kind: LeadKind;
  reference: string;
  firstName: string;
  locale: Locale;
  /** The dealerships that received the answers, if any. */
  dealershipNames: readonly string[];
  /** Where a person who sells a car sees the request and its offers; null for other kinds. */
  saleLink: string | null;
};

/** What the person is told in writing: what arrived, who has it, what happens next. No answers in it. */
export function confirmationEmail(given: Confirmation): EmailWords {
  const options = { locale: given.locale };
  const paragraphs = [
    given.firstName
      ? m.delivery_confirmation_greeting({ name: given.firstName }, options)
      : m.delivery_confirmation_greeting_nameless({}, options),
    given.kind === "pre_approval"
      ? m.delivery_confirmation_pre_approval({ reference: given.reference }, options)
      : m.delivery_confirmation_request({ reference: given.reference }, options),
    ...(given.saleLink ? saleWords(given, given.saleLink) : [sharedWords(given)]),
    ...(given.kind === "pre_approval" ? [m.delivery_confirmation_lender_decides({}, options)] : []),
    m.delivery_confirmation_contact({ email: site.email }, options),
  ];
  return plainEmail({
    locale: given.locale,
    subject: m.delivery_confirmation_subject(
      { reference: given.reference, site: site.name },
      options,
    ),
    paragraphs,
  });
}

function sharedWords({ dealershipNames, locale }: Confirmation): string {
  const options = { locale };
  return dealershipNames.length > 0
    ? m.delivery_confirmation_shared({ dealership: namesIn(dealershipNames, locale) }, options)
    : m.delivery_confirmation_not_shared({}, options);
}

/** Of a car for sale: who was asked for offers, and the way back to the page where they arrive. */
function saleWords({ dealershipNames, locale }: Confirmation, link: string): string[] {
  const options = { locale };
  return [
    dealershipNames.length > 0
      ? m.delivery_confirmation_sale_shared(
          { dealerships: namesIn(dealershipNames, locale) },
          options,
        )
      : m.delivery_confirmation_sale_not_shared({}, options),
    m.delivery_confirmation_sale_link({ link }, options),
    m.delivery_confirmation_sale_link_is_yours({ days: SALE_LINK_DAYS }, options),
  ];
}

function namesIn(names: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(languageTag[locale]).format(names);
}
