// What an operator does beside the site: the commands that bin/maintain.mjs starts (package.json).
import { formatAuditHead, parseAuditHead } from "#domain/audit/audit.ts";
import { describeAuditFault, verifyAudit } from "#domain/audit/verify-audit.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Env } from "#platform/env/env.server.ts";
import {
  loadOrCreateKeyFile,
  replaceKeyFile,
  rotateVaultKeys,
} from "#platform/vault/key-file.server.ts";
import { countSealed, rewrapUntilDone } from "#platform/vault/rotate-keys.server.ts";
import { keyFilePath, loadKeys, vault } from "#platform/vault/vault.server.ts";
import { recordAct } from "#domain/audit/record-audit.server.ts";
import { backUp, restore } from "./backup-commands.ts";
import { examineConfiguration } from "./doctor.ts";
import { openVault, readEnvironment, withDatabase } from "./operator-tools.ts";
import { explainFailure, Refusal } from "./refusal.ts";
import { assignRole } from "./role.ts";
import { AUDIT_YEARS } from "#values/retention.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

/** A command's exit code: 0 where all is well, 1 where something was found, 2 for a wrong call. */
type Command = (parameters: readonly string[]) => Promise<0 | 1 | 2>;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["audit:verify", verifyRecords],
  ["keys:create", createKeys],
  ["key:new", addKey],
  ["key:rotate", rotateKeys],
  ["key:check", checkKeys],
  ["backup", backUp],
  ["restore", restore],
  ["doctor", examine],
  ["role", assignRole],
]);

const [name = "", ...parameters] = process.argv.slice(2);
try {
  const command = COMMANDS.get(name);
  if (!command)
    throw new Refusal(`There is no ${name}; there is ${[...COMMANDS.keys()].join(", ")}.`);
  process.exitCode = await command(parameters);
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 2;
}

/**
 * Checks the audit log. With a head that was noted earlier (`npm run audit:verify -- 1204:…`) also
 * that the log still reaches it: an end that was cut off leaves no other trace.
 */
async function verifyRecords([noted]: readonly string[]) {
  const head = noted === undefined ? undefined : parseAuditHead(noted);
  if (head === null) {
    console.error(
      "Usage: npm run audit:verify [-- HEAD], where HEAD is what an earlier run printed.",
    );
    return 2;
  }
  const env = readEnvironment();
  await openVault(env);
  const check = await withDatabase(env, (database) => verifyAudit(database, head));
  for (const fault of check.faults) console.error(describeAuditFault(fault));
  if (check.faults.length > 0) return 1;
  if (check.forgotten > 0) {
    console.log(
      `The oldest ${check.forgotten} records were deleted after ${AUDIT_YEARS} years; the log begins after them.`,
    );
  }
  console.log(
    check.head
      ? `${check.count} records, and each follows the one before it. Keep this head outside the database; a later check then tells whether records were cut off at the end:\n${formatAuditHead(check.head)}`
      : "There is no record yet.",
  );
  return 0;
}

/** Makes the keys of a site that has none yet, in KEY_FILE; those that are there stay. */
async function createKeys() {
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

/** Adds a key, with which a running site wraps whatever it seals from the next second on. */
async function addKey() {
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
 * Wraps every data key with the newest key, while the site runs; stopped, it goes on where it was.
 * With --destroy-old it then takes the older keys out of the file, and with them whatever they alone
 * open: what an old backup of the database holds.
 */
async function rotateKeys([option]: readonly string[]) {
  if (option !== undefined && option !== "--destroy-old") {
    console.error("Usage: npm run key:rotate [-- --destroy-old]");
    return 2;
  }
  const env = readEnvironment();
  await openVault(env);
  return withDatabase(env, async (database) => {
    const { rewrapped, faults } = await rewrapUntilDone(database, SEALED_COLUMNS, vault());
    await recordKeyAct("keys_rotated", null);
    console.log(`${rewrapped} values are wrapped with the newest key.`);
    if (faults > 0) console.error(`${faults} values did not open and stay as they are.`);
    if (option === undefined) return faults > 0 ? 1 : 0;
    return destroyOldKeys(env, database);
  });
}

async function destroyOldKeys(env: Env, database: Database) {
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
  await replaceKeyFile(keyFilePath(env), {
    active,
    macSecret,
    byId: new Map([[active.id, active]]),
  });
  await recordKeyAct("keys_forgotten", null);
  console.log(
    "The older keys are gone from the key file. Destroy its backups too: with one of them, an old backup of the database opens again.",
  );
  return 0;
}

/** Says which key wraps how much, and whether every data key comes out. */
async function checkKeys() {
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

/** Says in sentences what is missing, unsafe or unusual before people are served. */
async function examine() {
  const env = readEnvironment();
  if (env.DEMO) {
    console.log(
      "This starts the demonstration: everybody knows its passwords and can read its mail. For real visitors, set DEMO=0; the findings below are about that.\n",
    );
  }
  const findings = await examineConfiguration(env);
  const titles = { unsafe: "Unsafe", missing: "Missing", unusual: "Unusual" } as const;
  for (const { kind, text, line } of findings) {
    console.log(`${titles[kind]}: ${text}\n    ${line}\n`);
  }
  if (findings.length === 0) console.log("Nothing is missing, unsafe or unusual.");
  return findings.some(({ kind }) => kind === "unsafe") ? 1 : 0;
}
