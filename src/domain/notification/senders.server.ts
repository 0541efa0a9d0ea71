import { type EmailSender, smtpSender } from "#platform/email/email.server.ts";
import type { Env } from "#platform/env/env.server.ts";
import { outboxEmailSender, outboxSmsSender } from "#platform/outbox/outbox.server.ts";
import { sendFailure } from "#platform/outgoing/send-result.ts";
import { parseSmsUrl } from "#platform/sms/sms-url.ts";
import { type SmsSender, twilioSender } from "#platform/sms/sms.server.ts";
import {
  spreadsheetTarget,
  type SpreadsheetTarget,
} from "#platform/spreadsheet/spreadsheet.server.ts";
import { site } from "#site/site.ts";

/** The ways out: a configured provider, else the demo's outbox, else a refusal that says what to set. */
export type Senders = {
  email: EmailSender;
  sms: SmsSender;
  spreadsheet: { target: string; sender: SpreadsheetTarget } | null;
};

let current: Senders | undefined;

export function startSenders(env: Env): void {
  current = {
    email: emailSender(env),
    sms: smsSender(env),
    spreadsheet: env.SPREADSHEET_URL
      ? {
          target: withoutQuery(env.SPREADSHEET_URL),
          sender: spreadsheetTarget({ url: env.SPREADSHEET_URL }),
        }
      : null,
  };
}

export function senders(): Senders {
  if (!current) throw new Error("The senders were used before boot.");
  return current;
}

function emailSender(env: Env): EmailSender {
  if (env.SMTP_URL) {
    return smtpSender({ url: env.SMTP_URL, from: env.MAIL_FROM ?? `${site.name} <${site.email}>` });
  }
  if (env.DEMO) return outboxEmailSender();
  return { send: async () => sendFailure("not_configured", "SMTP_URL is not set.") };
}

function smsSender(env: Env): SmsSender {
  if (env.SMS_URL) {
    const parsed = parseSmsUrl(env.SMS_URL);
    return parsed.ok
      ? twilioSender(parsed.settings)
      : { send: async () => sendFailure("not_configured", `SMS_URL: ${parsed.detail}.`) };
  }
  if (env.DEMO) return outboxSmsSender();
  return { send: async () => sendFailure("not_configured", "SMS_URL is not set.") };
}

function withoutQuery(address: string): string {
  const url = new URL(address);
  return url.host + url.pathname;
}
