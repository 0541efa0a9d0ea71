import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { formatDate, formatPhone } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { callOffWords, writeCallOffReason } from "./deal-events.ts";
import { type EmailWords, event, type Rendering } from "./event.ts";
import { greet } from "./greeting.ts";

const offer = {
  /** "2018 Honda Civic" */
  car: z.string(),
  dealership: z.string(),
  amountCad: z.number(),
  /** The page where the reader sees the offer and answers. */
  path: z.string(),
};
/**
 * Of an accepted offer, which begins a deal in the same transaction: the deal is looked up when the
 * message is sent.
 */
const ofDeal = { offerId: z.string().optional(), dealPath: z.string().optional() };
/** The seller's first name; empty if the address is not confirmed. */
const toSeller = { ...offer, firstName: z.string().default("") };
const exampleOffer = { car: "2018 Honda Civic", dealership: "Lakeshore Lane", amountCad: 15_250 };
const sellerPath = "/sell-car/sent/K7M2PX4R?key=example#offers";
const dealerPath = "/dealer/requests/K7M2PX4R";

function mail(
  subject: string,
  paragraphs: readonly string[],
  { locale, firstName = "" }: Rendering & { firstName?: string },
): EmailWords {
  const greeting = greet(firstName, { locale });
  return { subject: `${subject} – ${site.name}`, paragraphs: [greeting, ...paragraphs] };
}

type Words = (
  input: { car: string; dealership: string; amount: string; reference: string },
  options: { locale: Rendering["locale"] },
) => string;

/** Tells the dealership the result of its offer. */
function answerEvent(label: typeof m.message_label_offer_declined, subject: Words, text: Words) {
  return event({
    channel: "email",
    recipient: "dealership",
    label,
    params: z.object({ ...offer, reference: z.string() }),
    examples: [{ ...exampleOffer, reference: "K7M2PX4R", path: dealerPath }],
    write({ amountCad, path, ...rest }, rendering) {
      const { locale, link } = rendering;
      const filled = { ...rest, amount: formatCad(amountCad, locale) };
      const see = m.purchase_offer_mail_see_request({ link: link(path) }, { locale });
      return mail(subject(filled, { locale }), [text(filled, { locale }), see], rendering);
    },
  });
}

export const dealerOfferEvents = {
  /** To the seller, whose link is a key: anybody who has it can answer. */
  offer_made: event({
    channel: "email",
    recipient: "member",
    label: m.message_label_offer_made,
    params: z.object({
      ...toSeller,
      /** YYYY-MM-DD */
      validUntil: z.string(),
      /** The dealership's own words; may be empty. */
      conditions: z.string(),
    }),
    examples: [
      {
        ...exampleOffer,
        firstName: "Jordan",
        validUntil: "2026-12-01",
        conditions: "",
        path: sellerPath,
      },
      {
        ...exampleOffer,
        firstName: "",
        validUntil: "2026-12-01",
        conditions: "With its winter tires.",
        path: sellerPath,
      },
    ],
    write({ car, firstName, dealership, amountCad, validUntil, conditions, path }, rendering) {
      const options = { locale: rendering.locale };
      const amount = formatCad(amountCad, rendering.locale);
      const date = formatDate(validUntil, rendering.locale);
      return mail(
        m.purchase_offer_mail_made_subject({ car, dealership, amount }, options),
        [
          m.purchase_offer_mail_made({ car, dealership, amount, date }, options),
          ...(conditions ? [m.purchase_offer_mail_conditions({ conditions }, options)] : []),
          m.purchase_offer_mail_compare({ link: rendering.link(path) }, options),
          m.purchase_offer_mail_nothing_yet({}, options),
        ],
        { ...rendering, firstName },
      );
    },
  }),
  offer_withdrawn: event({
    channel: "email",
    recipient: "member",
    label: m.message_label_offer_withdrawn,
    params: z.object(toSeller),
    examples: [{ ...exampleOffer, firstName: "Jordan", path: sellerPath }],
    write({ car, firstName, dealership, amountCad, path }, rendering) {
      const options = { locale: rendering.locale };
      const amount = formatCad(amountCad, rendering.locale);
      return mail(
        m.purchase_offer_mail_withdrawn_subject({ car, dealership }, options),
        [
          m.purchase_offer_mail_withdrawn({ car, dealership, amount }, options),
          m.purchase_offer_mail_see({ link: rendering.link(path) }, options),
        ],
        { ...rendering, firstName },
      );
    },
  }),
  /** To the members of a dealership that is invited to make an offer. */
  offer_invited: event({
    channel: "email",
    recipient: "dealership",
    label: m.message_label_offer_invited,
    params: z.object({
      car: z.string(),
      city: z.string().nullable(),
      reference: z.string(),
      path: z.string(),
    }),
    examples: [
      { car: "2018 Honda Civic", city: "Toronto", reference: "K7M2PX4R", path: dealerPath },
      { car: "2018 Honda Civic", city: null, reference: "K7M2PX4R", path: dealerPath },
    ],
    write({ car, city, reference, path }, rendering) {
      const options = { locale: rendering.locale };
      return mail(
        m.purchase_offer_mail_invited_subject({ car }, options),
        [
          m.purchase_offer_mail_invited({ car, city: city ?? "–", reference }, options),
          m.purchase_offer_mail_make_offer({ link: rendering.link(path) }, options),
        ],
        rendering,
      );
    },
  }),
  /** To a dealership: the seller has withdrawn their counter-offer. */
  offer_counter_withdrawn: event({
    channel: "email",
    recipient: "dealership",
    label: m.message_label_offer_counter_withdrawn,
    params: z.object({ ...offer, reference: z.string(), counterCad: z.number() }),
    examples: [{ ...exampleOffer, reference: "K7M2PX4R", counterCad: 16_000, path: dealerPath }],
    write({ amountCad, counterCad, path, ...rest }, rendering) {
      const { locale, link } = rendering;
      const amount = formatCad(amountCad, locale);
      const filled = { ...rest, amount, counter: formatCad(counterCad, locale) };
      const see = m.purchase_offer_mail_see_request({ link: link(path) }, { locale });
      const text = m.purchase_offer_mail_counter_withdrawn(filled, { locale });
      const subject = m.purchase_offer_mail_counter_withdrawn_subject(filled, { locale });
      return mail(subject, [text, see], rendering);
    },
  }),
  /** To a dealership: the seller has made a counter-offer. */
  offer_countered: event({
    channel: "email",
    recipient: "dealership",
    label: m.message_label_offer_countered,
    params: z.object({ ...offer, reference: z.string(), counterCad: z.number() }),
    examples: [{ ...exampleOffer, reference: "K7M2PX4R", counterCad: 16_000, path: dealerPath }],
    write({ amountCad, counterCad, path, ...rest }, rendering) {
      const options = { locale: rendering.locale };
      const amount = formatCad(amountCad, rendering.locale);
      const counter = formatCad(counterCad, rendering.locale);
      return mail(
        m.purchase_offer_mail_countered_subject({ ...rest, counter }, options),
        [
          m.purchase_offer_mail_countered({ ...rest, amount, counter }, options),
          m.purchase_offer_mail_countered_next({}, options),
          m.purchase_offer_mail_countered_answer({ link: rendering.link(path) }, options),
        ],
        rendering,
      );
    },
  }),
  /** To the seller who made the counter-offer: the car is sold. */
  offer_counter_accepted: event({
    channel: "email",
    recipient: "member",
    label: m.message_label_offer_counter_accepted,
    params: z.object({ ...toSeller, ...ofDeal, counterCad: z.number(), phone: z.string() }),
    examples: [
      {
        ...exampleOffer,
        firstName: "Jordan",
        counterCad: 16_000,
        phone: "+14165550151",
        path: sellerPath,
      },
      {
        ...exampleOffer,
        firstName: "Jordan",
        counterCad: 16_000,
        phone: "+14165550151",
        path: sellerPath,
        dealPath: "/deals/K7M2PX4R?key=example",
      },
    ],
    write({ car, firstName, dealership, counterCad, phone, path, dealPath }, rendering) {
      const options = { locale: rendering.locale };
      const counter = formatCad(counterCad, rendering.locale);
      const filled = { car, dealership, counter };
      return mail(
        m.purchase_offer_mail_counter_accepted_subject(filled, options),
        [
          m.purchase_offer_mail_counter_accepted(
            { ...filled, phone: formatPhone(phone, rendering.locale) },
            options,
          ),
          dealPath
            ? m.deal_mail_see_here({ link: rendering.link(dealPath) }, options)
            : m.purchase_offer_mail_see({ link: rendering.link(path) }, options),
        ],
        { ...rendering, firstName },
      );
    },
  }),
  offer_counter_declined: event({
    channel: "email",
    recipient: "member",
    label: m.message_label_offer_counter_declined,
    params: z.object({
      ...toSeller,
      counterCad: z.number(),
      /** YYYY-MM-DD */
      validUntil: z.string(),
    }),
    examples: [
      {
        ...exampleOffer,
        firstName: "Jordan",
        counterCad: 16_000,
        validUntil: "2026-12-01",
        path: sellerPath,
      },
    ],
    write({ car, firstName, dealership, amountCad, counterCad, validUntil, path }, rendering) {
      const options = { locale: rendering.locale };
      const amount = formatCad(amountCad, rendering.locale);
      const counter = formatCad(counterCad, rendering.locale);
      const date = formatDate(validUntil, rendering.locale);
      const filled = { car, dealership, counter };
      return mail(
        m.purchase_offer_mail_counter_declined_subject(filled, options),
        [
          m.purchase_offer_mail_counter_declined({ ...filled, amount, date }, options),
          m.purchase_offer_mail_compare({ link: rendering.link(path) }, options),
        ],
        { ...rendering, firstName },
      );
    },
  }),
  /** Contains the seller's phone and e-mail; only for the dealership that bought the car. */
  offer_accepted: event({
    channel: "email",
    recipient: "dealership",
    label: m.message_label_offer_accepted,
    params: z.object({
      ...offer,
      ...ofDeal,
      reference: z.string(),
      /** Whether the dealership accepted the seller's counter-offer. */
      isSellersPrice: z.boolean().default(false),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    }),
    examples: [
      {
        ...exampleOffer,
        reference: "K7M2PX4R",
        isSellersPrice: false,
        phone: "+14165550142",
        email: "seller@example.com",
        path: dealerPath,
      },
      {
        ...exampleOffer,
        reference: "K7M2PX4R",
        isSellersPrice: false,
        phone: null,
        email: null,
        path: dealerPath,
      },
      {
        ...exampleOffer,
        reference: "K7M2PX4R",
        isSellersPrice: true,
        phone: "+14165550142",
        email: "seller@example.com",
        path: dealerPath,
        dealPath: "/deals/K7M2PX4R",
      },
    ],
    write({ amountCad, path, dealPath, isSellersPrice, phone, email, ...rest }, rendering) {
      const { locale } = rendering;
      const amount = formatCad(amountCad, locale);
      const contact = { phone: phone ? formatPhone(phone, locale) : "–", email: email ?? "–" };
      return mail(
        isSellersPrice
          ? m.purchase_offer_mail_agreed_subject({ ...rest, amount }, { locale })
          : m.purchase_offer_mail_accepted_subject({ ...rest, amount }, { locale }),
        [
          isSellersPrice
            ? m.purchase_offer_mail_agreed({ ...rest, amount }, { locale })
            : m.purchase_offer_mail_accepted({ ...rest, amount }, { locale }),
          m.purchase_offer_mail_contact(contact, { locale }),
          dealPath
            ? m.deal_mail_see_here({ link: rendering.link(dealPath) }, { locale })
            : m.purchase_offer_mail_see_request({ link: rendering.link(path) }, { locale }),
        ],
        rendering,
      );
    },
  }),
  offer_declined: answerEvent(
    m.message_label_offer_declined,
    m.purchase_offer_mail_declined_subject,
    m.purchase_offer_mail_declined,
  ),
  offer_reopened: answerEvent(
    m.message_label_offer_reopened,
    m.purchase_offer_mail_reopened_subject,
    m.purchase_offer_mail_reopened,
  ),
  offer_car_sold: answerEvent(
    m.message_label_offer_car_sold,
    m.purchase_offer_mail_car_sold_subject,
    m.purchase_offer_mail_car_sold,
  ),
  offer_on_hold: answerEvent(
    m.message_label_offer_on_hold,
    m.purchase_offer_mail_on_hold_subject,
    m.purchase_offer_mail_on_hold,
  ),
  offer_available_again: answerEvent(
    m.message_label_offer_available_again,
    m.purchase_offer_mail_available_again_subject,
    m.purchase_offer_mail_available_again,
  ),
  offer_called_off: event({
    channel: "email",
    recipient: "dealership",
    label: m.message_label_offer_called_off,
    params: z.object({ ...offer, reference: z.string(), ...callOffWords }),
    examples: [
      { ...exampleOffer, reference: "K7M2PX4R", path: dealerPath },
      {
        ...exampleOffer,
        reference: "K7M2PX4R",
        path: dealerPath,
        reason: "inspection",
        note: "The frame is rusted through.",
      },
    ],
    write({ amountCad, path, reason, note, ...rest }, rendering) {
      const { locale, link } = rendering;
      const filled = { ...rest, amount: formatCad(amountCad, locale) };
      return mail(
        m.purchase_offer_mail_called_off_subject(filled, { locale }),
        [
          m.purchase_offer_mail_called_off(filled, { locale }),
          ...writeCallOffReason({ reason, note }, locale),
          m.purchase_offer_mail_see_request({ link: link(path) }, { locale }),
        ],
        rendering,
      );
    },
  }),
  offer_passed_over: answerEvent(
    m.message_label_offer_passed_over,
    m.purchase_offer_mail_passed_over_subject,
    m.purchase_offer_mail_passed_over,
  ),
};
