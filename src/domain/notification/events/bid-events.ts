import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { paths } from "#site/paths.ts";
import { formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { event } from "./event.ts";
import { writeWayToObject } from "./staff-change-events.ts";
import { greetMember } from "./greeting.ts";

/**
 * Of an accepted bid, which begins a deal in the same transaction: the deal is looked up when the
 * message is sent.
 */
const ofDeal = { bidId: z.string().optional(), dealPath: z.string().optional() };

const toBidder = z.object({
  ...ofDeal,
  name: z.string(),
  /** "2021 Toyota RAV4 XLE" */
  car: z.string(),
  priceCad: z.number(),
  /** The state of the listing afterwards. */
  listing: z.enum(["for_sale", "sold", "removed"]),
  /** The page to object on, if staff moved the listing. */
  objectionPath: z.string().optional(),
});
type ToBidder = z.infer<typeof toBidder>;

const example: ToBidder = {
  name: "Camille",
  car: "2021 Toyota RAV4 XLE",
  priceCad: 28_900,
  listing: "for_sale",
};

const OF_DEAL = { dealPath: "/deals/K7M2PX4R" };

const EXAMPLE_LISTING = "01a2032a-a720-739d-8f21-c21224cf08cb";

type Filled = { car: string; price: string };
type Words = (input: Filled, options: { locale: Locale }) => string;

/** Tells a bidder the result of their bid. */
function bidderEvent(
  label: typeof m.message_label_bid_placed,
  subject: Words,
  write: (
    filled: Filled,
    options: { locale: Locale },
    listing: ToBidder["listing"],
  ) => readonly string[],
  others: readonly Partial<ToBidder>[] = [],
) {
  return event({
    channel: "email",
    recipient: "uncounted",
    label,
    params: toBidder,
    examples: [
      example,
      ...others.map((other) => ({ ...example, ...other })),
      { ...example, objectionPath: "/changes/example" },
    ],
    write({ name, car, priceCad, listing, objectionPath, dealPath }, rendering) {
      const { locale, link } = rendering;
      const filled = { car, price: formatCad(priceCad, locale) };
      return {
        subject: `${subject(filled, { locale })} – ${site.name}`,
        paragraphs: [
          greetMember(name, { locale }),
          ...write(filled, { locale }, listing),
          dealPath
            ? m.deal_mail_see_here({ link: link(dealPath) }, { locale })
            : m.bid_mail_see_here({ link: link(paths.myBids()) }, { locale }),
          ...(objectionPath ? [writeWayToObject(objectionPath, rendering)] : []),
        ],
      };
    },
  });
}

const betweenTwo = z.object({
  ...ofDeal,
  name: z.string(),
  /** "2021 Toyota RAV4 XLE" */
  car: z.string(),
  listingId: z.string(),
  /** The bid, and the seller's counter-offer. */
  priceCad: z.number(),
  counterCad: z.number(),
  bidder: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
});

type NegotiationParams = Filled & { counter: string; name: string };

/** Tells one side of a bid what the other side did. */
function betweenTwoEvent(
  label: typeof m.message_label_bid_countered,
  to: "bidder" | "seller",
  subject: (filled: NegotiationParams, options: { locale: Locale }) => string,
  write: (
    filled: NegotiationParams,
    options: { locale: Locale },
    bidder: { email: string; phone: string },
  ) => readonly string[],
  {
    replies = false,
    isAnswered = false,
    others = [],
  }: {
    /** Whether the seller can reply by e-mail, because there is something to arrange. */
    replies?: boolean;
    /** Whether the bid needs no answer from the seller. */
    isAnswered?: boolean;
    /** Other params for which the text differs. */
    others?: readonly Partial<z.infer<typeof betweenTwo>>[];
  } = {},
) {
  const params: z.infer<typeof betweenTwo> = {
    name: to === "bidder" ? "Camille" : "Jordan",
    car: example.car,
    listingId: EXAMPLE_LISTING,
    priceCad: 27_000,
    counterCad: 28_500,
    bidder: { name: "Camille Roy", email: "buyer@example.com", phone: "+14165550142" },
  };
  const seeBids = isAnswered ? m.bid_mail_all_here : m.bid_mail_answer_here;
  return event({
    channel: "email",
    recipient: "member",
    label,
    params: betweenTwo,
    examples: [params, ...others.map((other) => ({ ...params, ...other }))],
    write({ name, car, listingId, priceCad, counterCad, bidder, dealPath }, { locale, link }) {
      const filled = {
        car,
        name: bidder.name,
        price: formatCad(priceCad, locale),
        counter: formatCad(counterCad, locale),
      };
      const phone = formatPhone(bidder.phone, locale);
      return {
        subject: `${subject(filled, { locale })} – ${site.name}`,
        paragraphs: [
          greetMember(name, { locale }),
          ...write(filled, { locale }, { email: bidder.email, phone }),
          seeWhere(),
        ],
        ...(replies && { replyTo: bidder.email }),
      };

      function seeWhere(): string {
        if (dealPath) return m.deal_mail_see_here({ link: link(dealPath) }, { locale });
        const bids = { link: link(to === "bidder" ? paths.myBids() : paths.listing(listingId)) };
        return to === "bidder" && !isAnswered
          ? m.bid_mail_countered_answer(bids, { locale })
          : seeBids(bids, { locale });
      }
    },
  });
}

export const bidEvents = {
  /** To the seller, with the bidder and how to reach them. */
  bid_received: event({
    channel: "email",
    recipient: "member",
    label: m.message_label_bid_received,
    params: z.object({
      name: z.string(),
      car: z.string(),
      listingId: z.string(),
      priceCad: z.number(),
      askingCad: z.number(),
      bidder: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
      /** The bidder's own words; may be empty. */
      message: z.string(),
    }),
    examples: [exampleForSeller(""), exampleForSeller("I can come on Saturday.")],
    write({ name, car, listingId, priceCad, askingCad, bidder, message }, { locale, link }) {
      const options = { locale };
      const price = formatCad(priceCad, locale);
      const asking = formatCad(askingCad, locale);
      const phone = formatPhone(bidder.phone, locale);
      return {
        subject: `${m.bid_mail_new_subject({ car, price }, options)} – ${site.name}`,
        paragraphs: [
          greetMember(name, options),
          m.bid_mail_new({ name: bidder.name, price, car, asking }, options),
          m.bid_mail_contact({ name: bidder.name, email: bidder.email, phone }, options),
          ...(message ? [m.bid_mail_message({ message }, options)] : []),
          m.bid_mail_safety({}, options),
          m.bid_mail_answer_here({ link: link(paths.listing(listingId)) }, options),
        ],
        replyTo: bidder.email,
      };
    },
  }),
  bid_placed: bidderEvent(
    m.message_label_bid_placed,
    m.bid_mail_placed_subject,
    (filled, options) => [m.bid_mail_placed(filled, options), m.bid_mail_safety({}, options)],
  ),
  bid_accepted: bidderEvent(
    m.message_label_bid_accepted,
    m.bid_mail_accepted_subject,
    (filled, options, listing) => [
      listing === "sold"
        ? m.bid_mail_accepted_sold(filled, options)
        : m.bid_mail_accepted(filled, options),
      m.bid_mail_accepted_next({}, options),
      m.bid_mail_safety({}, options),
    ],
    [{ listing: "sold" }, OF_DEAL],
  ),
  bid_bought: bidderEvent(
    m.message_label_bid_bought,
    m.bid_mail_bought_subject,
    (filled, options) => [m.bid_mail_bought(filled, options)],
    [OF_DEAL],
  ),
  bid_declined: bidderEvent(
    m.message_label_bid_declined,
    m.bid_mail_declined_subject,
    (filled, options, listing) => [
      listing === "removed"
        ? m.bid_mail_declined_removed(filled, options)
        : m.bid_mail_declined(filled, options),
    ],
    [{ listing: "removed" }],
  ),
  bid_released: bidderEvent(
    m.message_label_bid_released,
    m.bid_mail_released_subject,
    (filled, options) => [m.bid_mail_released(filled, options)],
  ),
  bid_passed_over: bidderEvent(
    m.message_label_bid_passed_over,
    m.bid_mail_passed_over_subject,
    (filled, options) => [m.bid_mail_passed_over(filled, options)],
  ),
  bid_on_hold: bidderEvent(
    m.message_label_bid_on_hold,
    m.bid_mail_on_hold_subject,
    (filled, options) => [m.bid_mail_on_hold(filled, options)],
  ),
  bid_available_again: bidderEvent(
    m.message_label_bid_available_again,
    m.bid_mail_available_again_subject,
    (filled, options) => [m.bid_mail_available_again(filled, options)],
  ),
  bid_reopened: bidderEvent(
    m.message_label_bid_reopened,
    m.bid_mail_reopened_subject,
    (filled, options) => [
      m.bid_mail_reopened(filled, options),
      m.bid_mail_reopened_next({}, options),
    ],
  ),
  bid_countered: betweenTwoEvent(
    m.message_label_bid_countered,
    "bidder",
    m.bid_mail_countered_subject,
    (filled, options) => [
      m.bid_mail_countered(filled, options),
      m.bid_mail_countered_next({}, options),
    ],
  ),
  bid_counter_accepted: betweenTwoEvent(
    m.message_label_bid_counter_accepted,
    "seller",
    m.bid_mail_counter_accepted_subject,
    (filled, options, { email, phone }) => [
      m.bid_mail_counter_accepted(filled, options),
      m.bid_mail_contact({ name: filled.name, email, phone }, options),
      m.bid_mail_safety({}, options),
    ],
    { replies: true, isAnswered: true, others: [OF_DEAL] },
  ),
  bid_counter_withdrawn: betweenTwoEvent(
    m.message_label_bid_counter_withdrawn,
    "bidder",
    m.bid_mail_counter_withdrawn_subject,
    (filled, options) => [m.bid_mail_counter_withdrawn(filled, options)],
    { isAnswered: true },
  ),
  bid_counter_declined: betweenTwoEvent(
    m.message_label_bid_counter_declined,
    "seller",
    m.bid_mail_counter_declined_subject,
    (filled, options) => [m.bid_mail_counter_declined(filled, options)],
  ),
  bid_withdrawn: betweenTwoEvent(
    m.message_label_bid_withdrawn,
    "seller",
    m.bid_mail_withdrawn_subject,
    (filled, options) => [m.bid_mail_withdrawn(filled, options)],
    { isAnswered: true },
  ),
};

function exampleForSeller(message: string) {
  return {
    name: "Jordan",
    car: "2021 Toyota RAV4 XLE",
    listingId: EXAMPLE_LISTING,
    priceCad: 28_900,
    askingCad: 29_990,
    bidder: { name: "Camille Roy", email: "buyer@example.com", phone: "+14165550142" },
    message,
  };
}
