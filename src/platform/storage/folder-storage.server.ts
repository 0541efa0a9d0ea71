import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { isStorageKey } from "./media-address.ts";
import type { FileStorage } from "./storage.server.ts";

const CONTENT_TYPES: Record<string, string> = {
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".jpg": "image/jpeg",
};

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
      await writeThrough(unfinished, bytes);
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

/** Onto the disk before it gets its name: after a power cut no name stands for half a file. */
async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
