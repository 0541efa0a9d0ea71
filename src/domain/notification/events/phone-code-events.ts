import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { formatNumber } from "#values/format.ts";
import { event } from "./event.ts";
import { greet } from "./greeting.ts";

export const phoneCodeEvents = {
  /**
   * A code that proves a number. Its last line makes a phone offer the code on this site only
   * (WICG, "Delivering origin-bound one-time codes over SMS"). It contains no marketing (CASL).
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
  /**
   * A code for a person whose number cannot receive one: it proves the address that it is sent to.
   */
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
  /**
   * The SMS budget of this hour or day is spent: by a flood, or because the site outgrew its
   * budget.
   */
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
