import { resolve } from "node:path";
import { folderStorage } from "./folder-storage.server.ts";
import { s3Storage } from "./s3-storage.server.ts";
import { parseS3Url } from "./s3-url.ts";

/**
 * Where uploaded files lie. A key is `folder/name.ext` of lower-case letters, digits and dashes, made
 * by us and never by a visitor; what lies under it never changes, so that caches may keep it.
 */
export interface FileStorage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** null where there is no such file. */
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | null>;
  /** Nothing to delete is no fault. */
  delete(key: string): Promise<void>;
}

let current: FileStorage | undefined;

/** Boot: uploaded files lie in the bucket that S3_URL names, else in DATA_DIR/media. */
export function startStorage(env: {
  DATA_DIR: string;
  S3_URL?: string;
}): { ok: true } | { ok: false; detail: string } {
  if (!env.S3_URL) {
    current = folderStorage(resolve(env.DATA_DIR, "media"));
    return { ok: true };
  }
  const read = parseS3Url(env.S3_URL);
  if (!read.ok) return { ok: false, detail: `S3_URL is not right: ${read.detail}.` };
  current = s3Storage(read.settings);
  return { ok: true };
}

export function storage(): FileStorage {
  if (!current) throw new Error("The storage was used before boot.");
  return current;
}
