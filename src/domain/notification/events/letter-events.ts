import { z } from "zod";
import { m } from "#messages/messages.js";
import { event } from "./event.ts";

/** What staff write to the sender of a lead, in their own words. */
export const letterEvents = {
  lead_letter: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_lead_letter,
    params: z.object({
      subject: z.string(),
      text: z.string(),
      /** For advertising: the page on which its reader takes the consent back. */
      path: z.string().nullable(),
      /** An address that leads the answer to the lead. */
      replyTo: z.string().optional(),
    }),
    examples: [
      { subject: "Your request", text: "Hi Noah,\n\nWe have found three cars.", path: null },
      { subject: "Winter tires", text: "Hi Noah,", path: "/your-request/K7M2PX4R?key=example" },
    ],
    write: ({ subject, text, path, replyTo }, { locale, link }) => ({
      subject,
      ...(replyTo !== undefined && { replyTo }),
      paragraphs: [
        ...text.split(/\n{2,}/),
        ...(path === null ? [] : [m.lead_letter_withdraw({ link: link(path) }, { locale })]),
      ],
    }),
  }),
  lead_sms: event({
    channel: "sms",
    recipient: "no_mail",
    label: m.message_label_lead_sms,
    params: z.object({ text: z.string() }),
    examples: [{ text: "Hi Noah, please call us back. Camille, Rouvia" }],
    write: ({ text }) => text,
  }),
};
