import { isLoopback } from "#platform/outgoing/loopback.ts";

export type TwilioSettings = {
  /** `AC` and 32 hexadecimal digits. */
  accountSid: string;
  authToken: string;
  /** A number of the account in E.164, or a short code. */
  from: string;
  baseUrl?: string;
  timeoutMs?: number;
};

type SmsUrlResult = { ok: true; settings: TwilioSettings } | { ok: false; detail: string };

/**
 * Reads `twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=%2B14165550123`. For tests,
 * `twilio+http://…@127.0.0.1:4010?from=…` uses plain http to a stand-in on this machine. It is
 * refused for any other host, where the token would be sent unencrypted. `detail` contains nothing
 * of the text.
 */
export function parseSmsUrl(text: string): SmsUrlResult {
  const refuse = (detail: string): SmsUrlResult => ({ ok: false, detail });
  if (!URL.canParse(text)) return refuse("the address cannot be read");
  const url = new URL(text);
  const baseUrl = readBaseUrl(url);
  if (!baseUrl) {
    return refuse("the host must be api.twilio.com or one of its regions, without a path");
  }
  if (!/^AC[0-9a-f]{32}$/i.test(url.username)) {
    return refuse("the account must be AC and 32 hexadecimal digits");
  }
  if (!/^[\w-]+$/.test(url.password)) return refuse("the token is missing");
  // A plus sign in a query means a space, but people who paste the number mean a plus.
  const from = (url.searchParams.get("from") ?? "").replace(/^ /, "+");
  if (!/^(\+[1-9]\d{6,14}|\d{5,6})$/.test(from)) {
    return refuse("from must be a number such as %2B14165550123");
  }
  return {
    ok: true,
    settings: { accountSid: url.username, authToken: url.password, from, baseUrl },
  };
}

function readBaseUrl(url: URL): string | undefined {
  if (url.pathname !== "" && url.pathname !== "/") return undefined;
  const host = url.hostname.toLowerCase();
  if (url.protocol === "twilio+http:" && isLoopback(host)) return `http://${url.host}`;
  const isTwilio = /^api(\.[a-z0-9-]+){0,2}\.twilio\.com$/.test(host) && url.port === "";
  return url.protocol === "twilio:" && isTwilio ? `https://${host}` : undefined;
}
