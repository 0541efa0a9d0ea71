import { z } from "zod";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import type { Content } from "./event.ts";
import { event, lateEvent } from "./event.ts";
import { greet } from "./greeting.ts";

const request: Content["https"] = {
  url: "https://crm.example.com/leads",
  headers: { "content-type": "application/json" },
  body: "{}",
  redacted: [],
};

/** What is delivered to the systems of a dealership, written when it is sent. */
export const targetEvents = {
  lead_target: lateEvent({
    channel: "https",
    recipient: "no_mail",
    label: m.message_label_lead_target,
    stored: z.undefined(),
    examples: [request],
    write: (written: Content["https"]) => written,
  }),
  /** Its sender withdrew or erased it, or the dealership gave it up. */
  lead_target_ended: lateEvent({
    channel: "https",
    recipient: "no_mail",
    label: m.message_label_lead_target_ended,
    // Absent in messages of an earlier version: the sender withdrew it.
    stored: z.object({ reference: z.string(), isGivenUp: z.boolean().optional() }),
    examples: [request],
    write: (written: Content["https"]) => written,
  }),
  target_test: lateEvent({
    channel: "https",
    recipient: "no_mail",
    label: m.message_label_target_test,
    stored: z.undefined(),
    examples: [request],
    write: (written: Content["https"]) => written,
  }),
  /** To the owners and managers of the dealership: it rests, or its server said that it is gone. */
  target_fails: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_target_fails,
    params: z.object({
      name: z.string(),
      address: z.string(),
      failures: z.number(),
      isGone: z.boolean(),
      answer: z.string(),
    }),
    examples: [
      {
        name: "Our CRM",
        address: "crm.example.com/leads",
        failures: 5,
        isGone: false,
        answer: "HTTP 503",
      },
      {
        name: "Our CRM",
        address: "crm.example.com/leads",
        failures: 1,
        isGone: true,
        answer: "HTTP 410",
      },
    ],
    write: ({ name, address, failures, isGone, answer }, { locale, link }) => ({
      subject: m.target_mail_subject({ name, site: site.name }, { locale }),
      paragraphs: [
        greet("", { locale }),
        isGone
          ? m.target_mail_gone({ name, address }, { locale })
          : m.target_mail_failing({ name, address, failures, answer }, { locale }),
        link(paths.dealerTargets()),
      ],
    }),
  }),
};
