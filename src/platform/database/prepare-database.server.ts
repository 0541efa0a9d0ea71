import { createHmac } from "node:crypto";
import pg from "pg";
import { migrateQueue } from "#platform/queue/queue.server.ts";
import { migrateDatabase, withConnection } from "./database.server.ts";

/** The role of the site in a database of its own: what it may do is granted at every start. */
const SITE_ROLE = "rouvia_site";

/** The schemas that hold what the site stores: its tables, and those of its queue. */
const SCHEMAS = ["public", "pgboss"];

/** What the site only ever adds to. Whoever gets into its connection takes nothing back. */
const APPEND_ONLY = ["audit_record"];

/** What the site may have the owner do, within what each of them allows. */
const OWNER_FUNCTIONS = ["forget_audit_records(bigint)"];

/**
 * The database as its owner, who makes and changes tables, and as the site, which works with their
 * rows. One and the same where an operator gave one role only.
 */
type DatabaseAddresses = { owner: string; site: string };

/** Of a database on a server of our own. The site's password follows from the owner's, and not back. */
export function addressesOnOwnServer(owner: string): DatabaseAddresses {
  const site = new URL(owner);
  site.username = SITE_ROLE;
  site.password = createHmac("sha256", site.password).update(SITE_ROLE).digest("hex");
  return { owner, site: site.href };
}

/**
 * Brings the schema up to date as its owner and gives the site's role, which it makes where there is
 * none, what the site needs. Several processes may call it at once.
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

/** A role that is there is left as it is, except our own where the owner's password has changed. */
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

/** Rows, not tables. After every migration, since a new table is open to its owner only. */
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
    // The site writes its own backups, which say what version of the schema they are of.
    await client.query(`grant usage on schema drizzle to ${role}`);
    await client.query(`grant select on all tables in schema drizzle to ${role}`);
    await client.query(`grant select on all sequences in schema drizzle to ${role}`);
    for (const each of OWNER_FUNCTIONS) {
      await client.query(`grant execute on function ${each} to ${role}`);
    }
  });
}

/** What the role of an address could do beyond what the site needs. */
type RolePowers = { isSuperuser: boolean; ownsRecords: boolean };

/** @throws where the database does not answer or does not let the role in */
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

/** One after the other, however many processes start at once. */
function inTurn(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  return withConnection(url, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('rouvia roles'))");
    await work(client);
  });
}
