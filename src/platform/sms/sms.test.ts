import type { RequestListener } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { httpCall } from "#platform/outgoing/http-call.server.ts";
import { startHttpPeer } from "#platform/outgoing/http-peer.fixture.ts";
import { twilioSender, type E164 } from "./sms.server.ts";
import { account, startTwilioPeer } from "./twilio-peer.fixture.ts";

const sms = { to: "+14165550123" as const, body: "Rouvia : 123456 est votre code. À bientôt 🚗" };

describe("against a strict stand-in for the provider", () => {
  let peer: Awaited<ReturnType<typeof startTwilioPeer>>;
  beforeAll(async () => {
    peer = await startTwilioPeer();
  });
  afterAll(() => peer.close());

  test("the message arrives as written and its SID comes back", async () => {
    const result = await twilioSender({ ...account, baseUrl: peer.baseUrl }).send(sms);
    expect(result).toEqual({ ok: true, providerId: expect.stringMatching(/^SM\d{32}$/) });
    expect(peer.accepted.at(-1)).toEqual({ ...sms, from: account.from });
  });

  test.each<[string, object, Partial<typeof sms>, string, string]>([
    ["a wrong token", { authToken: "wrong" }, {}, "not_configured", "error 20003"],
    ["an account of another form", { accountSid: "AC12" }, {}, "permanent", "error 20404"],
    ["an unknown account", { accountSid: `AC${"f".repeat(32)}` }, {}, "permanent", "error 20404"],
    ["a sender of somebody else", { from: "+14165550199" }, {}, "permanent", "error 21606"],
    ["no recipient", {}, { to: "" as "+14165550123" }, "permanent", "error 21604"],
    ["no text", {}, { body: "" }, "permanent", "error 21602"],
  ])("%s", async (_name, settings, change, code, detail) => {
    const sender = twilioSender({ ...account, baseUrl: peer.baseUrl, ...settings });
    const result = await sender.send({ ...sms, ...change });
    expect(result).toEqual({ ok: false, code, detail: expect.stringContaining(detail) });
  });

  test.each<[E164, number]>([
    ["+15005550001", 21211],
    ["+15005550004", 21610],
    ["+15005550009", 21614],
  ])("%s is refused for good, with the provider's number %i", async (to, code) => {
    const result = await twilioSender({ ...account, baseUrl: peer.baseUrl }).send({ ...sms, to });
    expect(result).toEqual({
      ok: false,
      code: "permanent",
      detail: `Twilio: HTTP 400, error ${code}`,
    });
  });

  const path = `/2010-04-01/Accounts/${account.accountSid}/Messages.json`;
  const credentials = Buffer.from(`${account.accountSid}:${account.authToken}`).toString("base64");
  const authorization = `Basic ${credentials}`;
  const form = "application/x-www-form-urlencoded";
  // The stand-in refuses what the provider refuses. This shows that it really checked the message
  // above.
  test.each([
    ["no authentication", 401, { "content-type": form }, "To=%2B14165550123"],
    ["no recipient", 400, { authorization, "content-type": form }, "Body=hello"],
    [
      "a parameter that there is not",
      400,
      { authorization, "content-type": form },
      `To=%2B14165550123&From=%2B14165550100&Body=hello&Text=hello`,
    ],
    ["JSON", 415, { authorization, "content-type": "application/json" }, '{"To":"+14165550123"}'],
  ])("%s is answered with %i", async (_name, status, headers, body) => {
    const url = new URL(path, peer.baseUrl);
    const response = await httpCall({ url, method: "POST", headers, body, timeoutMs: 3_000 });
    expect(response).toMatchObject({ ok: true, status });
  });
});

describe("against a provider in trouble", () => {
  let onRequest: RequestListener;
  let peer: Awaited<ReturnType<typeof startHttpPeer>>;
  let calls = 0;
  beforeEach(async () => {
    calls = 0;
    peer = await startHttpPeer((request, response) => {
      calls += 1;
      onRequest(request, response);
    });
  });
  afterEach(() => peer.close());

  const leaky = JSON.stringify({
    code: 99999,
    message: `${account.authToken} ${account.accountSid} ${sms.to} ${sms.body}`,
  });
  /**
   * Only a response that never ends uses this limit in full: on a busy machine a response may be
   * late.
   */
  const shortMs = 300;
  const patientMs = 20_000;
  test.each<[string, string, RequestListener, number?]>([
    ["says 429", "temporary", (_request, response) => response.writeHead(429).end(leaky)],
    ["says 500", "temporary", (_request, response) => response.writeHead(500).end(leaky)],
    ["says 503 with a page", "temporary", (_request, response) => response.writeHead(503).end("<")],
    ["says 408", "temporary", (_request, response) => response.writeHead(408).end()],
    ["says 200, as a captive portal does", "temporary", (_request, response) => response.end("ok")],
    [
      "sends us elsewhere",
      "permanent",
      (_request, response) => response.writeHead(307, { location: "/elsewhere" }).end(),
    ],
    ["says nothing", "temporary", () => {}, shortMs],
    [
      "stalls in the middle",
      "temporary",
      (_request, response) => void response.write('{"sid":'),
      shortMs,
    ],
    ["cuts at once", "temporary", (request) => request.socket.destroy()],
    [
      "cuts in the middle",
      "temporary",
      (request, response) => {
        response.writeHead(201, { "content-length": 100 });
        response.write('{"sid":', () => request.socket.destroy());
      },
    ],
    [
      "does not come to an end",
      "temporary",
      (_request, response) => void response.end("x".repeat(1_000_000)),
    ],
  ])("it %s: %s, after one call", async (_name, code, listener, timeoutMs = patientMs) => {
    onRequest = listener;
    const sender = twilioSender({ ...account, baseUrl: peer.baseUrl, timeoutMs });
    const result = await sender.send(sms);
    expect(result).toMatchObject({ ok: false, code });
    expect(calls).toBe(1);
    const notified = JSON.stringify(result);
    for (const secret of [account.authToken, account.accountSid, sms.to, "123456"]) {
      expect(notified).not.toContain(secret);
    }
  });

  test("nobody listens: temporary", async () => {
    const { baseUrl } = peer;
    await peer.close();
    const result = await twilioSender({ ...account, baseUrl }).send(sms);
    expect(result).toMatchObject({ ok: false, code: "temporary" });
    peer = await startHttpPeer(() => {});
  });
});
