import { createHmac } from "node:crypto";
import pg from "pg";
import { migrateQueue } from "#platform/queue/queue.server.ts";
import { migrateDatabase, withConnection } from "./database.server.ts";

/** The site's role in its embedded database; its rights are granted at every start. */
const SITE_ROLE = "rouvia_site";

/** The schemas with everything that the site stores: its own tables and those of its queue. */
const SCHEMAS = ["public", "pgboss"];

/**
 * Tables to which the site only adds rows. With the site's connection alone nobody can change or
 * delete those rows.
 */
const APPEND_ONLY = ["audit_record"];

/**
 * Functions that the site may call and that run with the owner's rights, within the limits of each.
 */
const OWNER_FUNCTIONS = ["forget_audit_records(bigint)"];

/**
 * The address of the database as its owner, which creates and changes tables, and as the site,
 * which reads and writes their rows. The same address twice if the operator gave only one role.
 */
type DatabaseAddresses = { owner: string; site: string };

/**
 * The addresses of a database on the embedded server. The site's password is derived from the
 * owner's; the owner's cannot be derived from it.
 */
export function addressesOnOwnServer(owner: string): DatabaseAddresses {
  const site = new URL(owner);
  site.username = SITE_ROLE;
  site.password = createHmac("sha256", site.password).update(SITE_ROLE).digest("hex");
  return { owner, site: site.href };
}

/**
 * Brings the schema up to date as its owner, creates the site's role if it does not exist, and
 * grants it the rights that the site needs. Several processes may call it at once.
 */
export async function prepareDatabase(
  { owner, site }: DatabaseAddresses,
  migrationsFolder: string,
): Promise<void> {
  const hasTwoRoles = readRole(owner).name !== readRole(site).name;
  if (hasTwoRoles) await ensureSiteRole(owner, site);
  await migrateDatabase(owner, migrationsFolder);
  await migrateQueue(owner);
  if (hasTwoRoles) await grantToSite(owner, readRole(site).name);
}

type Role = { name: string; password: string };

function readRole(url: string): Role {
  const { user, password } = new pg.Client({ connectionString: url });
  return { name: user ?? "", password: password ?? "" };
}

/** An existing role is left as it is, except our own if the owner's password has changed. */
async function ensureSiteRole(ownerUrl: string, siteUrl: string): Promise<void> {
  const { name, password } = readRole(siteUrl);
  await inTurn(ownerUrl, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [name]);
    const isThere = rowCount !== 0;
    if (isThere && (name !== SITE_ROLE || (await isLetIn(siteUrl)))) return;
    const change = isThere ? "alter" : "create";
    await client.query(
      `${change} role ${pg.escapeIdentifier(name)} login password ${pg.escapeLiteral(password)}`,
    );
  });
}

async function isLetIn(url: string): Promise<boolean> {
  try {
    await withConnection(url, (client) => client.query("select 1"));
    return true;
  } catch {
    return false;
  }
}

/**
 * Grants rights on rows, not on tables. Runs after every migration, since only its owner has rights
 * on a new table.
 */
async function grantToSite(ownerUrl: string, name: string): Promise<void> {
  const role = pg.escapeIdentifier(name);
  await inTurn(ownerUrl, async (client) => {
    for (const schema of SCHEMAS) {
      await client.query(`revoke create on schema ${schema} from public`);
      await client.query(`grant usage on schema ${schema} to ${role}`);
      await client.query(
        `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
      );
      await client.query(`grant usage, select on all sequences in schema ${schema} to ${role}`);
    }
    for (const table of APPEND_ONLY) {
      await client.query(`revoke update, delete on ${table} from ${role}`);
    }
    // The site writes its own backups, which name the version of their schema.
    await client.query(`grant usage on schema drizzle to ${role}`);
    await client.query(`grant select on all tables in schema drizzle to ${role}`);
    await client.query(`grant select on all sequences in schema drizzle to ${role}`);
    for (const each of OWNER_FUNCTIONS) {
      await client.query(`grant execute on function ${each} to ${role}`);
    }
  });
}

/** Rights that the role of an address has beyond what the site needs. */
type RolePowers = { isSuperuser: boolean; ownsRecords: boolean };

/** @throws if the database does not respond or refuses the role */
export async function findRolePowers(url: string): Promise<RolePowers> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<RolePowers>(
      `select rolsuper as "isSuperuser",
        coalesce(
          (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('public.audit_record')),
          false
        ) as "ownsRecords"
      from pg_roles where rolname = current_user`,
    );
    return rows[0] ?? { isSuperuser: false, ownsRecords: false };
  });
}

/** One process at a time, however many start at once. */
function inTurn(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  return withConnection(url, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('rouvia roles'))");
    await work(client);
  });
}
