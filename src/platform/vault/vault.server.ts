import { randomBytes } from "node:crypto";
import {
  decrypt,
  encrypt,
  bindTo,
  readEnvelope,
  writeEnvelope,
  type SealedContext,
  pad,
  unpad,
} from "./envelope.server.ts";
import {
  KEY_BYTES,
  type VaultKeys,
  type KeyFileResult,
  loadOrCreateKeyFile,
} from "./key-file.server.ts";
import { resolve } from "node:path";
import type { Env } from "#platform/env/env.server.ts";
import { createMac, type Mac } from "./mac.server.ts";

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

/**
 * Wraps data keys with a key that it keeps to itself. A key management service takes this place
 * by answering the same three questions over the network, hence the promises.
 */
export interface KeyWrapper {
  /** Names the key that wraps now, at most 255 bytes. */
  readonly activeKeyId: string;
  /** With the active key. `boundTo` must be given again to unwrap (a KMS: encryption context). */
  wrap(dataKey: Buffer, boundTo: Buffer): Promise<Buffer>;
  /** `undefined` for altered bytes and for another `boundTo`; `"unknown_key"` for a key gone. */
  unwrap(
    keyId: string,
    wrapped: Buffer,
    boundTo: Buffer,
  ): Promise<Buffer | undefined | "unknown_key">;
}

/** The key-encryption keys of a key file, in this process's memory. */
export function localKeyWrapper({ active, byId }: VaultKeys): KeyWrapper {
  return {
    activeKeyId: active.id,
    async wrap(dataKey, boundTo) {
      return encrypt(active.secret, dataKey, boundTo);
    },
    async unwrap(keyId, wrapped, boundTo) {
      const key = byId.get(keyId);
      return key ? decrypt(key.secret, wrapped, boundTo) : "unknown_key";
    },
  };
}

/** The vault and the MAC of this process, with the keys of KEY_FILE. */
let current: { vault: Vault; mac: Mac } | undefined;

/**
 * Reads the keys. The demo keeps them in DATA_DIR/keys, made at the first start; otherwise KEY_FILE
 * must name a file outside DATA_DIR, which a backup of the data would not carry along.
 */
export async function startVault(
  env: Pick<Env, "KEY_FILE" | "DATA_DIR" | "DEMO">,
  /** A command beside the site makes none: with other keys than the site's it would do harm. */
  { mayCreate = env.DEMO }: { mayCreate?: boolean } = {},
): Promise<Extract<KeyFileResult, { ok: false }> | { ok: true }> {
  const ownFolder = resolve(env.DATA_DIR, "keys", "vault.json");
  const loaded = await loadOrCreateKeyFile(env.KEY_FILE ?? ownFolder, {
    production: !mayCreate,
    ...(env.DEMO ? {} : { dataFolder: resolve(env.DATA_DIR) }),
  });
  if (!loaded.ok) return loaded;
  const vault = tellFaults(createVault(localKeyWrapper(loaded.keys)));
  current = { vault, mac: createMac(loaded.keys) };
  return { ok: true };
}

export type VaultFault = { context: SealedContext; code: Exclude<OpenFault, "shredded"> };

let tell: (fault: VaultFault) => void = () => {};

/** Boot says who is told of every sealed value that could not be opened; a shredded one is no fault. */
export function onVaultFault(listener: (fault: VaultFault) => void): void {
  tell = listener;
}

function tellFaults(vault: Vault): Vault {
  return {
    ...vault,
    async open(bytes, context) {
      const opened = await vault.open(bytes, context);
      if (!opened.ok && opened.code !== "shredded") tell({ context, code: opened.code });
      return opened;
    },
  };
}

export function vault(): Vault {
  return started().vault;
}

export function mac(): Mac {
  return started().mac;
}

function started() {
  if (!current) throw new Error("The vault was used before boot.");
  return current;
}
