import { stat } from "node:fs/promises";
import { decrypt, encrypt } from "./envelope.server.ts";
import { readKeyFile, type VaultKeys } from "./key-file.server.ts";

/**
 * Wraps data keys with a key that it does not reveal. A key management service (KMS) could
 * implement this interface over the network, which is why the functions return promises.
 */
export interface KeyWrapper {
  /** The id of the key that wraps now, at most 255 bytes. */
  activeKeyId(): Promise<string>;
  /** Wraps with the active key. Unwrapping needs the same `boundTo` (a KMS: encryption context). */
  wrap(dataKey: Buffer, boundTo: Buffer): Promise<{ keyId: string; wrapped: Buffer }>;
  /**
   * `undefined` for altered bytes or another `boundTo`; `"unknown_key"` if the key no longer
   * exists.
   */
  unwrap(
    keyId: string,
    wrapped: Buffer,
    boundTo: Buffer,
  ): Promise<Buffer | undefined | "unknown_key">;
}

/** The key-encryption keys of a key file, in this process's memory. */
export function localKeyWrapper({ active, byId }: VaultKeys): KeyWrapper {
  return {
    async activeKeyId() {
      return active.id;
    },
    async wrap(dataKey, boundTo) {
      return { keyId: active.id, wrapped: encrypt(active.secret, dataKey, boundTo) };
    },
    async unwrap(keyId, wrapped, boundTo) {
      const key = byId.get(keyId);
      return key ? decrypt(key.secret, wrapped, boundTo) : "unknown_key";
    },
  };
}

/** After this time, a running site uses the changed key file. */
export const KEYS_TAKEN_OVER_MS = 1_000;

/**
 * The keys of a file that may change while the site runs. A key that was added wraps from then on.
 * If a value has an unknown key, the file is read again at once.
 */
export function fileKeyWrapper(path: string, keys: VaultKeys): KeyWrapper {
  let wrapper = localKeyWrapper(keys);
  let lookedAt = Number.NEGATIVE_INFINITY;
  let seen = "";
  async function refresh({ atOnce }: { atOnce: boolean }): Promise<void> {
    // The monotonic clock: a change of the system time must not keep old keys in use.
    const at = performance.now();
    if (!atOnce && at - lookedAt < KEYS_TAKEN_OVER_MS) return;
    lookedAt = at;
    const file = await stat(path).catch(() => undefined);
    const mark = file ? `${file.ino} ${file.mtimeMs} ${file.size}` : "";
    if (mark === seen) return;
    const read = await readKeyFile(path);
    // If the file is missing or half restored, the running site continues with the keys that it
    // has.
    if (!read.ok) return;
    seen = mark;
    wrapper = localKeyWrapper(read.keys);
  }
  return {
    async activeKeyId() {
      await refresh({ atOnce: false });
      return wrapper.activeKeyId();
    },
    async wrap(dataKey, boundTo) {
      await refresh({ atOnce: false });
      return wrapper.wrap(dataKey, boundTo);
    },
    async unwrap(keyId, wrapped, boundTo) {
      const unwrapped = await wrapper.unwrap(keyId, wrapped, boundTo);
      if (unwrapped !== "unknown_key") return unwrapped;
      await refresh({ atOnce: true });
      return wrapper.unwrap(keyId, wrapped, boundTo);
    },
  };
}
