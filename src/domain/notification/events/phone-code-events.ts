import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { formatNumber } from "#values/format.ts";
import { event } from "./event.ts";
import { greet } from "./greeting.ts";

export const phoneCodeEvents = {
  /**
   * A code that proves a number. The last line lets a phone offer the code on this site only (WICG,
   * "Delivering origin-bound one-time codes over SMS"). No marketing in it (CASL).
   */
  phone_code: event({
    channel: "sms",
    recipient: "no_mail",
    label: m.message_label_phone_code,
    params: z.object({ code: z.string(), host: z.string() }),
    examples: [{ code: "123456", host: "cars.example.ca" }],
    write: ({ code, host }, { locale }) =>
      `${m.phone_code_sms({ site: site.name, code }, { locale })}\n\n@${host} #${code}`,
  }),
  /** A code to whoever's number can have none: it proves the address that it goes to. */
  email_code: event({
    channel: "email",
    recipient: "asker",
    label: m.message_label_email_code,
    usefulForMs: 10 * 60_000,
    params: z.object({ code: z.string() }),
    examples: [{ code: "123456" }],
    write: ({ code }, { locale }) => ({
      subject: m.email_code_subject({ site: site.name }, { locale }),
      paragraphs: [
        greet("", { locale }),
        m.email_code_text({ code }, { locale }),
        m.email_code_ignore({}, { locale }),
      ],
    }),
  }),
  /** What may go out in this hour or day is spent: a flood, or a site that outgrew its budget. */
  sms_budget_spent: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_sms_budget_spent,
    params: z.object({ most: z.number() }),
    examples: [{ most: 500 }],
    write: ({ most }, { locale }) => ({
      subject: m.sms_budget_mail_subject({ site: site.name }, { locale }),
      paragraphs: [
        greet("", { locale }),
        m.sms_budget_mail_text({ most: formatNumber(most, locale) }, { locale }),
        m.sms_budget_mail_what_now({}, { locale }),
      ],
    }),
  }),
};
