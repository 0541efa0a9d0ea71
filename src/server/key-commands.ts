// `npm run keys:create`, `key:new`, `key:rotate` and `key:check`.
import { resolve } from "node:path";
import { recordAct } from "#domain/audit/record-audit.server.ts";
import { describeRunFault } from "#domain/backup/fault-words.ts";
import { inBackupTurn, runBackup } from "#domain/backup/run-backup.server.ts";
import { prepareProofDatabase } from "#platform/backup/prove-backup.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Env } from "#platform/env/env.server.ts";
import {
  loadOrCreateKeyFile,
  replaceKeyFile,
  rotateVaultKeys,
} from "#platform/vault/key-file.server.ts";
import { countSealed, rewrapUntilDone } from "#platform/vault/rotate-keys.server.ts";
import { keyFilePath, loadKeys, vault } from "#platform/vault/vault.server.ts";
import { openVault, readEnvironment, withDatabase } from "./operator-tools.ts";
import { Refusal } from "./refusal.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

/** Creates the keys of a site that has none yet, in KEY_FILE; existing keys stay. */
export async function createKeys() {
  const { KEY_FILE, DATA_DIR } = readEnvironment();
  if (!KEY_FILE) throw new Refusal("KEY_FILE must name the file to keep the keys in.");
  const keys = await loadOrCreateKeyFile(KEY_FILE, { production: false, dataFolder: DATA_DIR });
  if (!keys.ok) throw new Refusal(keys.detail);
  console.log(
    keys.created
      ? `The keys are in ${KEY_FILE}. Back them up apart from the data: without them, sealed answers can't be opened.`
      : `${KEY_FILE} already holds keys; nothing was changed.`,
  );
  return 0 as const;
}

/** Adds a key. From the next second a running site wraps with it what it seals. */
export async function addKey() {
  const env = readEnvironment();
  const keys = await loadKeys(env, { mayCreate: false });
  if (!keys.ok && keys.code === "missing") return createKeys();
  if (!keys.ok) throw new Refusal(keys.detail);
  const added = rotateVaultKeys(keys.keys);
  await replaceKeyFile(keyFilePath(env), added);
  await openVault(env);
  await withDatabase(env, () => recordKeyAct("key_added", added.active.id));
  console.log(
    `Key ${added.active.id} wraps what is sealed from now on. Back the key file up, then run npm run key:rotate.`,
  );
  return 0 as const;
}

/**
 * Wraps every data key with the newest key, while the site runs; if it was stopped, it continues
 * where it was. With --destroy-old it then removes the older keys from the file. What only they can
 * open is then lost: the sealed values in old backups of the database.
 */
export async function rotateKeys([option]: readonly string[]) {
  if (option !== undefined && option !== "--destroy-old") {
    console.error("Usage: npm run key:rotate [-- --destroy-old]");
    return 2;
  }
  const env = readEnvironment();
  await openVault(env);
  return withDatabase(env, async (database, url) => {
    const { rewrapped, faults } = await rewrapUntilDone(database, SEALED_COLUMNS, vault());
    await recordKeyAct("keys_rotated", null);
    console.log(`${rewrapped} values are wrapped with the newest key.`);
    if (faults > 0) console.error(`${faults} values did not open and stay as they are.`);
    if (option === undefined) return faults > 0 ? 1 : 0;
    return destroyOldKeys(env, database, url);
  });
}

/**
 * The older keys are removed only after a backup was opened without them: every earlier backup
 * needs the records' keys beside this one.
 */
async function destroyOldKeys(env: Env, database: Database, url: string) {
  const keys = await loadKeys(env, { mayCreate: false });
  if (!keys.ok) throw new Refusal(keys.detail);
  const { active, macSecret } = keys.keys;
  const counts = await countSealed(database, SEALED_COLUMNS, vault());
  const stillNeeded = counts.flatMap(({ byKey }) =>
    [...byKey.keys()].filter((id) => id !== active.id),
  );
  if (stillNeeded.length > 0) {
    console.error(
      "Older keys still wrap something: none was destroyed. npm run key:check says what.",
    );
    return 1;
  }
  const backup = await backUpForDestruction(env, url, active.id);
  await replaceKeyFile(keyFilePath(env), {
    active,
    macSecret,
    byId: new Map([[active.id, active]]),
  });
  await recordKeyAct("keys_forgotten", null);
  console.log(
    `${backup} was made and restored on trial with the newest key alone; its folder's record-keys.backup now opens the older backups beside it. Backups elsewhere need a copy of that file: put it over theirs.`,
  );
  console.log(
    "The older keys are gone from the key file. Destroy its backups too: with one of them, an old backup of the database opens again.",
  );
  return 0;
}

/**
 * @throws {Refusal} if no backup could be made that needs only the newest key. Then no key is
 * destroyed.
 */
async function backUpForDestruction(env: Env, url: string, activeId: string): Promise<string> {
  await prepareProofDatabase({ owner: url, site: url });
  const job = { env, url, migrationsFolder: resolve("drizzle"), sealedColumns: SEALED_COLUMNS };
  const run = await inBackupTurn(url, () => runBackup(job));
  if (run === "busy") {
    throw new Refusal(
      "The site is making a backup just now: no key was destroyed. Run the command again in a few minutes.",
    );
  }
  if (run.state !== "proved" || run.keyIds?.some((id) => id !== activeId)) {
    throw new Refusal(
      `No key was destroyed, because no backup could be made and opened with the newest key: ${describeRunFault(run, "en")}`,
    );
  }
  return `${run.location}/${run.name}`;
}

/** Prints how many values each key wraps, and whether every data key can be unwrapped. */
export async function checkKeys() {
  const env = readEnvironment();
  await openVault(env);
  const keys = await loadKeys(env, { mayCreate: false });
  if (!keys.ok) throw new Refusal(keys.detail);
  const { active, byId } = keys.keys;
  const counts = await withDatabase(env, (database) =>
    countSealed(database, SEALED_COLUMNS, vault()),
  );
  let faultCount = 0;
  const needed = new Set<string>();
  for (const { table, column, byKey, faults } of counts) {
    const parts = [...byKey].map(([id, count]) => `${count} with ${describeKey(id, active.id)}`);
    console.log(`${table}.${column}: ${parts.join(", ") || "nothing"}`);
    for (const id of byKey.keys()) needed.add(id);
    for (const [code, count] of faults) {
      console.error(`${table}.${column}: ${count} do not open (${code}).`);
      faultCount += count;
    }
  }
  const idle = [...byId.keys()].filter((id) => id !== active.id && !needed.has(id));
  if (idle.length > 0) {
    console.log(
      `${idle.length} older keys wrap nothing any more; npm run key:rotate -- --destroy-old takes them away.`,
    );
  }
  return faultCount > 0 ? 1 : 0;
}

function describeKey(id: string, activeId: string): string {
  return id === activeId ? `the newest key ${id}` : `key ${id}`;
}

function recordKeyAct(action: "key_added" | "keys_rotated" | "keys_forgotten", id: string | null) {
  const on = id === null ? null : ({ kind: "key", id } as const);
  return recordAct({ by: { kind: "operator", accountId: null }, action, on });
}
