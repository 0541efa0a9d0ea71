import type { SendMailOptions } from "nodemailer";
import MimeNode from "nodemailer/lib/mime-node";
import type { EmailMessage } from "./email-message.ts";

/** RFC 5322 §2.1.1: a line may have 998 characters, the break not counted. */
const LONGEST_LINE = 998;

/**
 * A plain ASCII message whose body goes out byte for byte. Left to itself, nodemailer encodes
 * lines over 76 characters as quoted-printable, and a dealership's system that reads the XML with
 * its `=` signs turned into `=3D` understands nothing. `undefined` where a line is too long for
 * mail: then the encoding is the only way.
 */
export function asciiMail(message: EmailMessage, from: string): SendMailOptions | undefined {
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
