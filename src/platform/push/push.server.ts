import { createECDH, createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import { httpCall } from "#platform/outgoing/http-call.server.ts";
import { sendFailure, type SendFailure } from "#platform/outgoing/send-result.ts";
import { encryptPush, type PushKeys } from "./encrypt-push.server.ts";

export type PushSubscription = PushKeys & {
  /** The address at the browser's push service. */
  endpoint: string;
};

/** `gone`: the browser ended the subscription, and nothing can ever be sent to it again. */
export type PushResult = { ok: true } | SendFailure | { ok: false; code: "gone" };

type PushMessage = {
  /** What the service worker reads. Encrypted for the browser. */
  payload: string;
  /** At most 32 characters: of two messages with one topic, a service that still holds both shows one. */
  topic: string;
  /** Who is asked if the push service has a question: an address of e-mail. */
  contact: string;
};

export interface PushSender {
  /** The key that browsers subscribe with, and that push services know us by, base64url. */
  publicKey: string;
  /** Whether it is the address of a push service: the site posts to no other. */
  mayPostTo: (endpoint: string) => boolean;
  send(subscription: PushSubscription, message: PushMessage): Promise<PushResult>;
}

/** The push services of Chrome, Edge, Firefox and Safari, and those below them. */
const SERVICES = [
  "fcm.googleapis.com",
  "jmt17.google.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "notify.windows.com",
];

/** How long the service keeps a message for a browser that is closed. */
const KEPT_SECONDS = 24 * 60 * 60;
/** RFC 8292 allows a day at most. */
const SIGNED_FOR = "12h";

/**
 * Sends to browsers through their push services (RFC 8030), signed by VAPID (RFC 8292). 404 and 410
 * say that the subscription is gone. Other 4xx are `permanent`; 429, 5xx and no response in time
 * are `temporary`; 401 is `not_configured`.
 */
export function pushSender({
  secret,
  services = [],
  timeoutMs = 3_000,
}: {
  /** 32 secret bytes, which the key is made from. */
  secret: Buffer;
  /** The origins of further push services. */
  services?: readonly string[];
  timeoutMs?: number;
}): PushSender {
  const { publicKey, privateKey } = makeKey(secret);

  function mayPostTo(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, hostname, origin, port } = new URL(endpoint);
    if (services.includes(origin)) return true;
    return (
      protocol === "https:" &&
      port === "" &&
      SERVICES.some((service) => hostname === service || hostname.endsWith(`.${service}`))
    );
  }

  return {
    publicKey,
    mayPostTo,
    async send({ endpoint, ...keys }, { payload, topic, contact }) {
      if (!mayPostTo(endpoint)) return sendFailure("permanent", "Not a push service.");
      const url = new URL(endpoint);
      const token = await new SignJWT()
        .setProtectedHeader({ typ: "JWT", alg: "ES256" })
        .setAudience(url.origin)
        .setExpirationTime(SIGNED_FOR)
        .setSubject(`mailto:${contact}`)
        .sign(privateKey);
      const response = await httpCall({
        url,
        method: "POST",
        headers: {
          authorization: `vapid t=${token}, k=${publicKey}`,
          "content-type": "application/octet-stream",
          "content-encoding": "aes128gcm",
          ttl: String(KEPT_SECONDS),
          urgency: "high",
          topic,
        },
        body: encryptPush(payload, keys),
        timeoutMs,
      });
      if (!response.ok) return sendFailure("temporary", `${url.host}: ${response.detail}`);
      return readStatus(response.status, url.host);
    },
  };
}

function readStatus(status: number, host: string): PushResult {
  if (status >= 200 && status < 300) return { ok: true };
  if (status === 404 || status === 410) return { ok: false, code: "gone" };
  const detail = `${host}: HTTP ${status}`;
  if (status === 401) return sendFailure("not_configured", detail);
  const isPermanent = status < 500 && status !== 408 && status !== 429;
  return sendFailure(isPermanent ? "permanent" : "temporary", detail);
}

function makeKey(secret: Buffer) {
  const scalar = Buffer.from(secret);
  // Below the order of P-256, as a private key must be.
  scalar.writeUInt8(scalar.readUInt8(0) & 0x7f, 0);
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const write = (bytes: Buffer) => bytes.toString("base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(write);
  const key = { kty: "EC", crv: "P-256", d: write(scalar), x, y };
  return { publicKey: write(point), privateKey: createPrivateKey({ key, format: "jwk" }) };
}
