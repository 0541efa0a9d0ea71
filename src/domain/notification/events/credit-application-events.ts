import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { lateEvent } from "./event.ts";
import { greet } from "./greeting.ts";

const OWN_PAGE = "/creditform/sent/K7M2PX4R?key=example";

/** To the applicant; `firstName` is empty if the address of the message is not confirmed. */
type ToApplicant = { firstName: string; path: string };

const ANSWERS = {
  joined: m.co_applicant_answered_joined,
  private: m.co_applicant_answered_private,
  declined: m.co_applicant_answered_declined,
} as const;

export const creditApplicationEvents = {
  /**
   * The applicant's name is in the text, because nobody follows a link about money from an unknown
   * sender. The name is shortened and cleaned, and may be empty. The subject is the same for
   * everybody, because a stranger may have typed the name.
   */
  co_applicant_invited: lateEvent({
    channel: "email",
    recipient: "unconfirmed",
    label: m.message_label_co_applicant_invited,
    stored: z.object({ id: z.string() }),
    examples: [
      { name: "Camille Roy", path: "/creditform?invite=example" },
      { name: "", path: "/creditform?invite=example" },
    ],
    write({ name: known, path }: { name: string; path: string }, { locale, link }) {
      const name = known || m.co_applicant_mail_somebody({}, { locale });
      return {
        subject: m.co_applicant_mail_subject({ site: site.name }, { locale }),
        paragraphs: [
          greet("", { locale }),
          m.co_applicant_mail_text({ name, site: site.name }, { locale }),
          link(path),
          m.co_applicant_mail_private({ name }, { locale }),
          m.co_applicant_mail_ignore({}, { locale }),
        ],
      };
    },
  }),
  /** To the applicant, whose name is empty if the address is not confirmed. */
  co_applicant_answered: lateEvent({
    channel: "email",
    recipient: "unconfirmed",
    label: m.message_label_co_applicant_answered,
    stored: z.object({ answer: z.enum(["joined", "private", "declined"]) }),
    examples: [
      { answer: "joined", firstName: "Camille", path: OWN_PAGE },
      { answer: "private", firstName: "", path: OWN_PAGE },
      { answer: "declined", firstName: "", path: OWN_PAGE },
    ],
    write: ({ answer, firstName, path }: ToApplicant & { answer: keyof typeof ANSWERS }, to) => ({
      subject: m.co_applicant_answered_subject({ site: site.name }, { locale: to.locale }),
      paragraphs: [
        greet(firstName, { locale: to.locale }),
        ANSWERS[answer]({}, { locale: to.locale }),
        m.co_applicant_answered_page({}, { locale: to.locale }),
        to.link(path),
        m.delivery_confirmation_contact_page({ email: site.email }, { locale: to.locale }),
      ],
    }),
  }),
  /** To a co-applicant who has already sent their own part. */
  co_applicant_left_out: lateEvent({
    channel: "email",
    recipient: "unconfirmed",
    label: m.message_label_co_applicant_left_out,
    stored: z.undefined(),
    examples: [{ firstName: "", path: OWN_PAGE }],
    write: ({ firstName, path }: ToApplicant, { locale, link }) => ({
      subject: m.co_applicant_left_out_subject({ site: site.name }, { locale }),
      paragraphs: [
        greet(firstName, { locale }),
        m.co_applicant_left_out_text({}, { locale }),
        link(path),
        m.delivery_confirmation_contact_page({ email: site.email }, { locale }),
      ],
    }),
  }),
};
