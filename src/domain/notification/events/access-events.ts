import { z } from "zod";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { formatDateTime } from "#values/format.ts";
import { event, type Rendering } from "./event.ts";
import { greet, greetMember } from "./greeting.ts";

/** `what`: the ability, and the lead if it is about one, in the reader's language. */
const asked = z.object({ name: z.string(), what: z.string(), request: z.string() });
const decided = z.object({
  name: z.string(),
  what: z.string(),
  until: z.string().nullable(),
  word: z.string(),
});

/** Access for a day: the reason stays on the page, which only those who decide can read. */
export const accessEvents = {
  access_asked: event({
    channel: "email",
    recipient: "staff",
    label: m.message_label_access_asked,
    params: asked,
    examples: [
      { name: "Samuel Tremblay", what: "See income and ratios (lead K7M2PX4R)", request: "1" },
      { name: "Samuel Tremblay", what: "Export the list of leads", request: "1" },
    ],
    write: ({ name, request, what }, { locale, link }: Rendering) => ({
      subject: m.access_mail_asked_subject({ name, site: site.name }, { locale }),
      paragraphs: [
        greet("", { locale }),
        m.access_mail_asked({ name, what }, { locale }),
        link(paths.accessRequest(request)),
      ],
    }),
  }),
  access_decided: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_access_decided,
    params: decided,
    examples: [
      {
        name: "Samuel Tremblay",
        what: "See income and ratios (lead K7M2PX4R)",
        until: "2026-11-28T15:00:00Z",
        word: "",
      },
      {
        name: "Samuel Tremblay",
        what: "Export the list of leads",
        until: null,
        word: "Ask me for the figures instead.",
      },
    ],
    write: ({ name, until, word, what }, { locale, link }: Rendering) => ({
      subject: (until === null ? m.access_mail_refused_subject : m.access_mail_granted_subject)(
        { site: site.name },
        { locale },
      ),
      paragraphs: [
        greetMember(name, { locale }),
        until === null
          ? m.access_mail_refused({ what }, { locale })
          : m.access_mail_granted(
              { what, until: formatDateTime(new Date(until), locale) },
              { locale },
            ),
        ...(word ? [word] : []),
        link(paths.staffAccess()),
      ],
    }),
  }),
};
