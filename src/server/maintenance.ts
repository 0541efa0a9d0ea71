// What an operator does beside the site: `npm run audit:verify`, and whatever joins COMMANDS.
import { resolve } from "node:path";
import { acquireDataDirectoryLock } from "../../bin/data-directory-lock.mjs";
import {
  describeAuditFault,
  formatAuditHead,
  parseAuditHead,
  verifyAudit,
} from "#domain/audit/verify-audit.server.ts";
import {
  closeDatabase,
  connectDatabase,
  type Database,
  migrateDatabase,
} from "#platform/database/database.server.ts";
import { findOwnPostgres, startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { type Env, readEnv } from "#platform/env/env.server.ts";
import { loadOrCreateKeyFile } from "#platform/vault/key-file.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";

/** A command's exit code: 0 where all is well, 1 where something was found, 2 for a wrong call. */
type Command = (parameters: readonly string[]) => Promise<0 | 1 | 2>;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["audit:verify", verifyRecords],
  ["keys:create", createKeys],
]);

/** A reason not to go on that is the operator's to mend; its message is one plain sentence. */
class Refusal extends Error {}

const [name = "", ...parameters] = process.argv.slice(2);
try {
  const command = COMMANDS.get(name);
  if (!command)
    throw new Refusal(`There is no ${name}; there is ${[...COMMANDS.keys()].join(", ")}.`);
  process.exitCode = await command(parameters);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
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
  const env = environment();
  await openVault(env);
  const check = await withDatabase(env, (database) => verifyAudit(database, head));
  for (const fault of check.faults) console.error(describeAuditFault(fault));
  if (check.faults.length > 0) return 1;
  console.log(
    check.head
      ? `${check.count} records, and each follows the one before it. Keep this head outside the database; a later check then tells whether records were cut off at the end:\n${formatAuditHead(check.head)}`
      : "There is no record yet.",
  );
  return 0;
}

/** Makes the keys of a site that has none yet, in KEY_FILE; those that are there stay. */
async function createKeys() {
  const { KEY_FILE, DATA_DIR } = environment();
  if (!KEY_FILE) throw new Refusal("KEY_FILE must name the file that the keys shall lie in.");
  const keys = await loadOrCreateKeyFile(KEY_FILE, { production: false, dataFolder: DATA_DIR });
  if (!keys.ok) throw new Refusal(keys.detail);
  console.log(
    keys.created
      ? `The keys lie in ${KEY_FILE}. Back them up apart from the data: without them, what is sealed stays so.`
      : `There are keys in ${KEY_FILE} already; they stay.`,
  );
  return 0 as const;
}

function environment(): Env {
  const read = readEnv(process.env);
  if (!read.ok) throw new Refusal(read.problems.join("\n"));
  return read.env;
}

async function openVault(env: Env): Promise<void> {
  const keys = await startVault(env, { mayCreate: false });
  if (!keys.ok) throw new Refusal(keys.detail);
}

/** Works on the site's database, beside the site where it runs. */
async function withDatabase<Result>(
  env: Env,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = resolve(env.DATA_DIR);
  const running = env.DATABASE_URL ?? (await findOwnPostgres(dataDirectory));
  const own = running === undefined ? await startForOneself(dataDirectory) : undefined;
  try {
    const url = running ?? own?.url ?? "";
    if (own) await migrateDatabase(url, resolve("drizzle"));
    return await work(connectDatabase(url, { maxConnections: 4 }));
  } finally {
    await closeDatabase();
    await own?.stop();
  }
}

async function startForOneself(dataDirectory: string) {
  const lock = acquireDataDirectoryLock(dataDirectory);
  if (!lock.ok) throw new Refusal(lock.message);
  return startOwnPostgres({ dataDirectory, log: console.log });
}
