import { resolve } from "node:path";
import type { Env } from "#platform/env/env.server.ts";
import { type KeyFileResult, loadOrCreateKeyFile } from "./key-file.server.ts";
import { localKeyWrapper } from "./key-wrapper.server.ts";
import { createMac, type Mac } from "./mac.server.ts";
import { createVault, type Vault } from "./vault.server.ts";

/** The vault and the MAC of this process, with the keys of KEY_FILE. */
let current: { vault: Vault; mac: Mac } | undefined;

/**
 * Reads the keys. The demo keeps them in DATA_DIR/keys, made at the first start; otherwise KEY_FILE
 * must name a file outside DATA_DIR, which a backup of the data would not carry along.
 */
export async function startVault(
  env: Pick<Env, "KEY_FILE" | "DATA_DIR" | "DEMO">,
): Promise<Extract<KeyFileResult, { ok: false }> | { ok: true }> {
  const ownFolder = resolve(env.DATA_DIR, "keys", "vault.json");
  const loaded = await loadOrCreateKeyFile(env.KEY_FILE ?? ownFolder, {
    production: !env.DEMO,
    ...(env.DEMO ? {} : { dataFolder: resolve(env.DATA_DIR) }),
  });
  if (!loaded.ok) return loaded;
  current = { vault: createVault(localKeyWrapper(loaded.keys)), mac: createMac(loaded.keys) };
  return { ok: true };
}

export function vault(): Vault {
  return started().vault;
}

export function mac(): Mac {
  return started().mac;
}

function started() {
  if (!current) throw new Error("The vault was used before boot.");
  return current;
}
