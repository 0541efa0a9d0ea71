import { z } from "zod";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import { event } from "./event.ts";
import { greetMember } from "./greeting.ts";

const params = z.object({
  name: z.string(),
  /** The sender's name only: neither side learns the other's address. */
  from: z.string(),
  /** "2021 Toyota RAV4 XLE" */
  car: z.string(),
  isTestDrive: z.boolean(),
  /** The sender's own words. */
  text: z.string(),
  inquiryId: z.string(),
});

const example: z.infer<typeof params> = {
  name: "Jordan",
  from: "Camille Roy",
  car: "2021 Toyota RAV4 XLE",
  isTestDrive: false,
  text: "I can come on Saturday.",
  inquiryId: "01a2032a-a720-739d-8f21-c21224cf08cb",
};

type Words = (input: { from: string; car: string }, options: { locale: Locale }) => string;

function inquiryEvent(
  label: typeof m.message_label_inquiry_received,
  words: (isTestDrive: boolean) => { subject: Words; text: Words },
) {
  return event({
    channel: "email",
    recipient: "member",
    label,
    params,
    examples: [example, { ...example, isTestDrive: true }],
    write({ name, from, car, isTestDrive, text, inquiryId }, { locale, link }) {
      const { subject, text: lead } = words(isTestDrive);
      const filled = { from, car };
      return {
        subject: `${subject(filled, { locale })} – ${site.name}`,
        paragraphs: [
          greetMember(name, { locale }),
          lead(filled, { locale }),
          text,
          m.inquiry_mail_answer({ link: link(paths.conversation(inquiryId)) }, { locale }),
          m.inquiry_mail_private({}, { locale }),
        ],
      };
    },
  });
}

export const inquiryEvents = {
  /** To the seller. */
  inquiry_received: inquiryEvent(m.message_label_inquiry_received, (isTestDrive) =>
    isTestDrive
      ? { subject: m.inquiry_mail_drive_subject, text: m.inquiry_mail_drive }
      : { subject: m.inquiry_mail_question_subject, text: m.inquiry_mail_question },
  ),
  /** To the person who asked. */
  inquiry_answered: inquiryEvent(m.message_label_inquiry_answered, () => ({
    subject: m.inquiry_mail_answered_subject,
    text: m.inquiry_mail_answered,
  })),
};
