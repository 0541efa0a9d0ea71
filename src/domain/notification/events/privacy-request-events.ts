import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { event } from "./event.ts";
import { greet } from "./greeting.ts";

export const privacyRequestEvents = {
  /**
   * To the person who made a privacy request: the text of the letter, already in their language.
   */
  privacy_request_settled: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_privacy_request_settled,
    params: z.object({ subject: z.string(), paragraphs: z.array(z.string()) }),
    examples: [{ subject: "K7M2PX4R", paragraphs: ["K7M2PX4R"] }],
    write({ subject, paragraphs }, { locale }) {
      return {
        subject: `${subject} – ${site.name}`,
        paragraphs: [greet("", { locale }), ...paragraphs],
      };
    },
  }),
};
