import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Env } from "#platform/env/env.server.ts";
import { isOpenToOthers } from "#platform/vault/key-file.server.ts";
import { loadKeys } from "#platform/vault/vault.server.ts";
import { type BackupKey, readBackupKey } from "./sealed-stream.server.ts";

type KeySettings = Pick<Env, "BACKUP_KEY_FILE" | "KEY_FILE" | "DATA_DIR" | "DEMO">;

/** `detail` is one sentence for the operator. It contains nothing of a key. */
export type BackupKeyResult = { ok: true; key: BackupKey } | { ok: false; detail: string };

/**
 * The key that encrypts new backups: the one in BACKUP_KEY_FILE, otherwise the secret of the site's
 * key file.
 */
export function loadBackupKey(env: KeySettings): Promise<BackupKeyResult> {
  return findBackupKey(env, env.BACKUP_KEY_FILE ? "own" : "site");
}

/** The key of the given kind; an older backup may have been made with another kind. */
export async function findBackupKey(
  env: KeySettings,
  kind: BackupKey["kind"],
): Promise<BackupKeyResult> {
  if (kind === "site") {
    const keys = await loadKeys(env, { mayCreate: false });
    return keys.ok
      ? { ok: true, key: { kind, secret: keys.keys.macSecret } }
      : { ok: false, detail: `The site's own key is the key of this backup. ${keys.detail}` };
  }
  const file = env.BACKUP_KEY_FILE;
  if (!file) {
    return {
      ok: false,
      detail: "The backup has a key of its own: BACKUP_KEY_FILE must name that key's file.",
    };
  }
  return readOwnKey(file);
}

async function readOwnKey(file: string): Promise<BackupKeyResult> {
  const handle = await open(file).catch(() => null);
  if (!handle) {
    return { ok: false, detail: `BACKUP_KEY_FILE names ${file}, which cannot be read.` };
  }
  try {
    const { mode } = await handle.stat();
    if (isOpenToOthers(mode)) {
      return { ok: false, detail: `The key file ${file} is open to others: chmod 600 it.` };
    }
    const secret = readBackupKey(await handle.readFile("utf8"));
    if (secret) return { ok: true, key: { kind: "own", secret } };
    return {
      ok: false,
      detail: `${file} holds no key for backups: 32 random bytes in base64, as openssl rand -base64 32 writes them.`,
    };
  } finally {
    await handle.close();
  }
}

/** A mark that distinguishes backup keys and reveals nothing about them. */
export function markBackupKey({ kind, secret }: BackupKey): string {
  const digest = createHash("sha256").update("backup key mark").update(kind).update(secret);
  return digest.digest("hex").slice(0, 16);
}
