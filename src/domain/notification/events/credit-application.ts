import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { lateEvent } from "./event.ts";

export const creditApplicationEvents = {
  /** The applicant's name is in it: nobody follows a link about money from they know not whom. */
  co_applicant_invited: lateEvent({
    channel: "email",
    label: m.message_label_co_applicant_invited,
    kept: z.object({ id: z.string() }),
    examples: [{ name: "Camille Roy", path: "/creditform?invite=example" }],
    write: ({ name, path }: { name: string; path: string }, { locale, link }) => ({
      subject: m.co_applicant_mail_subject({ name, site: site.name }, { locale }),
      paragraphs: [
        m.delivery_confirmation_greeting_nameless({}, { locale }),
        m.co_applicant_mail_text({ name, site: site.name }, { locale }),
        link(path),
        m.co_applicant_mail_private({ name }, { locale }),
        m.co_applicant_mail_ignore({}, { locale }),
      ],
    }),
  }),
};
