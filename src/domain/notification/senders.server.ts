import { type EmailSender, smtpSender } from "#platform/email/email.server.ts";
import type { Env } from "#platform/env/env.server.ts";
import { outboxEmailSender, outboxSmsSender } from "#platform/outbox/outbox.server.ts";
import { plainDetail } from "#platform/outgoing/plain-detail.ts";
import { callPublic } from "#platform/outgoing/public-call.server.ts";
import { sendFailure, type SendResult } from "#platform/outgoing/send-result.ts";
import { type PushSender, pushSender } from "#platform/push/push.server.ts";
import { parseSmsUrl } from "#platform/sms/sms-url.ts";
import { type E164, type SmsSender, twilioSender } from "#platform/sms/sms.server.ts";
import {
  spreadsheetTarget,
  type SpreadsheetTarget,
} from "#platform/spreadsheet/spreadsheet.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { site } from "#site/site.ts";
import { layOutEmail } from "./email-layout.ts";
import type { Channel, Content } from "./events/event.ts";
import type { Message } from "./message.table.ts";
import { sendToBrowsers } from "./push-browsers.server.ts";

/**
 * The senders: a configured provider, else the demo's outbox, else a refusal that says what to set.
 */
type Senders = {
  email: EmailSender;
  /** The sender of e-mails, with a name in front of the address. */
  mailFrom: () => string;
  sms: SmsSender;
  push: PushSender;
  spreadsheet: { target: string; sender: SpreadsheetTarget } | null;
  /** Hosts in the operator's own network to which leads may be delivered. */
  deliveryHosts: readonly string[];
};

let current: Senders | undefined;

export function startSenders(env: Env): void {
  current = {
    email: emailSender(env),
    mailFrom: () => mailFrom(env),
    sms: smsSender(env),
    push: pushSender({
      // Made from the secret that no rotation changes: browsers subscribe with this key.
      secret: Buffer.from(mac().hmac("web push", "VAPID key"), "base64url"),
      services: env.PUSH_SERVICES,
    }),
    spreadsheet: env.SPREADSHEET_URL
      ? {
          target: withoutQuery(env.SPREADSHEET_URL),
          sender: spreadsheetTarget({ url: env.SPREADSHEET_URL }),
        }
      : null,
    deliveryHosts: env.DELIVERY_HOSTS,
  };
}

export function senders(): Senders {
  if (!current) throw new Error("The senders were used before boot.");
  return current;
}

type Deliver = {
  [C in Channel]: (
    message: Message,
    content: Content[C],
    siteOrigin: string,
  ) => Promise<SendResult>;
};

const deliver: Deliver = {
  email: ({ id, recipient, locale }, words, origin) =>
    senders().email.send({
      to: recipient,
      messageId: buildMessageId(id),
      ...layOutEmail(words, { locale, origin }),
    }),
  adf_email: ({ id, recipient }, document) =>
    senders().email.send({
      to: recipient,
      messageId: buildMessageId(id),
      ...document,
      plainAscii: true,
    }),
  async sms({ recipient }, body) {
    if (!isE164(recipient)) return sendFailure("permanent", "The number is not in E.164.");
    return senders().sms.send({ to: recipient, body });
  },
  push: (message, content) => sendToBrowsers(senders().push, message, content),
  async spreadsheet({ id }, fields) {
    const { spreadsheet } = senders();
    if (!spreadsheet) return sendFailure("not_configured", "SPREADSHEET_URL is not set.");
    const appended = await spreadsheet.sender.append(fields);
    return appended.ok ? { ok: true, providerId: id } : appended;
  },
  https: async (_message, { url, headers, body, redacted }) => {
    const called = await callPublic({
      url: new URL(url),
      method: "POST",
      headers,
      body,
      timeoutMs: LONGEST_POST_MS,
      ownHosts: senders().deliveryHosts,
    });
    if (!called.ok) return { ...sendFailure("temporary", called.detail), receiver: "failing" };
    const status = `HTTP ${called.status}`;
    if (called.status >= 200 && called.status < 300) return { ok: true, providerId: status };
    const answer = plainDetail(`${status} ${called.body.toString("utf8")}`, redacted);
    // Its server asks never to be called again. Anything else may be mended at the other end.
    return called.status === 410
      ? { ...sendFailure("permanent", answer), receiver: "gone" }
      : { ...sendFailure("temporary", answer), receiver: "failing" };
  },
};

/** Half of what an attempt may take (message-lease.server.ts). */
const LONGEST_POST_MS = 10_000;

/** Gives a message to its provider. */
export async function handOver<C extends Channel>(
  message: Message,
  channel: C,
  content: Content[C],
  siteOrigin: string,
): Promise<SendResult> {
  return deliver[channel](message, content, siteOrigin);
}

function isE164(number: string): number is E164 {
  return /^\+[1-9]\d{6,14}$/.test(number);
}

/** Uses the host of the sender's address: receivers distrust any other. */
function buildMessageId(id: string): string {
  const host = /@([a-z\d.-]+)>?\s*$/i.exec(senders().mailFrom())?.[1] ?? "localhost";
  return `${id}@${host}`;
}

/** The environment's sender, else the settings' (domain/setting). */
function mailFrom({ MAIL_FROM }: Env): string {
  return MAIL_FROM ?? `${site.name} <${site.senderEmail || site.email}>`;
}

function emailSender(env: Env): EmailSender {
  if (env.SMTP_URL) return smtpSender({ url: env.SMTP_URL, from: () => mailFrom(env) });
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
