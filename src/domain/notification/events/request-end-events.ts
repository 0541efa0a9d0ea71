import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { AUDIT_YEARS } from "#values/retention.ts";
import { event } from "./event.ts";
import { greet } from "./greeting.ts";

/**
 * Messages about a request, or an answer, that its sender withdrew, erased or corrected: to the
 * sender and to the dealerships that have it.
 */
export const requestEndEvents = {
  /** To a person who withdrew a request: what ended with it. */
  withdrawal_confirmed: event({
    channel: "email",
    recipient: "unconfirmed",
    label: m.message_label_withdrawal_confirmed,
    params: z.object({ reference: z.string(), wasSealed: z.boolean(), isTold: z.boolean() }),
    examples: [
      { reference: "K7M2PX4R", wasSealed: true, isTold: true },
      { reference: "K7M2PX4R", wasSealed: false, isTold: false },
    ],
    write({ reference, wasSealed, isTold }, { locale }) {
      const options = { locale };
      return {
        subject: m.withdrawal_mail_subject({ reference, site: site.name }, options),
        paragraphs: [
          greet("", options),
          m.withdrawal_mail_text({ reference }, options),
          ...(wasSealed ? [m.withdrawal_mail_sealed({}, options)] : []),
          ...(isTold ? [m.withdrawal_mail_told({}, options)] : []),
          m.withdrawal_mail_rest({ months: site.retention.leadMonths }, options),
          m.delivery_confirmation_contact({ email: site.email }, options),
        ],
      };
    },
  }),
  /** To a person who had a request erased: that it is deleted, and what is still stored. */
  request_erased: event({
    channel: "email",
    recipient: "unconfirmed",
    label: m.message_label_request_erased,
    params: z.object({ reference: z.string(), isTold: z.boolean() }),
    examples: [
      { reference: "K7M2PX4R", isTold: true },
      { reference: "K7M2PX4R", isTold: false },
    ],
    write({ reference, isTold }, { locale }) {
      const options = { locale };
      return {
        subject: m.erasure_mail_subject({ reference, site: site.name }, options),
        paragraphs: [
          greet("", options),
          m.erasure_mail_text({ reference }, options),
          ...(isTold ? [m.withdrawal_mail_told({}, options)] : []),
          m.erasure_mail_kept({ years: AUDIT_YEARS }, options),
          m.delivery_confirmation_contact({ email: site.email }, options),
        ],
      };
    },
  }),
  /**
   * To a person who had an answer corrected: which one, but not its value, because the address may
   * not be confirmed.
   */
  correction_confirmed: event({
    channel: "email",
    recipient: "unconfirmed",
    label: m.message_label_correction_confirmed,
    params: z.object({
      reference: z.string(),
      questions: z.array(z.string()),
      isTold: z.boolean(),
    }),
    examples: [
      { reference: "K7M2PX4R", questions: ["City"], isTold: true },
      { reference: "K7M2PX4R", questions: ["City", "Previous employer"], isTold: false },
    ],
    write({ reference, questions, isTold }, { locale }) {
      const options = { locale };
      const names = questions.join(", ");
      return {
        subject: m.correction_mail_subject({ reference, site: site.name }, options),
        paragraphs: [
          greet("", options),
          m.correction_mail_text({ reference, names }, options),
          ...(isTold ? [m.correction_mail_told({}, options)] : []),
          m.delivery_confirmation_contact({ email: site.email }, options),
        ],
      };
    },
  }),
  /** To a dealership that has a request which is erased here: it must delete its own copy too. */
  lead_erased: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_lead_erased,
    params: z.object({ reference: z.string() }),
    examples: [{ reference: "K7M2PX4R" }],
    write({ reference }, { locale }) {
      const options = { locale };
      return {
        subject: m.lead_erased_subject({ reference, site: site.name }, options),
        paragraphs: [
          greet("", options),
          m.lead_erased_text({ reference }, options),
          m.lead_erased_contact({ email: site.privacyOfficer.email }, options),
        ],
      };
    },
  }),
};
