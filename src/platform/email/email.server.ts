import nodemailer, { type NodemailerError, type SendMailOptions } from "nodemailer";
import { plainDetail } from "#platform/outgoing/plain-detail.ts";
import { sendFailure, type SendFailure, type SendResult } from "#platform/outgoing/send-result.ts";
import { findMessageFault, type EmailMessage } from "./email-message.ts";
import { parseSmtpUrl, type SmtpServer } from "./smtp-url.ts";
import MimeNode from "nodemailer/lib/mime-node";

export type { EmailMessage } from "./email-message.ts";
export type { SendResult } from "#platform/outgoing/send-result.ts";

export interface EmailSender {
  send(message: EmailMessage): Promise<SendResult>;
}

type SmtpSettings = {
  /** See `parseSmtpUrl`. */
  url: string;
  /** `Rouvia <hello@example.ca>` or a bare address. */
  from: string | (() => string);
  /**
   * The PEM of a certificate authority to trust in addition to the system's, for a relay on the
   * operator's network.
   */
  trustedAuthority?: string;
  timeouts?: Partial<typeof DEFAULT_TIMEOUTS>;
};

const DEFAULT_TIMEOUTS = {
  connectionMs: 3_000,
  greetingMs: 3_000,
  /** The longest silence within a connection. Relays scan content before their last response. */
  socketMs: 10_000,
  /**
   * The limit of the whole send, for a server that sends one byte at a time and so is never silent.
   */
  totalMs: 20_000,
};

/**
 * Sends over SMTP, one connection a message. Never throws because of what a server does: 4xx,
 * timeouts and cut connections are `temporary`, 5xx is `permanent`, and `not_configured` means that
 * the server refused the site itself (credentials, TLS, sender address).
 * If the connection is cut after the last byte, it is unknown whether the message was sent. The
 * second attempt has the same Message-ID (RFC 5322 §3.6.4) if the caller gave one.
 */
export function smtpSender(settings: SmtpSettings): EmailSender {
  const parsed = parseSmtpUrl(settings.url);
  if (!parsed.ok) return { send: async () => sendFailure("not_configured", parsed.detail) };
  const timeouts = { ...DEFAULT_TIMEOUTS, ...settings.timeouts };
  const { credentials } = parsed.server;
  const transport = nodemailer.createTransport(
    transportOptions(parsed.server, timeouts, settings.trustedAuthority),
  );

  return {
    async send(message) {
      const fault = findMessageFault(message);
      if (fault) return sendFailure("permanent", fault);
      const from = typeof settings.from === "string" ? settings.from : settings.from();
      try {
        const mail = message.plainAscii ? asciiMail(message, from) : undefined;
        const sent = await transport.sendMail({
          ...(mail ?? encodedMail(message, from)),
          signal: AbortSignal.timeout(timeouts.totalMs),
        });
        return { ok: true, providerId: sent.messageId };
      } catch (thrown) {
        if (!(thrown instanceof Error)) throw thrown;
        const secrets = credentials ? [credentials.user, credentials.password] : [];
        return readFault(thrown, [message.to, ...secrets]);
      }
    },
  };
}

function transportOptions(
  { host, port, encryption, credentials }: SmtpServer,
  timeouts: typeof DEFAULT_TIMEOUTS,
  trustedAuthority: string | undefined,
) {
  return {
    host,
    port,
    secure: encryption === "implicit",
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    auth: credentials && { user: credentials.user, pass: credentials.password },
    tls: trustedAuthority ? { ca: trustedAuthority } : undefined,
    dnsTimeout: timeouts.connectionMs,
    connectionTimeout: timeouts.connectionMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.socketMs,
    socketCloseTimeout: 500,
    // The content comes from forms. It must never be read as a file name or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function encodedMail(message: EmailMessage, from: string): SendMailOptions {
  const { to, subject, text, html, replyTo, headers, messageId } = message;
  return {
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    replyTo: replyTo && { name: "", address: replyTo },
    headers,
    messageId: messageId && `<${messageId.replace(/^<|>$/g, "")}>`,
  };
}

// A refusal before MAIL FROM concerns the site and not the message (RFC 5321 §4.1.4).
const BEFORE_MESSAGE = /^(CONN|EHLO|HELO|STARTTLS|AUTH)/;
const NEEDS_CREDENTIALS = 530;
/** Concerns the session, not the message: the next connection may succeed. */
const BAD_SEQUENCE = 503;

function readFault(fault: NodemailerError, secrets: readonly string[]): SendFailure {
  const { code = fault.name, responseCode, command = "?", response } = fault;
  const text = plainDetail(response ?? fault.message, secrets);
  const detail = `SMTP ${command}: ${text}`;
  if (responseCode === undefined) {
    if (code === "ETLS" || code === "EAUTH") return sendFailure("not_configured", detail);
    return sendFailure(code === "EENVELOPE" ? "permanent" : "temporary", detail);
  }
  if (responseCode < 500 || responseCode === BAD_SEQUENCE) return sendFailure("temporary", detail);
  const isOurs = BEFORE_MESSAGE.test(command) || responseCode === NEEDS_CREDENTIALS;
  return sendFailure(isOurs ? "not_configured" : "permanent", detail);
}

/** RFC 5322 §2.1.1: a line may have 998 characters, not counting the line break. */
const LONGEST_LINE = 998;

/**
 * A plain ASCII message whose body is sent unchanged, byte for byte. By default nodemailer encodes
 * lines over 76 characters as quoted-printable, and a dealership's system that reads the XML with
 * `=3D` in place of `=` cannot parse it. Returns `undefined` if a line is too long for e-mail: then
 * the encoding is the only option.
 */
function asciiMail(message: EmailMessage, from: string): SendMailOptions | undefined {
  const lines = message.text.split(/\r\n|\r|\n/);
  if (lines.some((line) => line.length > LONGEST_LINE)) return undefined;
  const head = new MimeNode("text/plain; charset=us-ascii");
  head.setHeader("From", from);
  head.setHeader("To", message.to);
  if (message.replyTo) head.setHeader("Reply-To", message.replyTo);
  head.setHeader("Subject", message.subject);
  if (message.messageId) head.setHeader("Message-ID", message.messageId);
  for (const [name, value] of Object.entries(message.headers ?? {})) head.setHeader(name, value);
  head.setHeader("Content-Transfer-Encoding", "7bit");
  return {
    raw: [head.buildHeaders(), "", ...lines].join("\r\n"),
    envelope: head.getEnvelope(),
    messageId: head.messageId(),
  };
}
