import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";
import { KEY_BYTES, type VaultKeys } from "./key-file.server.ts";

/** HMAC-SHA-256, base64url, with a separate key for each purpose. */
export interface Mac {
  /** For values that a reader of the table must not learn: one-time codes, visitor cookies. */
  hmac(purpose: string, value: string): string;
  /** Compares in constant time. */
  hmacMatches(purpose: string, value: string, mac: string): boolean;
}

/** Keys are derived with HKDF (RFC 5869), so that a hash of one purpose is invalid for another. */
export function createMac({ macSecret }: Pick<VaultKeys, "macSecret">): Mac {
  const keyByPurpose = new Map<string, KeyObject>();
  const keyFor = (purpose: string) => {
    const known = keyByPurpose.get(purpose);
    if (known) return known;
    const derived = hkdfSync("sha256", macSecret, "", `hmac ${purpose}`, KEY_BYTES);
    // With bytes, Node would make a key for every hash, which takes five times as long as hashing.
    const key = createSecretKey(Buffer.from(derived));
    keyByPurpose.set(purpose, key);
    return key;
  };
  const digest = (purpose: string, value: string) =>
    createHmac("sha256", keyFor(purpose)).update(value, "utf8").digest();

  return {
    hmac: (purpose, value) => digest(purpose, value).toString("base64url"),
    hmacMatches(purpose, value, mac) {
      const expected = digest(purpose, value);
      const input = Buffer.from(mac, "base64url");
      return input.length === expected.length && timingSafeEqual(input, expected);
    },
  };
}
