// Shared by the operator's commands (maintenance.ts, backup-commands.ts): access to the database,
// also while the site runs.
import { resolve } from "node:path";
import { acquireDataDirectoryLock } from "../../bin/data-directory-lock.mjs";
import {
  closeDatabase,
  connectDatabase,
  type Database,
  migrateDatabase,
} from "#platform/database/database.server.ts";
import { findPrimary } from "#platform/database/find-primary.server.ts";
import { findOwnPostgres, startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { type Env, readEnv } from "#platform/env/env.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";
import { Refusal } from "./refusal.ts";

export function readEnvironment(): Env {
  const read = readEnv(process.env);
  if (!read.ok) throw new Refusal(read.problems.join("\n"));
  return read.env;
}

export async function openVault(env: Env): Promise<void> {
  const keys = await startVault(env, { mayCreate: false });
  if (!keys.ok) throw new Refusal(keys.detail);
}

/** Runs `work` on the site's database, also while the site runs. */
export async function withDatabase<Result>(
  env: Env,
  work: (database: Database, url: string) => Promise<Result>,
): Promise<Result> {
  return withServer(env, async (url, startedHere) => {
    if (startedHere) await migrateDatabase(url, resolve("drizzle"));
    try {
      return await work(connectDatabase(url, { maxConnections: 4 }), url);
    } finally {
      await closeDatabase();
    }
  });
}

/**
 * Calls `work` with the database address of its owner role. Starts the embedded server if it is not
 * running.
 */
export async function withServer<Result>(
  env: Env,
  work: (url: string, startedHere: boolean) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = resolve(env.DATA_DIR);
  const input = env.MIGRATE_DATABASE_URL ?? env.DATABASE_URL;
  const running = input ? await findPrimary(input) : await findOwnPostgres(dataDirectory);
  if (running !== undefined) return work(running, false);
  const own = await startForOneself(dataDirectory);
  try {
    return await work(own.url, true);
  } finally {
    await own.stop();
  }
}

async function startForOneself(dataDirectory: string) {
  const lock = acquireDataDirectoryLock(dataDirectory);
  if (!lock.ok) throw new Refusal(lock.message);
  return startOwnPostgres({ dataDirectory, log: console.log });
}
