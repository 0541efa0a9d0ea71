import { resolve } from "node:path";
import { folderStorage } from "./folder-storage.server.ts";

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

/** Boot: uploaded files lie in DATA_DIR/media. */
export function startStorage(env: { DATA_DIR: string }): void {
  current = folderStorage(resolve(env.DATA_DIR, "media"));
}

export function storage(): FileStorage {
  if (!current) throw new Error("The storage was used before boot.");
  return current;
}
