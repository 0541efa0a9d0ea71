import { z } from "zod";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { type EmailWords, event, type Rendering } from "./event.ts";
import { writeWayToObject } from "./staff-change-events.ts";
import { greetMember } from "./greeting.ts";

const decision = z.object({
  name: z.string(),
  /** "2021 Toyota RAV4 XLE" */
  car: z.string(),
  listingId: z.string(),
  /** Staff's own words; may be empty. */
  reason: z.string(),
  /**
   * The page where the seller objects; absent in e-mails that were stored before that page existed.
   */
  objectionPath: z.string().optional(),
});

const example = {
  name: "Camille",
  car: "2021 Toyota RAV4 XLE",
  listingId: "01a2032a-a720-739d-8f21-c21224cf08cb",
  reason: "",
  objectionPath: "/changes/example",
};

const person = z.object({ name: z.string(), objectionPath: z.string().optional() });

/** Tells a seller what staff decided about them. */
function mail(
  input: {
    name: string;
    subject: string;
    paragraphs: readonly string[];
    path: string;
    objectionPath: string | undefined;
  },
  rendering: Rendering,
): EmailWords {
  const { locale, link } = rendering;
  const { objectionPath } = input;
  return {
    subject: `${input.subject} – ${site.name}`,
    paragraphs: [
      greetMember(input.name, { locale }),
      ...input.paragraphs,
      m.seller_mail_see({ link: link(input.path) }, { locale }),
      ...(objectionPath ? [writeWayToObject(objectionPath, rendering)] : []),
    ],
  };
}

export const sellerEvents = {
  listing_approved: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_listing_approved,
    params: decision,
    examples: [example, { ...example, reason: "Nice photos." }],
    write({ name, car, listingId, reason, objectionPath }, rendering) {
      const options = { locale: rendering.locale };
      return mail(
        {
          name,
          subject: m.seller_mail_approved_subject({ car }, options),
          paragraphs: [
            m.seller_mail_approved({ car }, options),
            ...(reason ? [m.seller_mail_reason({ reason }, options)] : []),
          ],
          objectionPath,
          path: paths.sellerListing(listingId),
        },
        rendering,
      );
    },
  }),
  listing_sent_back: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_listing_sent_back,
    params: decision,
    examples: [example, { ...example, reason: "A photo is missing." }],
    write({ name, car, listingId, reason, objectionPath }, rendering) {
      const options = { locale: rendering.locale };
      return mail(
        {
          name,
          subject: m.seller_mail_sent_back_subject({ car }, options),
          paragraphs: [
            m.seller_mail_sent_back({ car }, options),
            m.seller_mail_sent_back_next({}, options),
            ...(reason ? [m.seller_mail_reason({ reason }, options)] : []),
          ],
          objectionPath,
          path: paths.sellerListing(listingId),
        },
        rendering,
      );
    },
  }),
  seller_verified: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_seller_verified,
    params: person,
    examples: [{ name: "Camille", objectionPath: "/changes/example" }],
    write({ name, objectionPath }, rendering) {
      const options = { locale: rendering.locale };
      return mail(
        {
          name,
          subject: m.seller_mail_verified_subject({}, options),
          paragraphs: [m.seller_mail_verified({}, options)],
          objectionPath,
          path: paths.sellerListings(),
        },
        rendering,
      );
    },
  }),
  seller_not_verified: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_seller_not_verified,
    params: person,
    examples: [{ name: "Camille", objectionPath: "/changes/example" }],
    write({ name, objectionPath }, rendering) {
      const options = { locale: rendering.locale };
      return mail(
        {
          name,
          subject: m.seller_mail_declined_subject({}, options),
          paragraphs: [m.seller_mail_declined({ email: site.email }, options)],
          objectionPath,
          path: paths.sellerListings(),
        },
        rendering,
      );
    },
  }),
};
