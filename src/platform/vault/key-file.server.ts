import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, chown, link, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { z } from "zod";
import { basename, dirname, join, relative, resolve, isAbsolute } from "node:path";

export const KEY_BYTES = 32;

type VaultKey = { id: string; secret: Buffer };

/**
 * The content of a key file. Older keys stay, so that values that they wrapped can still be opened.
 */
export type VaultKeys = {
  /** Wraps new data keys. */
  active: VaultKey;
  /** Every key by id, the active one among them. */
  byId: ReadonlyMap<string, VaultKey>;
  /**
   * For HMACs. A rotation does not change it, because every cookie and hash would become invalid.
   */
  macSecret: Buffer;
};

export function createVaultKeys(): VaultKeys {
  const active = createKey();
  return { active, byId: new Map([[active.id, active]]), macSecret: randomBytes(KEY_BYTES) };
}

/**
 * Adds a new key, which becomes the active one. Write the key file before anything is sealed with
 * it.
 */
export function rotateVaultKeys(keys: VaultKeys): VaultKeys {
  const active = createKey();
  return { ...keys, active, byId: new Map([...keys.byId, [active.id, active]]) };
}

function createKey(): VaultKey {
  return { id: randomBytes(8).toString("hex"), secret: randomBytes(KEY_BYTES) };
}

export function writeVaultKeys({ active, byId, macSecret }: VaultKeys): string {
  const keys = [...byId.values()].map(({ id, secret }) => ({
    id,
    secret: secret.toString("base64"),
  }));
  const file = {
    version: 1,
    activeKeyId: active.id,
    keys,
    macSecret: macSecret.toString("base64"),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

const secretKey = z
  .base64()
  .transform((text) => Buffer.from(text, "base64"))
  .refine((bytes) => bytes.length === KEY_BYTES);

/** The JSON of a key file. */
const keyFile = z.object({
  version: z.literal(1),
  activeKeyId: z.string(),
  keys: z.array(z.object({ id: z.string().regex(/^[0-9a-f]{16}$/), secret: secretKey })),
  macSecret: secretKey,
});

/** Reads what `writeVaultKeys` wrote; `undefined` for anything else. */
function readVaultKeys(text: string): VaultKeys | undefined {
  const file = keyFile.safeParse(parseJson(text));
  if (!file.success) return undefined;
  const byId = new Map(file.data.keys.map((key) => [key.id, key]));
  const active = byId.get(file.data.activeKeyId);
  return active && { active, byId, macSecret: file.data.macSecret };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type KeyFileResult =
  | { ok: true; keys: VaultKeys; created: boolean }
  | {
      ok: false;
      code:
        | "missing"
        | "inside_data_folder"
        | "open_to_others"
        | "not_permitted"
        | "unreadable"
        | "not_writable";
      /** For the person who starts the server. Contains the file's path, never its content. */
      detail: string;
      /** The command that puts it right, if one does. */
      remedy?: string;
    };

type KeyFileOptions = {
  /**
   * In production a missing file stops the start: a new one could open nothing that was sealed
   * before.
   */
  production: boolean;
  /**
   * The key file must be outside this folder. Otherwise the keys would be lost, stolen and backed
   * up together with the data that they open.
   */
  dataFolder?: string;
};

const OWNER_ONLY = 0o600;
/**
 * The group may read, for a mounted secret. Others have no access, and only the owner may write.
 */
const OPEN_TO_OTHERS = 0o027;

/** Reads the key file, and creates it at the first start in development and in the demo. */
export async function loadOrCreateKeyFile(
  path: string,
  { production, dataFolder }: KeyFileOptions,
): Promise<KeyFileResult> {
  const file = resolve(path);
  if (dataFolder !== undefined && (await isInside(file, resolve(dataFolder)))) {
    return refuse("inside_data_folder", `The key file ${file} must lie outside ${dataFolder}.`);
  }
  const existing = await readKeyFile(file);
  if (existing.ok || existing.code !== "missing" || production) return existing;
  try {
    const created = await createFile(file, writeVaultKeys(createVaultKeys()));
    // Read again, because another process may have created it first.
    const loaded = await readKeyFile(file);
    return loaded.ok ? { ...loaded, created } : loaded;
  } catch (thrown) {
    return refuse("not_writable", `The key file ${file} cannot be written (${errorCode(thrown)}).`);
  }
}

/**
 * Replaces a key file atomically, for a rotation: after a crash it is either the old one or the
 * new. Owner and mode stay the same, so that a site that runs as another account does not lose its
 * keys.
 */
export async function replaceKeyFile(path: string, keys: VaultKeys): Promise<void> {
  const file = await realpath(resolve(path));
  const { mode, uid, gid } = await stat(file);
  const draft = await writeDraft(file, writeVaultKeys(keys));
  const made = await stat(draft);
  if (made.uid !== uid || made.gid !== gid) await chown(draft, uid, gid);
  await chmod(draft, mode & 0o777);
  await rename(draft, file);
}

export async function readKeyFile(file: string): Promise<KeyFileResult> {
  try {
    const handle = await open(file, constants.O_RDONLY);
    try {
      const { mode } = await handle.stat();
      if (isOpenToOthers(mode)) {
        return {
          ...refuse("open_to_others", `The key file ${file} is open to others: chmod 600 it.`),
          remedy: `chmod 600 ${file}`,
        };
      }
      const keys = readVaultKeys(await handle.readFile("utf8"));
      return keys
        ? { ok: true, keys, created: false }
        : refuse("unreadable", `${file} is not a key file, or it is damaged.`);
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    switch (errorCode(thrown)) {
      case "ENOENT":
        return {
          ...refuse("missing", `The key file ${file} is missing: set KEY_FILE, or restore it.`),
          remedy: `KEY_FILE=${file} npm run keys:create`,
        };
      case "EACCES":
      case "EPERM":
        return refuseUnpermitted(file);
      default:
        return refuse("unreadable", `The key file ${file} cannot be read (${errorCode(thrown)}).`);
    }
  }
}

/** Says as whom it was tried and whose the file is, as far as this account may see that. */
async function refuseUnpermitted(file: string): Promise<KeyFileResult> {
  const { username } = userInfo();
  const found = await stat(file).catch(() => null);
  const owner = found
    ? `it belongs to account ${found.uid} with mode ${(found.mode & 0o777).toString(8)}`
    : `a folder above it is closed to that account`;
  return {
    ...refuse("not_permitted", `The key file ${file} cannot be read as ${username}: ${owner}.`),
    remedy: found ? `chown ${username} ${file}` : `chown ${username} ${dirname(file)}`,
  };
}

/** Windows has no such modes and reports every file as open. */
export function isOpenToOthers(mode: number): boolean {
  return process.platform !== "win32" && (mode & OPEN_TO_OTHERS) !== 0;
}

/**
 * A hard link to the finished file never overwrites: of two first starts one wins. Returns false
 * for the other.
 */
async function createFile(file: string, content: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = await writeDraft(file, content);
  try {
    await link(draft, file);
    return true;
  } catch (thrown) {
    if (errorCode(thrown) === "EEXIST") return false;
    throw thrown;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDraft(file: string, content: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const handle = await open(draft, "wx", OWNER_ONLY);
  try {
    await handle.writeFile(content);
    // On the disk before anything is sealed with it: sealed rows must not exist without their key.
    await handle.sync();
  } finally {
    await handle.close();
  }
  return draft;
}

async function isInside(file: string, folder: string): Promise<boolean> {
  const path = relative(await realFolder(folder), await realFolder(file));
  return path === "" || (!path.startsWith("..") && !isAbsolute(path));
}

/**
 * The real path of a folder that may not exist yet: symbolic links are resolved in the part that
 * exists.
 */
async function realFolder(path: string): Promise<string> {
  if (await stat(path).catch(() => undefined)) return realpath(path);
  const parent = dirname(path);
  return parent === path ? path : join(await realFolder(parent), basename(path));
}

function refuse(
  code: Extract<KeyFileResult, { ok: false }>["code"],
  detail: string,
): Extract<KeyFileResult, { ok: false }> {
  return { ok: false, code, detail };
}

function errorCode(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "unknown";
}
