import { createHash } from "node:crypto";
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { plainDetail } from "#platform/outgoing/plain-detail.ts";
import { maskSins } from "#values/sin.ts";
import { isUuid } from "#values/uuid.ts";
import type { InboundKind } from "./inbound-email.ts";
import { splitQuote } from "./split-quote.ts";

/**
 * A mail as it came in, read as plain text: nothing in it is fetched or run. Social Insurance
 * Numbers are masked: a form refuses them, and a mail cannot be refused.
 */
export type ReadEmail = {
  messageId: string;
  kind: InboundKind;
  fromAddress: string;
  fromName: string;
  /** The addresses that it was sent to, in lower case. */
  recipients: readonly string[];
  subject: string;
  text: string;
  quoted: string;
  /** The ids of our messages that it answers or reports on. */
  ourMessageIds: readonly string[];
  /** For a bounce: why, in the words of the other server. */
  detail: string;
  files: readonly { name: string; bytes: Uint8Array }[];
};

const MOST_TEXT = 50_000;
const MOST_SUBJECT = 500;
const MOST_FILES = 20;
const MOST_NAME = 120;
/** Where a returned mail names itself; its own body may follow. */
const HEAD_BYTES = 64 * 1024;

const OPTIONS = {
  // A returned mail names the message that was not delivered.
  forceRfc822Attachments: true,
  maxNestingDepth: 20,
  maxHeadersSize: 256 * 1024,
} as const;

/** Its parts are nested, or its headers long, beyond what any mail program writes. */
export class UnreadableEmail extends Error {
  override name = "UnreadableEmail";
}

/** @throws UnreadableEmail */
export async function readEmail(raw: Uint8Array): Promise<ReadEmail> {
  const email = await PostalMime.parse(raw, OPTIONS).catch((error: unknown) => {
    throw new UnreadableEmail("The mail could not be parsed.", { cause: error });
  });
  const kind = recognizeKind(email);
  const from = email.from && "address" in email.from ? email.from : undefined;
  const body = email.text?.trim() ? email.text : await htmlToText(email.html ?? "");
  const reports = email.attachments.filter(isReport).map(readHead);
  const { text, quoted } = splitQuote(cut(body, MOST_TEXT));
  return {
    messageId: readMessageId(email) ?? `<${digest(raw)}@no-message-id.invalid>`,
    kind,
    fromAddress: (from?.address ?? "").toLowerCase(),
    fromName: cut(from?.name ?? "", MOST_NAME),
    recipients: listRecipients(email),
    subject: maskSins(cut(email.subject ?? "", MOST_SUBJECT)),
    text: maskSins(text),
    quoted: maskSins(quoted),
    ourMessageIds: listOurIds(
      email,
      kind === "bounce" ? reports.map((report) => listMessageIds(report)).join(" ") : "",
    ),
    detail: kind === "bounce" ? describeBounce(reports.join("\n")) : "",
    files: email.attachments.filter(isFile).slice(0, MOST_FILES).map(readFile),
  };
}

/** Removes what PostgreSQL does not store, and what is too long. */
function cut(text: string, most: number): string {
  return text.replaceAll("\0", "").slice(0, most).trim();
}

function readMessageId({ messageId }: Email): string | null {
  const id = cut(messageId ?? "", 998);
  return id === "" ? null : id;
}

function digest(raw: Uint8Array): string {
  return createHash("sha256").update(raw).digest("hex");
}

function headersOf(email: Email, name: string): string[] {
  return email.headers.filter(({ key }) => key === name).map(({ value }) => value);
}

const AUTOMATIC_PRECEDENCE = /^\s*(bulk|junk|list|auto_reply)\b/i;
const AUTOMATIC_HEADERS = ["x-autoreply", "x-autorespond", "x-auto-response-suppress-reply"];

/**
 * RFC 3834: a mail that says it was sent by a program. A bounce is a report of RFC 3464 that says
 * that the delivery failed; one that says that it is delayed is no more than an automatic mail.
 */
function recognizeKind(email: Email): InboundKind {
  const [type = ""] = headersOf(email, "content-type");
  if (/^multipart\/report\b/i.test(type)) {
    const reports = email.attachments.filter(isReport).map(readHead).join("\n");
    if (/^Action:\s*failed\b/im.test(reports)) return "bounce";
    return "auto_reply";
  }
  const isAutomatic =
    headersOf(email, "auto-submitted").some((value) => !/^\s*no\b/i.test(value)) ||
    headersOf(email, "precedence").some((value) => AUTOMATIC_PRECEDENCE.test(value)) ||
    AUTOMATIC_HEADERS.some((name) => headersOf(email, name).length > 0) ||
    // RFC 5321 §4.5.5: a program's notice has no return address.
    headersOf(email, "return-path").some((value) => value.trim() === "<>");
  return isAutomatic ? "auto_reply" : "answer";
}

const REPORT_TYPES = ["message/delivery-status", "text/rfc822-headers", "message/rfc822"];

function isReport({ mimeType }: Attachment): boolean {
  return REPORT_TYPES.includes(mimeType);
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === "string" ? Buffer.from(content, "utf8") : new Uint8Array(content);
}

function readHead(attachment: Attachment): string {
  return Buffer.from(bytesOf(attachment)).subarray(0, HEAD_BYTES).toString("latin1");
}

function listMessageIds(report: string): string {
  return [...report.matchAll(/^Message-ID:\s*(\S{1,200})/gim)].map(([, id = ""]) => id).join(" ");
}

function describeBounce(reports: string): string {
  const status = /^Status:\s*(.{1,300})/im.exec(reports)?.[1];
  const why = /^Diagnostic-Code:\s*(.{1,300})/im.exec(reports)?.[1];
  return plainDetail([status, why].flatMap((each) => each?.trim() || []).join(" "));
}

/** Our Message-IDs begin with the message's own id (senders.server.ts). */
function listOurIds({ inReplyTo = "", references = "" }: Email, reported: string): string[] {
  const ids = `${inReplyTo} ${references} ${reported}`.slice(0, 20_000).matchAll(/<?([\w-]{36})@/g);
  return [...new Set([...ids].map(([, id = ""]) => id.toLowerCase()).filter(isUuid))];
}

const RECIPIENT_HEADERS = ["delivered-to", "x-original-to", "envelope-to"];

function listRecipients(email: Email): string[] {
  const addressed = [...(email.to ?? []), ...(email.cc ?? [])].flatMap(listAddresses);
  const delivered = RECIPIENT_HEADERS.flatMap((name) => headersOf(email, name));
  return [...addressed, ...delivered].map((address) => address.trim().toLowerCase()).slice(0, 50);
}

function listAddresses(address: Address): string[] {
  return address.group ? address.group.map((each) => each.address) : [address.address];
}

/** A picture that the HTML shows is a signature's logo, not what somebody sent. */
function isFile(attachment: Attachment): boolean {
  return !attachment.related && !isReport(attachment) && attachment.mimeType !== "text/calendar";
}

function readFile(attachment: Attachment) {
  return { name: cut(attachment.filename ?? "", MOST_NAME), bytes: bytesOf(attachment) };
}

/**
 * The parser turns HTML into text by itself only beside a text part: it gets an empty one. Its
 * conversion takes linear time, and drops scripts and pictures.
 */
async function htmlToText(html: string): Promise<string> {
  if (html.trim() === "") return "";
  const boundary = `text-${digest(Buffer.from(html))}`;
  const part = (type: string, body: string) =>
    [`--${boundary}`, `Content-Type: ${type}; charset=utf-8`, "", body].join("\r\n");
  const mail = [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "",
    part("text/plain", ""),
    part("text/html", html),
    `--${boundary}--`,
    "",
  ].join("\r\n");
  const { text = "" } = await PostalMime.parse(mail);
  return text.replace(/[^\S\n]+$/gm, "").replace(/\n{3,}/g, "\n\n");
}
