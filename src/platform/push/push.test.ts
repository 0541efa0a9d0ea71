import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { arePushKeys, encryptPush } from "./encrypt-push.server.ts";
import { startPushPeer } from "./push-peer.fixture.ts";
import { pushSender, type PushSender } from "./push.server.ts";

const MESSAGE = { payload: '{"title":"Nouvelle demande é"}', topic: "a1", contact: "a@b.example" };

let peer: Awaited<ReturnType<typeof startPushPeer>>;
let sender: PushSender;
beforeAll(async () => {
  peer = await startPushPeer();
  sender = pushSender({ secret: randomBytes(32), services: [peer.baseUrl], timeoutMs: 500 });
});
afterAll(() => peer.close());
beforeEach(() => {
  peer.answerWith(null);
  peer.arrivals.length = 0;
});

/** RFC 8291 §5. */
test("the standard’s own example", () => {
  const keys = {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const chosen = {
    salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
    privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
  };
  expect(
    Buffer.from(encryptPush("When I grow up, I want to be a watermelon", keys, chosen)).toString(
      "base64url",
    ),
  ).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("a service accepts the signature, and the browser reads the payload", async () => {
  const subscription = peer.subscribe("phone", sender.publicKey);
  expect(await sender.send(subscription, MESSAGE)).toEqual({ ok: true });
  expect(peer.arrivals).toEqual([
    {
      browser: "phone",
      payload: { title: "Nouvelle demande é" },
      topic: "a1",
      urgency: "high",
      subject: "mailto:a@b.example",
    },
  ]);
});

test("the same secret is the same key, and browsers of another key refuse", async () => {
  const secret = randomBytes(32);
  expect(pushSender({ secret }).publicKey).toBe(pushSender({ secret }).publicKey);
  const stranger = peer.subscribe("stranger", pushSender({ secret }).publicKey);
  expect(await sender.send(stranger, MESSAGE)).toMatchObject({ ok: false, code: "permanent" });
});

test.each([
  [201, { ok: true }],
  [404, { ok: false, code: "gone" }],
  [410, { ok: false, code: "gone" }],
  [400, { ok: false, code: "permanent" }],
  [413, { ok: false, code: "permanent" }],
  [302, { ok: false, code: "permanent" }],
  [401, { ok: false, code: "not_configured" }],
  [429, { ok: false, code: "temporary" }],
  [503, { ok: false, code: "temporary" }],
])("%i", async (status, result) => {
  peer.answerWith(status);
  const subscription = peer.subscribe("phone", sender.publicKey);
  expect(await sender.send(subscription, MESSAGE)).toMatchObject(result);
});

test.each([
  ["https://fcm.googleapis.com/fcm/send/abc", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/abc", true],
  ["https://web.push.apple.com/abc", true],
  ["https://wns2-by3p.notify.windows.com/w/?token=abc", true],
  ["http://fcm.googleapis.com/fcm/send/abc", false],
  ["https://fcm.googleapis.com:8443/abc", false],
  ["https://fcm.googleapis.com.evil.example/abc", false],
  ["https://evilpush.apple.com.example/abc", false],
  ["https://notfcm.googleapis.com/abc", false],
  ["https://127.0.0.1/abc", false],
  ["http://169.254.169.254/latest/meta-data", false],
  ["https://[::1]/abc", false],
  ["file:///etc/passwd", false],
  ["", false],
])("may the site post to %s? %s", async (endpoint, may) => {
  expect(sender.mayPostTo(endpoint)).toBe(may);
});

test("nothing is sent to an address that is no push service", async () => {
  const { p256dh, auth } = peer.subscribe("phone", sender.publicKey);
  const elsewhere = pushSender({ secret: randomBytes(32) });
  const subscription = { endpoint: `${peer.baseUrl}/push/phone`, p256dh, auth };
  expect(await elsewhere.send(subscription, MESSAGE)).toMatchObject({ code: "permanent" });
  expect(peer.arrivals).toEqual([]);
});

test("keys must be a point of the curve and sixteen bytes", () => {
  const { p256dh, auth } = peer.subscribe("phone", sender.publicKey);
  expect(arePushKeys({ p256dh, auth })).toBe(true);
  expect(arePushKeys({ p256dh: p256dh.slice(4), auth })).toBe(false);
  expect(arePushKeys({ p256dh: Buffer.alloc(65, 4).toString("base64url"), auth })).toBe(false);
  expect(arePushKeys({ p256dh, auth: "AAAA" })).toBe(false);
});
