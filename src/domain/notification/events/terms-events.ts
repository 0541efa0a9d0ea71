import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { lateEvent } from "./event.ts";

type TermsChangeParams = {
  /** The day from which the new terms apply, and the last day to refuse them. */
  date: string;
  until: string;
  changes: readonly { title: string; before: string | null; after: string | null }[];
  path: string;
};

const example: TermsChangeParams = {
  date: "2027-01-01",
  until: "2027-01-31",
  changes: [
    { title: "Fees", before: "Nothing.", after: "Nothing at all." },
    { title: "Limits", before: null, after: "- None." },
    { title: "Messages", before: "Many.", after: null },
  ],
  path: "/terms/versions/site-2",
};

export const termsEvents = {
  /**
   * Consumer Protection Act (Quebec), s. 11.2 requires: the new clause, the former one, the day and
   * the rights.
   */
  terms_change: lateEvent({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_terms_change,
    stored: z.object({ version: z.string() }),
    examples: [example],
    write({ date, until, changes, path }: TermsChangeParams, { locale, link }) {
      const options = { locale };
      const nothing = m.terms_mail_nothing({}, options);
      return {
        subject: m.terms_mail_subject({ date }, options),
        paragraphs: [
          m.terms_mail_text({ date, site: site.name }, options),
          ...changes.flatMap(({ title, before, after }) => [
            title,
            `${m.terms_mail_before({}, options)}\n${before ?? nothing}`,
            `${m.terms_mail_after({}, options)}\n${after ?? nothing}`,
          ]),
          m.terms_mail_refuse({ email: site.email, until }, options),
          m.terms_mail_read({ link: link(path) }, options),
        ],
      };
    },
  }),
};
