import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ILLUSTRATION_VERSION } from "#packages/car-illustration/picture-address";

/** Finished pictures on disk, in one folder for each version of the drawings. */
interface PictureFolder {
  has(fileName: string): Promise<boolean>;
  read(fileName: string): Promise<Buffer | undefined>;
  /** Stores a picture, unless the folder is full. A reader never sees half a file. */
  store(fileName: string, bytes: Uint8Array): Promise<"kept" | "full">;
}

const VERSION_FOLDER = `v${ILLUSTRATION_VERSION}`;
const UNFINISHED = ".unfinished";
/** A newer unfinished file may belong to another process that is still writing it. */
const LEFT_BEHIND_AFTER_MS = 60_000;
/**
 * Other processes write here too. The folder is measured again each time that this share of the
 * maximum was added.
 */
const MEASURED_EVERY = 1 / 16;

/**
 * Opens the folder. Removes pictures of other versions and unfinished files of killed processes.
 */
export async function openPictureFolder(
  directory: string,
  maxBytes: number,
): Promise<PictureFolder> {
  const folder = join(directory, VERSION_FOLDER);
  await mkdir(folder, { recursive: true });
  await removeOtherVersions(directory);
  let storedBytes = await tidyAndMeasure(folder);
  let addedBytes = 0;
  return {
    has: (fileName) => exists(join(folder, fileName)),
    read: (fileName) => readIfThere(join(folder, fileName)),
    store: async (fileName, bytes) => {
      if (addedBytes > maxBytes * MEASURED_EVERY) {
        addedBytes = 0;
        storedBytes = await tidyAndMeasure(folder);
      }
      if (storedBytes + bytes.length > maxBytes) return "full";
      storedBytes += bytes.length;
      addedBytes += bytes.length;
      const unfinished = join(folder, `${randomUUID()}${UNFINISHED}`);
      try {
        await writeFile(unfinished, bytes);
        await rename(unfinished, join(folder, fileName));
      } catch (error) {
        storedBytes -= bytes.length;
        await rm(unfinished, { force: true });
        throw error;
      }
      return "kept";
    },
  };
}

async function removeOtherVersions(directory: string): Promise<void> {
  const names = await readdir(directory);
  const old = names.filter((name) => /^v\d+$/.test(name) && name !== VERSION_FOLDER);
  await Promise.all(old.map((name) => rm(join(directory, name), { recursive: true, force: true })));
}

async function tidyAndMeasure(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    const isLeftBehind =
      name.endsWith(UNFINISHED) && Date.now() - (found?.mtimeMs ?? 0) > LEFT_BEHIND_AFTER_MS;
    if (isLeftBehind) await rm(path, { force: true });
    else bytes += found?.size ?? 0;
  }
  return bytes;
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
    throw thrown;
  }
}
