import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Database } from "#platform/database/database.server.ts";
import { databaseUrl } from "#packages/embedded-postgres/databases";
import type { FileStorage } from "#platform/storage/storage.server.ts";
import type { BackupCounts } from "./backup.server.ts";
import { listTables, quoteName, withClient } from "./catalogue.server.ts";
import { loadBackup } from "./restore.server.ts";
import type { BackupKey } from "./sealed-stream.server.ts";

/**
 * `no_database`: there is no database to test the restore in. `no_rights`: the role may not create
 * tables in it. `not_empty`: it is not empty. These three say nothing about the backup; the other
 * codes are faults of the backup.
 */
export type ProofFault = "no_database" | "no_rights" | "not_empty" | "unreadable" | "differs";

export type Proof<Seen> =
  | { ok: true; seen: Seen }
  | { ok: false; code: ProofFault; detail: string | null };

/** The URL of the database in which restores are tested, on the same server as the site's. */
export function findProofDatabase(siteUrl: string): string {
  return databaseUrl(siteUrl, nameProofDatabase(siteUrl));
}

function nameProofDatabase(siteUrl: string): string {
  const { database = "" } = new pg.Client({ connectionString: siteUrl });
  // A database name has 63 bytes at most.
  return `${database.slice(0, 57)}_proof`;
}

/**
 * Restores a backup and compares its counts with those of when it was made. All of it is one
 * transaction that is never committed, so the database is empty afterwards, however the attempt
 * ends. `verify` sees the restored rows before they are rolled back.
 */
export async function proveBackup<Seen>(options: {
  /** The URL of the database in which the restore is tested. */
  url: string;
  file: string;
  migrationsFolder: string;
  findKey: (kind: BackupKey["kind"]) => Promise<Buffer>;
  expected: BackupCounts;
  verify: (restored: Database) => Promise<Seen>;
}): Promise<Proof<Seen>> {
  const { url, file, migrationsFolder, findKey, expected, verify } = options;
  try {
    return await withClient(url, async (client) => {
      await client.query("begin");
      const restored = await loadBackup(client, {
        file,
        migrationsFolder,
        findKey,
        storage: NOWHERE,
      });
      if (!restored.ok) {
        if (restored.code === "not_empty") return fail("not_empty", new URL(url).pathname.slice(1));
        return fail("unreadable", "detail" in restored ? restored.detail : null);
      }
      const wrong = await findDifference(client, expected);
      if (wrong) return fail("differs", wrong);
      if (restored.uploads !== expected.uploads) return fail("differs", "uploads");
      const seen = await verify(drizzle(client));
      await client.query("rollback");
      return { ok: true, seen };
    });
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === "3D000") return fail("no_database", new URL(url).pathname.slice(1));
    if (code === "42501" || code === "28000")
      return fail("no_rights", new URL(url).pathname.slice(1));
    throw error;
  }
}

function fail(code: ProofFault, detail: string | null): Extract<Proof<never>, { ok: false }> {
  return { ok: false, code, detail };
}

/** The first table whose number of rows differs from the count; null if there is none. */
async function findDifference(client: pg.Client, { tables }: BackupCounts): Promise<string | null> {
  const restored = await listTables(client);
  for (const table of restored) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from ${quoteName(table)}`,
    );
    if (Number(rows[0]?.count) !== tables.get(quoteName(table))) return table.name;
  }
  return restored.length === tables.size ? null : "tables";
}

/** Uploads are read and authenticated, but not stored. */
const NOWHERE: FileStorage = {
  put: async () => {},
  get: async () => null,
  delete: async () => {},
};

/** An empty database is smaller than this. It is larger if the server crashed during an attempt. */
const MOST_EMPTY_BYTES = 64 * 1024 * 1024;

/**
 * Creates the database in which restores are tested, if the owner may create one, and gives the
 * site's role access. An operator may create it instead (docs/operating.md).
 */
export async function prepareProofDatabase({
  owner,
  site,
}: {
  owner: string;
  site: string;
}): Promise<void> {
  const name = nameProofDatabase(site);
  const quoted = pg.escapeIdentifier(name);
  const { user = "" } = new pg.Client({ connectionString: site });
  const role = pg.escapeIdentifier(user);
  const isMade = await withClient(owner, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('rouvia proof database'))");
    const { rows } = await client.query<{ mine: boolean; spoilt: boolean }>(
      `select pg_has_role(datdba, 'usage') as mine,
         has_database_privilege(oid, 'connect') and pg_database_size(oid) > $2
           and not exists (select from pg_stat_activity a where a.datid = d.oid) as spoilt
       from pg_database d where datname = $1`,
      [name, MOST_EMPTY_BYTES],
    );
    const [found] = rows;
    if (found && !found.mine) return false;
    if (found?.spoilt) await client.query(`drop database ${quoted}`);
    if (!found || found.spoilt) {
      const { rows: may } = await client.query(
        "select 1 from pg_roles where rolname = current_user and (rolcreatedb or rolsuper)",
      );
      if (may.length === 0) return false;
      await client.query(`create database ${quoted}`);
      await client.query(`revoke connect on database ${quoted} from public`);
    }
    await client.query(`grant connect, create, temporary on database ${quoted} to ${role}`);
    return true;
  });
  if (!isMade) return;
  await withClient(databaseUrl(owner, name), (client) =>
    client.query(`grant create, usage on schema public to ${role}`),
  );
}
