import { createHmac } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { inboundEmailTable } from "#domain/inbound-email/inbound-email.table.ts";
import { db } from "#platform/database/database.server.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { INBOUND_EMAIL_PATH, inboundEmail } from "./inbound-email.api.ts";

useSite();

const SECRET = "a secret of at least 32 characters";
beforeAll(() => setEnv({ ...env(), INBOUND_EMAIL_SECRET: SECRET }));
afterEach(async () => {
  await db().delete(inboundEmailTable);
});

let count = 0;
const mail = () => {
  count += 1;
  return `From: noah@example.org\r\nMessage-ID: <${count}@api.example>\r\n\r\nHello`;
};
const nowSeconds = () => Math.floor(Date.now() / 1_000);

function sign(body: string, { at = nowSeconds(), secret = SECRET } = {}): Record<string, string> {
  const digest = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return { "x-signature": `t=${at},v1=${digest}` };
}

async function post(body: BodyInit, headers: Record<string, string> = {}) {
  const response = await inboundEmail.request(INBOUND_EMAIL_PATH, {
    method: "POST",
    body,
    headers,
  });
  return [response.status, await response.json()];
}

test("a signed mail is taken in once, and its signature is not taken again", async () => {
  const body = mail();
  const headers = sign(body);
  expect(await post(body, headers)).toEqual([200, { result: "unmatched" }]);
  expect(await post(body, headers)).toEqual([409, { result: "error", error: "replayed" }]);
  // The provider did not hear our answer, and sends the mail again.
  expect(await post(body, sign(body, { at: nowSeconds() - 60 }))).toEqual([
    200,
    { result: "known" },
  ]);
  expect(await db().$count(inboundEmailTable)).toBe(1);
});

describe("is refused", () => {
  test.each([
    ["without a signature", () => ({})],
    ["signed with another secret", (body: string) => sign(body, { secret: "x".repeat(32) })],
    ["signed too long ago", (body: string) => sign(body, { at: nowSeconds() - 301 })],
    ["signed in the future", (body: string) => sign(body, { at: nowSeconds() + 301 })],
    ["with the signature of another mail", () => sign(mail())],
    ["with nonsense for a signature", () => ({ "x-signature": "t=1,v1=2" })],
  ] as const)("%s", async (_, headers) => {
    const body = mail();
    expect(await post(body, headers(body))).toEqual([
      401,
      { result: "error", error: "bad_signature" },
    ]);
    expect(await db().$count(inboundEmailTable)).toBe(0);
  });

  test("where no secret is set", async () => {
    const before = env();
    setEnv({ ...before, INBOUND_EMAIL_SECRET: undefined });
    const body = mail();
    expect((await post(body, sign(body)))[0]).toBe(404);
    setEnv(before);
  });

  test("empty", async () => {
    expect(await post("", sign(""))).toEqual([422, { result: "error", error: "no_mail" }]);
  });
});

describe("a form", () => {
  const signedForm = (field: string, value: string | Blob) => {
    const form = new FormData();
    const [timestamp, token] = [String(nowSeconds()), `token ${(count += 1)}`];
    form.set("timestamp", timestamp);
    form.set("token", token);
    form.set(
      "signature",
      createHmac("sha256", SECRET)
        .update(timestamp + token)
        .digest("hex"),
    );
    form.set(field, value);
    return form;
  };

  test.each([
    ["of Mailgun", "body-mime", (text: string) => text],
    ["with the mail as a file", "message", (text: string) => new Blob([text])],
  ] as const)("%s is signed in its fields", async (_, field, value) => {
    expect(await post(signedForm(field, value(mail())))).toEqual([200, { result: "unmatched" }]);
  });

  test("without a mail is refused", async () => {
    expect((await post(signedForm("subject", "Hello")))[0]).toBe(422);
  });
});
