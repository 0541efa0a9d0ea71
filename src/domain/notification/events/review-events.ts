import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { event } from "./event.ts";
import { greet } from "./greeting.ts";

export const reviewEvents = {
  /** To a person whose car was delivered; at most once per person, ever. */
  review_request: event({
    channel: "email",
    recipient: "unconfirmed",
    label: m.message_label_review_request,
    params: z.object({ firstName: z.string(), path: z.string() }),
    examples: [
      { firstName: "Camille", path: "/review/example" },
      { firstName: "", path: "/review/example" },
    ],
    write({ firstName, path }, { locale, link }) {
      const options = { locale };
      return {
        subject: m.review_mail_subject({ site: site.name }, options),
        paragraphs: [
          greet(firstName, options),
          m.review_mail_text({ site: site.name }, options),
          m.review_mail_link({ link: link(path) }, options),
          m.review_mail_shown({}, options),
          m.review_mail_once({ email: site.email }, options),
        ],
      };
    },
  }),
};
