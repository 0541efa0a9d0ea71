import { type EmailWords, plainEmail } from "#domain/notification/plain-email.ts";
import { m } from "#messages/messages.js";
import { formatDate, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { site } from "#site/site.ts";

/** What the seller is told of, and what the dealership is. */
export const SELLER_NEWS = ["offer_made", "offer_withdrawn"] as const;
export const DEALERSHIP_NEWS = [
  "invited",
  "offer_accepted",
  "offer_declined",
  "offer_reopened",
  "offer_passed_over",
] as const;
export type OfferNewsKind = (typeof SELLER_NEWS)[number] | (typeof DEALERSHIP_NEWS)[number];

export type OfferNews = {
  kind: OfferNewsKind;
  locale: Locale;
  /** "2018 Honda Civic" */
  car: string;
  reference: string;
  city: string | null;
  dealershipName: string;
  /** The offer that it is about; null where a dealership is asked for its first one. */
  offer: { amountCad: number; validUntil: string; conditions: string } | null;
  /** How the dealership reaches the seller whom it bought from; null before. */
  seller: { email: string | null; phone: string | null } | null;
  /** Where the reader can see it and answer. */
  link: string;
};

/** One piece of news about the sale of a car, in its reader's language. */
export function offerEmail(news: OfferNews): EmailWords {
  const { subject, paragraphs } = wordsOf(news);
  const options = { locale: news.locale };
  return plainEmail({
    locale: news.locale,
    subject: `${subject} – ${site.name}`,
    paragraphs: [m.purchase_offer_mail_greeting({}, options), ...paragraphs],
  });
}

type Words = { subject: string; paragraphs: string[] };

function wordsOf(news: OfferNews): Words {
  const { kind, locale, car, reference, link, dealershipName: dealership } = news;
  const options = { locale };
  const amount = news.offer ? formatCad(news.offer.amountCad, locale) : "–";
  const date = news.offer ? formatDate(news.offer.validUntil, locale) : "–";
  const given = { car, amount, date, dealership, reference };
  const seeAsSeller = m.purchase_offer_mail_see({ link }, options);
  const seeAsDealership = m.purchase_offer_mail_see_request({ link }, options);
  switch (kind) {
    case "offer_made":
      return {
        subject: m.purchase_offer_mail_made_subject(given, options),
        paragraphs: [
          m.purchase_offer_mail_made(given, options),
          ...(news.offer?.conditions
            ? [m.purchase_offer_mail_conditions({ conditions: news.offer.conditions }, options)]
            : []),
          m.purchase_offer_mail_compare({ link }, options),
          m.purchase_offer_mail_nothing_yet({}, options),
        ],
      };
    case "offer_withdrawn":
      return {
        subject: m.purchase_offer_mail_withdrawn_subject(given, options),
        paragraphs: [m.purchase_offer_mail_withdrawn(given, options), seeAsSeller],
      };
    case "invited":
      return {
        subject: m.purchase_offer_mail_invited_subject(given, options),
        paragraphs: [
          m.purchase_offer_mail_invited({ car, city: news.city ?? "–", reference }, options),
          m.purchase_offer_mail_make_offer({ link }, options),
        ],
      };
    case "offer_accepted":
      return {
        subject: m.purchase_offer_mail_accepted_subject(given, options),
        paragraphs: [
          m.purchase_offer_mail_accepted(given, options),
          m.purchase_offer_mail_contact(contactOf(news), options),
          seeAsDealership,
        ],
      };
    case "offer_declined":
      return {
        subject: m.purchase_offer_mail_declined_subject(given, options),
        paragraphs: [m.purchase_offer_mail_declined(given, options), seeAsDealership],
      };
    case "offer_reopened":
      return {
        subject: m.purchase_offer_mail_reopened_subject(given, options),
        paragraphs: [m.purchase_offer_mail_reopened(given, options), seeAsDealership],
      };
    case "offer_passed_over":
      return {
        subject: m.purchase_offer_mail_passed_over_subject(given, options),
        paragraphs: [m.purchase_offer_mail_passed_over(given, options), seeAsDealership],
      };
  }
}

function contactOf({ seller, locale }: OfferNews): { phone: string; email: string } {
  return {
    phone: seller?.phone ? formatPhone(seller.phone, locale) : "–",
    email: seller?.email ?? "–",
  };
}
