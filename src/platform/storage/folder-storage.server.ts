import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { isStorageKey } from "./media-address.ts";
import type { FileStorage } from "./storage.server.ts";

const CONTENT_TYPES: Record<string, string> = { ".webp": "image/webp", ".jpg": "image/jpeg" };

/** Files in a folder of this machine. A file is there whole or not at all. */
export function folderStorage(directory: string): FileStorage {
  const pathOf = (key: string) => {
    if (!isStorageKey(key)) throw new Error("A storage key was not made by us.");
    return resolve(directory, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const unfinished = `${path}.${crypto.randomUUID()}.part`;
      await writeFile(unfinished, bytes);
      await rename(unfinished, path);
    },
    async get(key) {
      const contentType = CONTENT_TYPES[extname(key)];
      if (!contentType) return null;
      const bytes = await readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      return bytes && { bytes, contentType };
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
