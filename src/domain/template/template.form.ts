import { definePageForm } from "#forms/define-form.ts";
import { MESSAGE_PURPOSES, TEMPLATE_CHANNELS } from "./template.ts";

export const MOST_MAIL_CHARACTERS = 5_000;
/** Three parts of an SMS. */
export const MOST_SMS_CHARACTERS = 459;

/** A text to send again and again, in both languages. */
export const templateForm = definePageForm({
  name: "template",
  messagePrefix: "template",
  questions: [
    { kind: "text", name: "name", maxLength: 80, ownErrors: ["taken"] },
    {
      kind: "select",
      name: "channel",
      options: TEMPLATE_CHANNELS,
      row: "kind",
      emptyEntry: "none",
    },
    { kind: "select", name: "purpose", options: MESSAGE_PURPOSES, row: "kind", emptyEntry: "none" },
    { kind: "text", name: "subjectEn", maxLength: 150, ownErrors: ["needed"], optional: true },
    {
      kind: "long-text",
      name: "textEn",
      maxLength: MOST_MAIL_CHARACTERS,
      rows: 6,
      hint: true,
      ownErrors: ["field", "sms"],
    },
    { kind: "text", name: "subjectFr", maxLength: 150, ownErrors: ["needed"], optional: true },
    {
      kind: "long-text",
      name: "textFr",
      maxLength: MOST_MAIL_CHARACTERS,
      rows: 6,
      ownErrors: ["field", "sms"],
    },
  ],
});

/** An e-mail to the sender of a lead. */
export const leadMailForm = definePageForm({
  name: "lead-mail",
  messagePrefix: "template",
  isOneOfSeveral: true,
  questions: [
    { kind: "text", name: "subject", maxLength: 150 },
    { kind: "long-text", name: "text", maxLength: MOST_MAIL_CHARACTERS, rows: 8 },
    { kind: "select", name: "purpose", options: MESSAGE_PURPOSES, emptyEntry: "none" },
  ],
});

/** An SMS to the sender of a lead. */
export const leadSmsForm = definePageForm({
  name: "lead-sms",
  messagePrefix: "template",
  isOneOfSeveral: true,
  questions: [
    { kind: "long-text", name: "text", maxLength: MOST_SMS_CHARACTERS, rows: 4 },
    { kind: "select", name: "purpose", options: MESSAGE_PURPOSES, emptyEntry: "none" },
  ],
});
