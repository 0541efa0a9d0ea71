// What the operator's commands (maintenance.ts, backup-commands.ts) share: the way to the database
// beside the site, and refusals in a sentence.
import { resolve } from "node:path";
import pg from "pg";
import { acquireDataDirectoryLock } from "../../bin/data-directory-lock.mjs";
import {
  closeDatabase,
  connectDatabase,
  type Database,
  migrateDatabase,
} from "#platform/database/database.server.ts";
import {
  findOwnPostgres,
  OwnPostgresRefusal,
  startOwnPostgres,
} from "#platform/database/own-postgres.server.ts";
import { type Env, readEnv } from "#platform/env/env.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";

/** A reason not to go on that is the operator's to mend; its message is one plain sentence. */
export class Refusal extends Error {}

/**
 * Why a command ended, in a sentence where it is the operator's to mend: a database or a disk that
 * does not let us.
 * @throws whatever else it was
 */
export function explainFailure(error: unknown): string {
  if (error instanceof Refusal || error instanceof OwnPostgresRefusal) return error.message;
  if (error instanceof pg.DatabaseError && MENDABLE_STATES.test(error.code ?? "")) {
    const hint =
      error.code === NO_PERMISSION
        ? " MIGRATE_DATABASE_URL names the role that owns the tables."
        : "";
    return `The database refused: ${error.message}.${hint}`;
  }
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    if (NETWORK_CODES.has(error.code)) return `The database does not answer (${error.code}).`;
    if (FILE_CODES.has(error.code)) return `A file could not be read or written: ${error.message}.`;
  }
  throw error;
}

/** Connection, sign-in, unknown database, permission, resources and shutdown (PostgreSQL, Appendix A). */
const MENDABLE_STATES = /^(08|28|3D|42501|53|57P)/;
const NO_PERMISSION = "42501";
const NETWORK_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
]);
const FILE_CODES: ReadonlySet<string> = new Set([
  "EACCES",
  "EDQUOT",
  "EIO",
  "EISDIR",
  "ENOENT",
  "ENOSPC",
  "ENOTDIR",
  "EPERM",
  "EROFS",
]);

export function readEnvironment(): Env {
  const read = readEnv(process.env);
  if (!read.ok) throw new Refusal(read.problems.join("\n"));
  return read.env;
}

export async function openVault(env: Env): Promise<void> {
  const keys = await startVault(env, { mayCreate: false });
  if (!keys.ok) throw new Refusal(keys.detail);
}

/** Works on the site's database, beside the site where it runs. */
export async function withDatabase<Result>(
  env: Env,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withServer(env, async (url, startedHere) => {
    if (startedHere) await migrateDatabase(url, resolve("drizzle"));
    try {
      return await work(connectDatabase(url, { maxConnections: 4 }));
    } finally {
      await closeDatabase();
    }
  });
}

/** Gives the address of the site's database as its owner, whose server it starts where none runs. */
export async function withServer<Result>(
  env: Env,
  work: (url: string, startedHere: boolean) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = resolve(env.DATA_DIR);
  const running =
    env.MIGRATE_DATABASE_URL ?? env.DATABASE_URL ?? (await findOwnPostgres(dataDirectory));
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
