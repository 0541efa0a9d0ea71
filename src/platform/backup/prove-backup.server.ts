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
 * `no_database`: there is none to try the restore in; `no_rights`: the role may not make tables in it;
 * `not_empty`: something else lies in it. Then nothing is known of the backup. The others are faults of
 * the backup.
 */
export type ProofFault = "no_database" | "no_rights" | "not_empty" | "unreadable" | "differs";

export type Proof<Seen> =
  | { ok: true; seen: Seen }
  | { ok: false; code: ProofFault; detail: string | null };

/** Where restores are tried: beside the site's database, on the same server. */
export function findProofDatabase(siteUrl: string): string {
  return databaseUrl(siteUrl, nameProofDatabase(siteUrl));
}

function nameProofDatabase(siteUrl: string): string {
  const { database = "" } = new pg.Client({ connectionString: siteUrl });
  // A name has 63 bytes at the most.
  return `${database.slice(0, 57)}_proof`;
}

/**
 * Restores a backup and counts it against what was there when it was made. All of it is one
 * transaction that is never committed: the database in which it is tried is as empty afterwards,
 * however the attempt ends. `verify` sees the restored rows before they are undone.
 */
export async function proveBackup<Seen>(options: {
  /** Of the database in which it is tried. */
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

/** The first table that does not hold as many rows as it did. */
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

/** Uploads are read and authenticated, and put nowhere. */
const NOWHERE: FileStorage = {
  put: async () => {},
  get: async () => null,
  delete: async () => {},
};

/** What of an empty database a server makes; more is left of a server that died within an attempt. */
const MOST_EMPTY_BYTES = 64 * 1024 * 1024;

/**
 * Makes the database in which restores are tried, where the owner may make one, and lets the site's
 * role in. An operator may make it instead (docs/operating.md).
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
