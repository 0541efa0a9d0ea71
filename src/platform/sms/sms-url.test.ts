import { expect, test } from "vitest";
import { parseSmsUrl } from "./sms-url.ts";

const accountSid = `AC${"0123456789abcdef".repeat(2)}`;
const credentials = `${accountSid}:secret-token`;

test.each([
  [`twilio://${credentials}@api.twilio.com?from=%2B14165550100`, "https://api.twilio.com"],
  [`twilio://${credentials}@api.twilio.com/?from=+14165550100`, "https://api.twilio.com"],
  [
    `twilio://${credentials}@api.dublin.ie1.twilio.com?from=%2B14165550100`,
    "https://api.dublin.ie1.twilio.com",
  ],
  [`twilio+http://${credentials}@127.0.0.1:4010?from=%2B14165550100`, "http://127.0.0.1:4010"],
  [`twilio+http://${credentials}@localhost:4010?from=%2B14165550100`, "http://localhost:4010"],
])("%s", (text, baseUrl) => {
  expect(parseSmsUrl(text)).toEqual({
    ok: true,
    settings: { accountSid, authToken: "secret-token", from: "+14165550100", baseUrl },
  });
});

test.each([
  ["nothing", ""],
  ["no address", "twilio"],
  ["another scheme", `https://${credentials}@api.twilio.com?from=%2B14165550100`],
  ["another host", `twilio://${credentials}@api.twilio.com.evil.example?from=%2B14165550100`],
  ["plain http over the wire", `twilio+http://${credentials}@api.twilio.com?from=%2B14165550100`],
  ["a path", `twilio://${credentials}@api.twilio.com/v2?from=%2B14165550100`],
  ["no account", "twilio://api.twilio.com?from=%2B14165550100"],
  ["an account of another form", "twilio://AC12:secret-token@api.twilio.com?from=%2B14165550100"],
  ["no token", `twilio://${accountSid}@api.twilio.com?from=%2B14165550100`],
  ["no sender", `twilio://${credentials}@api.twilio.com`],
  ["a sender in words", `twilio://${credentials}@api.twilio.com?from=Rouvia`],
])("%s is refused in words that repeat no secret", (_name, text) => {
  const result = parseSmsUrl(text);
  expect(result.ok).toBe(false);
  expect(JSON.stringify(result)).not.toMatch(/secret-token|0123456789abcdef/);
});
