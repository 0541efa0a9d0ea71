import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from "node:crypto";

/** What a browser made for one subscription (W3C Push API, `PushSubscription`), base64url. */
export type PushKeys = {
  /** Its public key on P-256, uncompressed. */
  p256dh: string;
  /** A secret that the push service does not know. */
  auth: string;
};

const CURVE = "prime256v1";
const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;
/** Larger than any payload: it is one record. */
const RECORD_BYTES = 4096;
/** Ends the last record (RFC 8188 §2). */
const LAST = Buffer.from([2]);

type Chosen = { salt: Buffer; privateKey: Buffer };

/**
 * Encrypts a payload for one browser by RFC 8291, in one record of `aes128gcm` (RFC 8188), so that
 * the push service in between cannot read it. `chosen` is for the standard's own example.
 */
export function encryptPush(
  payload: string,
  keys: PushKeys,
  chosen?: Chosen,
): Uint8Array<ArrayBuffer> {
  const [receiver, auth] = [keys.p256dh, keys.auth].map((key) => Buffer.from(key, "base64url"));
  if (!receiver || !auth) throw new Error("A subscription has no keys.");
  const sender = createECDH(CURVE);
  if (chosen) sender.setPrivateKey(chosen.privateKey);
  else sender.generateKeys();
  const senderKey = sender.getPublicKey();
  const salt = chosen?.salt ?? randomBytes(16);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, senderKey]);
  const secret = derive(sender.computeSecret(receiver), { salt: auth, info, bytes: 32 });
  const key = derive(secret, { salt, info: "Content-Encoding: aes128gcm\0", bytes: 16 });
  const nonce = derive(secret, { salt, info: "Content-Encoding: nonce\0", bytes: 12 });
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(PUBLIC_KEY_BYTES, 4);
  return Buffer.concat([
    salt,
    header,
    senderKey,
    cipher.update(payload, "utf8"),
    cipher.update(LAST),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function derive(
  secret: Buffer,
  { salt, info, bytes }: { salt: Buffer; info: Buffer | string; bytes: number },
): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}

/** Whether something can be encrypted with these keys: the point must be on the curve. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== PUBLIC_KEY_BYTES) return false;
  if (Buffer.from(auth, "base64url").length !== AUTH_BYTES) return false;
  try {
    ECDH.convertKey(point, CURVE);
    return true;
  } catch {
    return false;
  }
}
