import { randomBytes } from "node:crypto";

export const KEY_BYTES = 32;

export type VaultKey = { id: string; secret: Buffer };

/** What a key file holds. Older keys stay, so that what they wrapped can still be opened. */
export type VaultKeys = {
  /** Wraps new data keys. */
  active: VaultKey;
  /** Every key by id, the active one among them. */
  byId: ReadonlyMap<string, VaultKey>;
  /** For HMACs. It outlives the rotation of the others, or every cookie and hash would break. */
  macSecret: Buffer;
};

export function createVaultKeys(): VaultKeys {
  const active = createKey();
  return { active, byId: new Map([[active.id, active]]), macSecret: randomBytes(KEY_BYTES) };
}

/** A new key becomes the active one. Write the keys back before anything is sealed with it. */
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

/** Reads what `writeVaultKeys` wrote; `undefined` for anything else. */
export function readVaultKeys(text: string): VaultKeys | undefined {
  const file = parseObject(text);
  if (file?.version !== 1 || !Array.isArray(file.keys)) return undefined;
  const byId = new Map<string, VaultKey>();
  for (const entry of file.keys as unknown[]) {
    if (typeof entry !== "object" || entry === null) return undefined;
    const { id, secret } = entry as Record<string, unknown>;
    const bytes = readSecret(secret);
    if (typeof id !== "string" || !/^[0-9a-f]{16}$/.test(id) || !bytes) return undefined;
    byId.set(id, { id, secret: bytes });
  }
  const active = byId.get(String(file.activeKeyId));
  const macSecret = readSecret(file.macSecret);
  return active && macSecret ? { active, byId, macSecret } : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function readSecret(value: unknown): Buffer | undefined {
  const bytes = typeof value === "string" ? Buffer.from(value, "base64") : undefined;
  return bytes?.length === KEY_BYTES ? bytes : undefined;
}
