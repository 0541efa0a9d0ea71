import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { importJWK, jwtVerify } from "jose";
import { startHttpPeer } from "#platform/outgoing/http-peer.fixture.ts";
import type { PushSubscription } from "./push.server.ts";

/** A push message as the browser decrypted it, and what its service saw. */
type Arrival = {
  browser: string;
  payload: unknown;
  topic: string;
  urgency: string;
  subject: string;
};

/**
 * A push service and the browsers behind it, by RFC 8030, 8188, 8291 and 8292: it verifies the
 * signature as a service does, and decrypts with the browser's keys as the browser does.
 */
export async function startPushPeer() {
  const browsers = new Map<string, Browser>();
  const arrivals: Arrival[] = [];
  let status: number | null = null;
  const peer = await startHttpPeer(async (request, response) => {
    const answer = (code: number) => void response.writeHead(code).end();
    const name = /^\/push\/(.+)$/.exec(request.url ?? "")?.[1] ?? "";
    const body = await buffer(request);
    if (status !== null) return answer(status);
    const browser = browsers.get(name);
    if (!browser) return answer(410);
    const { headers } = request;
    const subject = await verify(headers.authorization ?? "", browser.serverKey, peer.baseUrl);
    if (subject === null) return answer(403);
    if (headers["content-encoding"] !== "aes128gcm" || !/^\d+$/.test(String(headers["ttl"])))
      return answer(400);
    const payload: unknown = JSON.parse(decrypt(body, browser));
    const [topic, urgency] = [String(headers["topic"]), String(headers["urgency"])];
    if (!/^[\w-]{1,32}$/.test(topic)) return answer(400);
    arrivals.push({ browser: name, payload, topic, urgency, subject });
    response.writeHead(201, { location: `${peer.baseUrl}/message/${arrivals.length}` }).end();
  });
  return {
    ...peer,
    arrivals,
    /** A browser that subscribes with the site's key. */
    subscribe(name: string, serverKey: string): PushSubscription {
      const pair = createECDH("prime256v1");
      const p256dh = pair.generateKeys().toString("base64url");
      const auth = randomBytes(16).toString("base64url");
      browsers.set(name, { serverKey, pair, auth });
      return { endpoint: `${peer.baseUrl}/push/${name}`, p256dh, auth };
    },
    /** The person turned it off in the browser: the service answers 410. */
    unsubscribe(name: string) {
      browsers.delete(name);
    },
    /** From now on every message is answered with this; null: the service works again. */
    answerWith(code: number | null) {
      status = code;
    },
  };
}

type Browser = { serverKey: string; pair: ReturnType<typeof createECDH>; auth: string };

/** Returns the contact of a sender whose signature is right, for this service and this key. */
async function verify(header: string, serverKey: string, origin: string): Promise<string | null> {
  const [, token = "", key] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(header) ?? [];
  if (key !== serverKey) return null;
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) =>
    each.toString("base64url"),
  );
  const publicKey = await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256");
  const { payload } = await jwtVerify(token, publicKey, {
    audience: origin,
    maxTokenAge: undefined,
  });
  const isShort = (payload.exp ?? Infinity) * 1000 - Date.now() <= 24 * 60 * 60_000;
  return isShort && payload.sub?.startsWith("mailto:") ? payload.sub : null;
}

function decrypt(body: Buffer, { pair, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > body.readUInt32BE(16)) throw new Error("The record is too long.");
  const derive = (secret: Buffer, by: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, by, info, bytes));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const secret = derive(pair.computeSecret(sender), Buffer.from(auth, "base64url"), info, 32);
  const cipher = createDecipheriv(
    "aes-128-gcm",
    derive(secret, salt, "Content-Encoding: aes128gcm\0", 16),
    derive(secret, salt, "Content-Encoding: nonce\0", 12),
  );
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  return padded.subarray(0, end).toString("utf8");
}
