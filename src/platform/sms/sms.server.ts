import { httpCall } from "#platform/outgoing/http-call.server.ts";
import { sendFailure, type SendFailure, type SendResult } from "#platform/outgoing/send-result.ts";
import type { E164 } from "#values/phone.ts";
import type { TwilioSettings } from "./sms-url.ts";

export type { E164 };

export interface SmsSender {
  send(sms: { to: E164; body: string }): Promise<SendResult>;
}

/**
 * Sends through Twilio's Messages resource (https://www.twilio.com/docs/messaging/api). 201 means
 * sent, with the message's SID. 4xx is `permanent`, with Twilio's error number. 408, 429, 5xx and
 * no response in time are `temporary`. 401 is `not_configured`. Twilio accepts no idempotency key:
 * if the response is lost, the second attempt sends a second message.
 */
export function twilioSender({
  accountSid,
  authToken,
  from,
  baseUrl = "https://api.twilio.com",
  timeoutMs = 3_000,
}: TwilioSettings): SmsSender {
  const url = new URL(`/2010-04-01/Accounts/${accountSid}/Messages.json`, baseUrl);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;

  return {
    async send({ to, body }) {
      const response = await httpCall({
        url,
        method: "POST",
        headers: {
          authorization,
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({ To: to, From: from, Body: body }).toString(),
        timeoutMs,
      });
      if (!response.ok) return sendFailure("temporary", `Twilio: ${response.detail}`);
      const { sid, code } = readResponse(response.text);
      if (response.status === 201) return { ok: true, providerId: sid ?? "" };
      return readRefusal(response.status, code);
    },
  };
}

/**
 * Uses only Twilio's error number (explained at https://www.twilio.com/docs/api/errors), because
 * Twilio's message quotes the phone number.
 */
function readRefusal(status: number, code: number | undefined): SendFailure {
  const detail = `Twilio: HTTP ${status}${code === undefined ? "" : `, error ${code}`}`;
  if (status === 401) return sendFailure("not_configured", detail);
  const isPermanent = status >= 300 && status < 500 && status !== 408 && status !== 429;
  return sendFailure(isPermanent ? "permanent" : "temporary", detail);
}

function readResponse(text: string): { sid?: string; code?: number } {
  try {
    const result: unknown = JSON.parse(text);
    if (typeof result !== "object" || result === null) return {};
    return {
      sid: "sid" in result && typeof result.sid === "string" ? result.sid : undefined,
      code: "code" in result && typeof result.code === "number" ? result.code : undefined,
    };
  } catch {
    return {};
  }
}
