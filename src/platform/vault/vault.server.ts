import { randomBytes } from "node:crypto";
import { decrypt, encrypt } from "./aes-gcm.server.ts";
import { bindTo, readEnvelope, writeEnvelope, type SealedContext } from "./envelope.ts";
import type { KeyWrapper } from "./key-wrapper.server.ts";
import { pad, unpad } from "./padding.ts";
import { KEY_BYTES } from "./vault-keys.server.ts";

export type { SealedContext } from "./envelope.ts";

/**
 * `tampered`: altered bytes, or bytes of another row or column, which look the same from here.
 * `unknown_key`: the key file does not hold the key any more. `shredded`: made unreadable for good.
 */
export type OpenFault = "malformed" | "unknown_version" | "unknown_key" | "tampered" | "shredded";

export type OpenResult = { ok: true; plaintext: string } | { ok: false; code: OpenFault };
export type RewrapResult = { ok: true; bytes: Buffer } | { ok: false; code: OpenFault };

/** Keeps what must not be read from the database alone: SIN, licence number, birth date, drafts. */
export interface Vault {
  seal(plaintext: string, context: SealedContext): Promise<Buffer>;
  open(bytes: Buffer, context: SealedContext): Promise<OpenResult>;
  /** Wraps the data key with the active key; the content stays as it is and is not decrypted. */
  rewrap(bytes: Buffer, context: SealedContext): Promise<RewrapResult>;
  /** Whether a key that is no longer active wraps this value. */
  needsRewrap(bytes: Buffer): boolean;
}

/** AES-256-GCM, one data key a sealed value, wrapped by `keys`. */
export function createVault(keys: KeyWrapper): Vault {
  async function unwrap(bytes: Buffer, context: SealedContext) {
    const envelope = readEnvelope(bytes);
    if (typeof envelope === "string") return { ok: false, code: envelope } as const;
    const { keyId, wrappedKey } = envelope;
    if (wrappedKey.length === 0) return { ok: false, code: "shredded" } as const;
    const dataKey = await keys.unwrap(keyId, wrappedKey, bindTo("data key", context));
    if (dataKey === "unknown_key") return { ok: false, code: "unknown_key" } as const;
    if (dataKey?.length !== KEY_BYTES) return { ok: false, code: "tampered" } as const;
    return { ok: true, envelope, dataKey } as const;
  }

  return {
    async seal(plaintext, context) {
      const dataKey = randomBytes(KEY_BYTES);
      const content = encrypt(dataKey, pad(plaintext), bindTo("content", context));
      const wrappedKey = await keys.wrap(dataKey, bindTo("data key", context));
      return writeEnvelope({ keyId: keys.activeKeyId, wrappedKey, content });
    },

    async open(bytes, context) {
      const unwrapped = await unwrap(bytes, context);
      if (!unwrapped.ok) return unwrapped;
      const { dataKey, envelope } = unwrapped;
      const padded = decrypt(dataKey, envelope.content, bindTo("content", context));
      return padded ? { ok: true, plaintext: unpad(padded) } : { ok: false, code: "tampered" };
    },

    async rewrap(bytes, context) {
      const unwrapped = await unwrap(bytes, context);
      if (!unwrapped.ok) return unwrapped;
      const wrappedKey = await keys.wrap(unwrapped.dataKey, bindTo("data key", context));
      const envelope = { ...unwrapped.envelope, keyId: keys.activeKeyId, wrappedKey };
      return { ok: true, bytes: writeEnvelope(envelope) };
    },

    needsRewrap(bytes) {
      const envelope = readEnvelope(bytes);
      return typeof envelope === "object" && envelope.keyId !== keys.activeKeyId;
    },
  };
}

/** The same value without its wrapped key: nobody can open it again, whoever holds the keys. */
export function shred(bytes: Buffer): Buffer {
  const envelope = readEnvelope(bytes);
  if (typeof envelope === "string") return Buffer.alloc(0);
  return writeEnvelope({ ...envelope, wrappedKey: Buffer.alloc(0) });
}
