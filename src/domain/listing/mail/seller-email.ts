import { type EmailWords, plainEmail } from "#domain/notification/plain-email.ts";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";

/** What staff decided about a listing or about its seller. */
export type SellerNews = "approved" | "sent_back" | "verified" | "declined";

export type SellerLetter = {
  news: SellerNews;
  locale: Locale;
  readerName: string;
  /** "2021 Toyota RAV4 XLE"; empty where the news is about the seller. */
  car: string;
  /** In staff's own words; may be empty. */
  reason: string;
  /** Where the reader can see it and go on. */
  link: string;
};

/** What a seller is told in writing about a decision of staff. */
export function sellerEmail(letter: SellerLetter): EmailWords {
  const options = { locale: letter.locale };
  const { subject, paragraphs } = wordsOf(letter);
  return plainEmail({
    locale: letter.locale,
    subject: `${subject} – ${site.name}`,
    paragraphs: [
      m.seller_mail_greeting({ name: letter.readerName }, options),
      ...paragraphs,
      ...(letter.reason ? [m.seller_mail_reason({ reason: letter.reason }, options)] : []),
      m.seller_mail_see({ link: letter.link }, options),
    ],
  });
}

function wordsOf({ news, car, locale }: SellerLetter): { subject: string; paragraphs: string[] } {
  const options = { locale };
  switch (news) {
    case "approved":
      return {
        subject: m.seller_mail_approved_subject({ car }, options),
        paragraphs: [m.seller_mail_approved({ car }, options)],
      };
    case "sent_back":
      return {
        subject: m.seller_mail_sent_back_subject({ car }, options),
        paragraphs: [
          m.seller_mail_sent_back({ car }, options),
          m.seller_mail_sent_back_next({}, options),
        ],
      };
    case "verified":
      return {
        subject: m.seller_mail_verified_subject({}, options),
        paragraphs: [m.seller_mail_verified({}, options)],
      };
    case "declined":
      return {
        subject: m.seller_mail_declined_subject({}, options),
        paragraphs: [m.seller_mail_declined({ email: site.email }, options)],
      };
  }
}
