import { resolve, dirname, extname } from "node:path";
import { s3Storage, parseS3Url } from "./s3-storage.server.ts";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { isStorageKey } from "./media-address.ts";

/**
 * The storage of uploaded files. A key is `folder/name.ext` of lower-case letters, digits and
 * dashes, made by the site and never by a visitor. The content under a key never changes, so that
 * caches may store it.
 */
export interface FileStorage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null if there is no such file. */
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | null>;
  /** Does nothing if there is no such file. */
  delete(key: string): Promise<void>;
}

/** A storage that can also list its files, for a backup. */
export interface FolderStorage extends FileStorage {
  list(): AsyncIterable<string>;
}

let current: FileStorage | undefined;

/**
 * Called at boot. Uploaded files are stored in the bucket of S3_URL or, without one, in
 * DATA_DIR/media.
 */
export function startStorage(env: {
  DATA_DIR: string;
  S3_URL?: string;
}): { ok: true } | { ok: false; detail: string } {
  if (!env.S3_URL) {
    current = uploadsFolder(env);
    return { ok: true };
  }
  const read = parseS3Url(env.S3_URL);
  if (!read.ok) return { ok: false, detail: `S3_URL is not right: ${read.detail}.` };
  current = s3Storage(read.settings);
  return { ok: true };
}

/**
 * Called at boot, before any other process uses DATA_DIR: the unfinished files of a running process
 * must not be removed.
 */
export async function tidyStorage(env: { DATA_DIR: string; S3_URL?: string }): Promise<void> {
  if (!env.S3_URL) await removeUnfinished(resolve(env.DATA_DIR, "media"));
}

export function uploadsFolder({ DATA_DIR }: { DATA_DIR: string }): FolderStorage {
  return folderStorage(resolve(DATA_DIR, "media"));
}

export function storage(): FileStorage {
  if (!current) throw new Error("The storage was used before boot.");
  return current;
}

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".sealed": "application/octet-stream",
  }),
);

const UNFINISHED = ".part";

/** Removes the files that a killed process left half written. */
export async function removeUnfinished(directory: string): Promise<void> {
  for (const folder of await readFolder(directory)) {
    for (const name of await readFolder(resolve(directory, folder))) {
      if (name.endsWith(UNFINISHED)) await rm(resolve(directory, folder, name), { force: true });
    }
  }
}

/** Stores files in a folder of this machine. A file is complete or does not exist. */
export function folderStorage(directory: string): FolderStorage {
  const toPath = (key: string) => {
    if (!isStorageKey(key)) throw new Error("A storage key was not made by us.");
    return resolve(directory, key);
  };
  return {
    async put(key, bytes) {
      const path = toPath(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = `${path}.${crypto.randomUUID()}${UNFINISHED}`;
      try {
        await writeThrough(unfinished, bytes);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(key) {
      const contentType = CONTENT_TYPES.get(extname(key));
      if (!contentType) return null;
      const bytes = await readFile(toPath(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      return bytes && { bytes, contentType };
    },
    async delete(key) {
      await rm(toPath(key), { force: true });
    },
    async *list() {
      for (const folder of await readFolder(directory)) {
        for (const name of await readFolder(resolve(directory, folder))) {
          const key = `${folder}/${name}`;
          if (isStorageKey(key)) yield key;
        }
      }
    },
  };
}

async function readFolder(path: string): Promise<string[]> {
  return readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
}

/**
 * Syncs the file to the disk before it gets its name, so that after a power cut no name refers to
 * half a file.
 */
async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  // Readable only by the site's own account: a photo may show a plate, a home or a face.
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
