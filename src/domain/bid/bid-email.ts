import { type EmailWords, plainEmail } from "#domain/notification/plain-email.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { formatPhone } from "#values/format.ts";
import { site } from "#site/site.ts";
import type { BidEventKind } from "./bid.ts";

export type BidNews = {
  to: "seller" | "bidder";
  kind: BidEventKind;
  locale: Locale;
  readerName: string;
  /** "2021 Toyota RAV4 XLE" */
  car: string;
  isSold: boolean;
  /** Its seller took the listing off the site. */
  isRemoved: boolean;
  priceCad: number;
  askingCad: number;
  bidder: { name: string; email: string; phone: string };
  /** As the bidder wrote it; may be empty. */
  message: string;
  /** Where the reader can see and answer it. */
  link: string;
};

/** What a seller or a bidder is told in writing about one bid. */
export function bidEmail(news: BidNews): EmailWords {
  const options = { locale: news.locale };
  const price = formatCad(news.priceCad, news.locale);
  const { subject, paragraphs } =
    news.to === "seller" ? wordsForSeller(news, price) : wordsForBidder(news, price);
  return plainEmail({
    locale: news.locale,
    subject: `${subject} – ${site.name}`,
    paragraphs: [
      m.bid_mail_greeting({ name: news.readerName }, options),
      ...paragraphs,
      news.to === "seller"
        ? m.bid_mail_answer_here({ link: news.link }, options)
        : m.bid_mail_see_here({ link: news.link }, options),
    ],
  });
}

type Words = { subject: string; paragraphs: string[] };

function wordsForSeller(news: BidNews, price: string): Words {
  const options = { locale: news.locale };
  const { bidder, car, locale, askingCad, message } = news;
  return {
    subject: m.bid_mail_new_subject({ car, price }, options),
    paragraphs: [
      m.bid_mail_new(
        { name: bidder.name, price, car, asking: formatCad(askingCad, locale) },
        options,
      ),
      m.bid_mail_contact(
        { name: bidder.name, email: bidder.email, phone: formatPhone(bidder.phone, locale) },
        options,
      ),
      ...(message ? [m.bid_mail_message({ message }, options)] : []),
      m.bid_mail_safety({}, options),
    ],
  };
}

function wordsForBidder({ kind, car, locale, isSold, isRemoved }: BidNews, price: string): Words {
  const options = { locale };
  const given = { car, price };
  switch (kind) {
    case "placed":
      return {
        subject: m.bid_mail_placed_subject(given, options),
        paragraphs: [m.bid_mail_placed(given, options), m.bid_mail_safety({}, options)],
      };
    case "accepted":
      return {
        subject: m.bid_mail_accepted_subject(given, options),
        paragraphs: [
          isSold ? m.bid_mail_accepted_sold(given, options) : m.bid_mail_accepted(given, options),
          m.bid_mail_accepted_next({}, options),
          m.bid_mail_safety({}, options),
        ],
      };
    case "bought":
      return {
        subject: m.bid_mail_bought_subject(given, options),
        paragraphs: [m.bid_mail_bought(given, options)],
      };
    case "declined":
      return {
        subject: m.bid_mail_declined_subject(given, options),
        paragraphs: [
          isRemoved
            ? m.bid_mail_declined_removed(given, options)
            : m.bid_mail_declined(given, options),
        ],
      };
    case "released":
      return {
        subject: m.bid_mail_released_subject(given, options),
        paragraphs: [m.bid_mail_released(given, options)],
      };
    case "passed_over":
      return {
        subject: m.bid_mail_passed_over_subject(given, options),
        paragraphs: [m.bid_mail_passed_over(given, options)],
      };
    case "reopened":
      return {
        subject: m.bid_mail_reopened_subject(given, options),
        paragraphs: [m.bid_mail_reopened(given, options), m.bid_mail_reopened_next({}, options)],
      };
  }
}
