import { createHmac } from "node:crypto";
import { expect, vi } from "vitest";
import type { startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";

const SECRET = "the journey's secret, 32 characters and more";

/** A site that sends its mail to this peer, and is given the answers by the provider's webhook. */
export function answeredByMail(smtp: { port: number }): Record<string, string> {
  return {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "Rouvia <hello@example.ca>",
    REPLY_ADDRESS: "reply@in.example.ca",
    INBOUND_EMAIL_SECRET: SECRET,
  };
}

/** Gives the site a mail as a provider does. */
export async function deliverMail(
  origin: string,
  headers: Record<string, string>,
  text: string,
  { secondsAgo = 0 } = {},
): Promise<unknown> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const body = [...lines, "Content-Type: text/plain; charset=utf-8", "", text].join("\r\n");
  const at = Math.floor(Date.now() / 1_000) - secondsAgo;
  const digest = createHmac("sha256", SECRET).update(`${at}.${body}`).digest("hex");
  const response = await fetch(new URL("/api/inbound-email", origin), {
    method: "POST",
    headers: { "content-type": "message/rfc822", "x-signature": `t=${at},v1=${digest}` },
    body,
  });
  expect(response.status).toBe(200);
  return response.json();
}

type SmtpPeer = Awaited<ReturnType<typeof startSmtpPeer>>;

/** The mail to somebody with this subject, once it has come. */
export function arrivedMail(smtp: SmtpPeer, to: string, subject: string) {
  return vi.waitFor(
    () => {
      const sent = smtp.arrivals.find(
        (each) => each.to[0] === to && each.email.subject === subject,
      );
      if (!sent) throw new Error("The mail has not come.");
      return sent.email;
    },
    { timeout: 15_000, interval: 200 },
  );
}
