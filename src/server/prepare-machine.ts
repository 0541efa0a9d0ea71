import { resolve } from "node:path";
import { recordRefusal } from "#domain/audit/record-audit.server.ts";
import type { EmbeddedPostgres } from "#packages/embedded-postgres";
import { readBackupSettings } from "#platform/backup/backup-settings.server.ts";
import { prepareProofDatabase } from "#platform/backup/prove-backup.server.ts";
import {
  findPrimary,
  followPrimary,
  type FollowedDatabase,
} from "#platform/database/find-primary.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import {
  addressesOnOwnServer,
  prepareDatabase,
} from "#platform/database/prepare-database.server.ts";
import { type Env, setEnv } from "#platform/env/env.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { startDiskWatch } from "#platform/storage/disk-space.server.ts";
import { tidyStorage } from "#platform/storage/storage.server.ts";
import { onVaultFault, startVault, type VaultFault } from "#platform/vault/vault.server.ts";
import type { Openings } from "./openings.ts";
import { Refusal } from "./refusal.ts";

/** Prepares keys, folders, and a database with the current tables. */
export async function prepareMachine(
  env: Env,
  projectRoot: string,
  opened: Openings,
  connections?: number,
): Promise<{ followed: FollowedDatabase; own: EmbeddedPostgres | undefined }> {
  await openKeys(env, opened);
  await tidyStorage(env);
  const { DATABASE_URL, MIGRATE_DATABASE_URL } = env;
  if (DATABASE_URL !== undefined) {
    const followed = await followPrimary(DATABASE_URL);
    const site = followed.address();
    const owner = MIGRATE_DATABASE_URL ? await findPrimary(MIGRATE_DATABASE_URL) : site;
    await prepareDatabase({ site, owner }, resolve(projectRoot, "drizzle"));
    await prepareProofs(env, { site, owner });
    dropOwnerAddress(env);
    return { followed, own: undefined };
  }
  const own = await startOwnDatabase(env, connections);
  opened.superviseServer(own);
  const addresses = addressesOnOwnServer(own.url);
  await prepareDatabase(addresses, resolve(projectRoot, "drizzle"));
  await prepareProofs(env, addresses);
  dropOwnerAddress(env);
  // Read again each time: the server has another address after a restart.
  return { followed: { address: () => addressesOnOwnServer(own.url).site }, own };
}

/**
 * Prepares the database in which backups are restored as a test. Without it the site serves, but
 * its backups are reported as not proved.
 */
async function prepareProofs(env: Env, addresses: { owner: string; site: string }): Promise<void> {
  if (readBackupSettings(env).mode === "off") return;
  await prepareProofDatabase(addresses).catch((error: unknown) =>
    log.warn("there is no database to prove backups in", { error: loggableError(error) }),
  );
}

export async function openKeys(env: Env, opened: Openings): Promise<void> {
  setEnv(env);
  const keys = await startVault(env);
  if (!keys.ok) throw new Refusal(keys.detail);
  onVaultFault(recordVaultFault);
  const warningMb = env.DISK_WARNING_MB;
  opened.undo(await startDiskWatch(resolve(env.DATA_DIR), { warningMb }));
}

/** Not awaited: the value may be in a transaction that holds the last connection. */
function recordVaultFault({ context, code }: VaultFault): void {
  const { table, column, recordId } = context;
  log.error("a sealed value did not open", { code });
  const on = { kind: "sealed_value", id: `${table}.${column} ${recordId}` } as const;
  void recordRefusal({ action: "vault_fault", on, outcome: "failed" });
}

/**
 * The owner role, which may change the audit records, prepares the database and is not needed
 * again: neither the site nor its child processes keep its address.
 */
function dropOwnerAddress({ MIGRATE_DATABASE_URL: _owner, ...env }: Env): void {
  setEnv(env);
  delete process.env["MIGRATE_DATABASE_URL"];
  delete process.env["MIGRATE_DATABASE_URL_FILE"];
}

function startOwnDatabase(env: Env, connections?: number): Promise<EmbeddedPostgres> {
  if (!env.DEMO) {
    log.info(
      "The embedded PostgreSQL is for trying and for small sites: DATABASE_URL names a server of your own.",
    );
  }
  return startOwnPostgres({
    dataDirectory: resolve(env.DATA_DIR),
    log: (line) => log.info(line),
    ...(connections !== undefined && { connections }),
  });
}
