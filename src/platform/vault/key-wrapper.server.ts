import { stat } from "node:fs/promises";
import { decrypt, encrypt } from "./envelope.server.ts";
import { readKeyFile, type VaultKeys } from "./key-file.server.ts";

/**
 * Wraps data keys with a key that it keeps to itself. A key management service takes this place
 * by answering the same three questions over the network, hence the promises.
 */
export interface KeyWrapper {
  /** Names the key that wraps now, at most 255 bytes. */
  activeKeyId(): Promise<string>;
  /** With the active key. `boundTo` must be given again to unwrap (a KMS: encryption context). */
  wrap(dataKey: Buffer, boundTo: Buffer): Promise<{ keyId: string; wrapped: Buffer }>;
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

/** So long after the key file changed, a running site has taken its keys over. */
export const KEYS_TAKEN_OVER_MS = 1_000;

/**
 * The keys of a file that may change while the site runs: a key that was added wraps from then on, and
 * one that is met before it was read is looked for at once.
 */
export function fileKeyWrapper(path: string, keys: VaultKeys): KeyWrapper {
  let wrapper = localKeyWrapper(keys);
  let lookedAt = Number.NEGATIVE_INFINITY;
  let seen = "";
  async function refresh({ atOnce }: { atOnce: boolean }): Promise<void> {
    // The clock that never jumps: a shifted one must not keep old keys in use.
    const at = performance.now();
    if (!atOnce && at - lookedAt < KEYS_TAKEN_OVER_MS) return;
    lookedAt = at;
    const file = await stat(path).catch(() => undefined);
    const mark = file ? `${file.ino} ${file.mtimeMs} ${file.size}` : "";
    if (mark === seen) return;
    const read = await readKeyFile(path);
    // A file that is gone or half restored takes nothing from a site that has its keys.
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
