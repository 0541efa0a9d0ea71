import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { startHttpPeer } from "#platform/outgoing/http-peer.fixture.ts";

export const account = {
  accountSid: `AC${"0123456789abcdef".repeat(2)}`,
  authToken: "token-that-must-not-leak",
  from: "+14165550100",
};

type Accepted = { to: string; from: string; body: string };

/**
 * Test numbers for which Twilio itself returns an error
 * (https://www.twilio.com/docs/iam/test-credentials).
 */
const MAGIC_NUMBERS: Record<string, number> = {
  "+15005550001": 21211,
  "+15005550004": 21610,
  "+15005550009": 21614,
};

/**
 * The parts of Twilio's published OpenAPI (twilio/twilio-oai, `CreateMessage`) that are used here.
 */
const accountSid = z.string().regex(/^AC[0-9a-fA-F]{32}$/);
const messageSid = z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/);
const phoneNumber = z.e164();
/**
 * The parameters of a text message. An unknown name is refused, because it would be a bug of the
 * site.
 */
const createMessage = z.strictObject({
  To: phoneNumber,
  From: phoneNumber.optional(),
  Body: z.string().optional(),
  MessagingServiceSid: z.string().optional(),
  StatusCallback: z.url().optional(),
  MaxPrice: z.string().optional(),
  Attempt: z.string().optional(),
  ValidityPeriod: z.string().optional(),
  SmartEncoded: z.string().optional(),
});
const message = z.object({
  sid: messageSid,
  account_sid: accountSid,
  status: z.enum(["queued", "sending", "sent", "failed", "accepted", "scheduled"]),
  direction: z.literal("outbound-api"),
  to: z.string(),
  from: z.string().nullable(),
  body: z.string(),
  error_code: z.int().nullable(),
});

/**
 * A strict stand-in for Twilio's Messages resource, written from its public description. It knows
 * one account, accepts only a form, and refuses what Twilio refuses, in the same format.
 */
export async function startTwilioPeer() {
  const accepted: Accepted[] = [];
  let isDown = false;
  const peer = await startHttpPeer(async (request, response) => {
    if (isDown) return refuse(response, 503, 20503, "Service unavailable");
    const refusal = findRefusal(request);
    if (refusal) return refuse(response, ...refusal);
    const form = new URLSearchParams(await text(request));
    const [to, from, body] = ["To", "From", "Body"].map((name) => form.get(name) ?? "");
    if (!to) return refuse(response, 400, 21604, "A 'To' phone number is required.");
    if (!body) return refuse(response, 400, 21602, "Message body is required.");
    if (from !== account.from) return refuse(response, 400, 21606, `${from} cannot send.`);
    const magic = MAGIC_NUMBERS[to];
    if (magic) return refuse(response, 400, magic, `The number ${to} is refused.`);
    const requested = createMessage.safeParse(Object.fromEntries(form));
    if (!requested.success) return refuse(response, 400, 21211, z.prettifyError(requested.error));
    accepted.push({ to, from: from ?? "", body: body ?? "" });
    const sid = `SM${String(accepted.length).padStart(32, "0")}`;
    const created = {
      sid,
      account_sid: account.accountSid,
      status: "queued",
      direction: "outbound-api",
      to,
      from,
      body,
      error_code: null,
    };
    respond(response, 201, message.parse(created));
  });
  const { accountSid: user, authToken, from } = account;
  const { host } = new URL(peer.baseUrl);
  /** The value of SMS_URL for it. */
  const smsUrl = `twilio+http://${user}:${authToken}@${host}?from=${encodeURIComponent(from)}`;
  return {
    ...peer,
    accepted,
    smsUrl,
    /** From now on it answers every message with 503; false: it works again. */
    breakDown(isBroken: boolean) {
      isDown = isBroken;
    },
  };
}

function findRefusal(request: IncomingMessage): [number, number, string] | undefined {
  const credentials = Buffer.from(`${account.accountSid}:${account.authToken}`).toString("base64");
  if (request.url !== `/2010-04-01/Accounts/${account.accountSid}/Messages.json`) {
    return [404, 20404, "The requested resource was not found"];
  }
  if (request.method !== "POST") return [405, 20004, "Method not allowed"];
  if (request.headers.authorization !== `Basic ${credentials}`) {
    return [401, 20003, "Authenticate"];
  }
  if (request.headers["content-type"] !== "application/x-www-form-urlencoded") {
    return [415, 20415, "Unsupported media type"];
  }
  return undefined;
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  respond(response, status, { code, message, more_info, status });
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
