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
import { KEY_BYTES, type KeyFileResult, loadOrCreateKeyFile } from "./key-file.server.ts";
import { fileKeyWrapper, type KeyWrapper } from "./key-wrapper.server.ts";
import { resolve } from "node:path";
import type { Env } from "#platform/env/env.server.ts";
import { createMac, type Mac } from "./mac.server.ts";

/**
 * `tampered`: altered bytes, or bytes of another row or column; the two cannot be distinguished.
 * `unknown_key`: the key file no longer contains the key.
 */
export type OpenFault = "malformed" | "unknown_version" | "unknown_key" | "tampered";

type OpenResult = { ok: true; plaintext: string } | { ok: false; code: OpenFault };
type RewrapResult = { ok: true; bytes: Buffer } | { ok: false; code: OpenFault };

/**
 * Encrypts what must not be readable with the database alone: SIN, licence number, birth date,
 * drafts.
 */
export interface Vault {
  seal(plaintext: string, context: SealedContext): Promise<Buffer>;
  open(bytes: Buffer, context: SealedContext): Promise<OpenResult>;
  /** Wraps the data key with the active key; the content stays as it is and is not decrypted. */
  rewrap(bytes: Buffer, context: SealedContext): Promise<RewrapResult>;
  /** Whether a key that is no longer active wraps this value. */
  needsRewrap(bytes: Buffer): Promise<boolean>;
}

/** AES-256-GCM, with one data key for each sealed value, wrapped by `keys`. */
export function createVault(keys: KeyWrapper): Vault {
  async function unwrap(bytes: Buffer, context: SealedContext) {
    const envelope = readEnvelope(bytes);
    if (typeof envelope === "string") return { ok: false, code: envelope } as const;
    const { keyId, wrappedKey } = envelope;
    const dataKey = await keys.unwrap(keyId, wrappedKey, bindTo("data key", context));
    if (dataKey === "unknown_key") return { ok: false, code: "unknown_key" } as const;
    if (dataKey?.length !== KEY_BYTES) return { ok: false, code: "tampered" } as const;
    return { ok: true, envelope, dataKey } as const;
  }

  return {
    async seal(plaintext, context) {
      const dataKey = randomBytes(KEY_BYTES);
      const content = encrypt(dataKey, pad(plaintext), bindTo("content", context));
      const { keyId, wrapped } = await keys.wrap(dataKey, bindTo("data key", context));
      return writeEnvelope({ keyId, wrappedKey: wrapped, content });
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
      const { keyId, wrapped } = await keys.wrap(unwrapped.dataKey, bindTo("data key", context));
      const envelope = { ...unwrapped.envelope, keyId, wrappedKey: wrapped };
      return { ok: true, bytes: writeEnvelope(envelope) };
    },

    async needsRewrap(bytes) {
      const envelope = readEnvelope(bytes);
      return typeof envelope === "object" && envelope.keyId !== (await keys.activeKeyId());
    },
  };
}

/**
 * Whether two sealed values are the same sealed content. The data key may have been wrapped again
 * in between, which changes the bytes but not the content.
 */
export function isSameSealing(one: Buffer, other: Buffer): boolean {
  const [a, b] = [readEnvelope(one), readEnvelope(other)];
  if (typeof a === "string" || typeof b === "string") return one.equals(other);
  return a.content.equals(b.content);
}

/** The vault and the MAC of this process, with the keys of KEY_FILE. */
let current: { vault: Vault; mac: Mac } | undefined;

/**
 * Reads the keys. The demo stores them in DATA_DIR/keys, created at the first start. Otherwise
 * KEY_FILE must name a file outside DATA_DIR, so that a backup of the data does not contain it.
 */
export async function loadKeys(
  env: KeySettings,
  /** A command that runs beside the site creates none: keys other than the site's would do harm. */
  { mayCreate = env.DEMO }: { mayCreate?: boolean } = {},
): Promise<KeyFileResult> {
  return loadOrCreateKeyFile(keyFilePath(env), {
    production: !mayCreate,
    ...(env.DEMO ? {} : { dataFolder: resolve(env.DATA_DIR) }),
  });
}

type KeySettings = Pick<Env, "KEY_FILE" | "DATA_DIR" | "DEMO">;

export function keyFilePath({ KEY_FILE, DATA_DIR }: KeySettings): string {
  return resolve(KEY_FILE ?? resolve(DATA_DIR, "keys", "vault.json"));
}

export async function startVault(
  env: KeySettings,
  options: { mayCreate?: boolean } = {},
): Promise<Extract<KeyFileResult, { ok: false }> | { ok: true }> {
  const loaded = await loadKeys(env, options);
  if (!loaded.ok) return loaded;
  const vault = reportFaults(createVault(fileKeyWrapper(keyFilePath(env), loaded.keys)));
  current = { vault, mac: createMac(loaded.keys) };
  return { ok: true };
}

export type VaultFault = { context: SealedContext; code: OpenFault };

let faultListener: (fault: VaultFault) => void = () => {};

/**
 * Boot sets the listener for every sealed value that could not be opened. A shredded record is not
 * a fault.
 */
export function onVaultFault(listener: (fault: VaultFault) => void): void {
  faultListener = listener;
}

export function reportVaultFault(fault: VaultFault): void {
  faultListener(fault);
}

function reportFaults(vault: Vault): Vault {
  return {
    ...vault,
    async open(bytes, context) {
      const opened = await vault.open(bytes, context);
      if (!opened.ok) faultListener({ context, code: opened.code });
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
