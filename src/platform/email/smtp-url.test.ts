import { describe, expect, test } from "vitest";
import { parseSmtpUrl } from "./smtp-url.ts";

describe("the SMTP address", () => {
  test.each([
    ["smtp://mail.example", { host: "mail.example", port: 587, encryption: "starttls" }],
    ["smtp://mail.example:25", { port: 25, encryption: "starttls" }],
    ["smtps://mail.example", { port: 465, encryption: "implicit" }],
    ["smtp://relay.internal:25?tls=off", { host: "relay.internal", encryption: "none" }],
    ["smtp://127.0.0.1:1025", { host: "127.0.0.1", port: 1025, encryption: "none" }],
    ["smtp://localhost:1025", { encryption: "none" }],
    ["smtp://localhost:1025?tls=on", { encryption: "starttls" }],
    ["smtp://[::1]:1025", { host: "::1", encryption: "none" }],
    [
      "smtp://us%40er:p%2Fss@mail.example",
      { credentials: { user: "us@er", password: "p/ss" }, encryption: "starttls" },
    ],
  ])("%s", (text, server) => {
    expect(parseSmtpUrl(text)).toMatchObject({ ok: true, server });
  });

  test.each([
    "",
    "mail.example:587",
    "http://mail.example",
    "smtp://",
    "smtp://user:@mail.example",
    "smtp://user:%E0%A4%A@mail.example",
    "smtp://mail.example?tls=maybe",
  ])("%j is refused in words, without repeating it", (text) => {
    const result = parseSmtpUrl(text);
    expect(result.ok).toBe(false);
    if (text.includes("mail.example")) expect(JSON.stringify(result)).not.toContain(text);
  });
});
