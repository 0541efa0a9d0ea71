import { decrypt, encrypt } from "./aes-gcm.server.ts";
import type { VaultKeys } from "./vault-keys.server.ts";

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
