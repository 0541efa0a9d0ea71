import type { Env } from "#platform/env/env.server.ts";
import { findPrimary } from "#platform/database/find-primary.server.ts";
import { isPooledByTransaction } from "#platform/database/pooler.server.ts";
import { findRolePowers } from "#platform/database/prepare-database.server.ts";
import type { Finding } from "./finding.ts";

/** The findings about the database that the operator configured. */
export async function examineDatabase(env: Env): Promise<Finding[]> {
  return [...(await examineDatabaseRole(env)), ...(await examinePoolers(env))];
}

/**
 * Any right of the role that the site does not need could be misused through a fault in the site.
 */
async function examineDatabaseRole({
  DATABASE_URL,
  MIGRATE_DATABASE_URL,
}: Env): Promise<Finding[]> {
  // The embedded server has a role for the site, created at each start.
  if (!DATABASE_URL) return [];
  const line = "MIGRATE_DATABASE_URL=postgres://owner:…@host/name";
  const powers = await findPrimary(DATABASE_URL)
    .then(findRolePowers)
    .catch(() => null);
  if (powers?.isSuperuser) {
    return [
      {
        kind: "unsafe",
        text: "The role in DATABASE_URL is a superuser: a fault in the site could read every database there, and files and programs of that machine. docs/operating.md says how to make two roles.",
        line,
      },
    ];
  }
  if (powers?.ownsRecords) {
    return [
      {
        kind: "unusual",
        text: "The role in DATABASE_URL owns audit_record and could change what is on record: give it to the owner in MIGRATE_DATABASE_URL, and the site a role of its own.",
        line,
      },
    ];
  }
  // The site's role may not exist before the first start, which creates it.
  if (powers || MIGRATE_DATABASE_URL) return [];
  return [
    {
      kind: "missing",
      text: "The database in DATABASE_URL does not answer, or does not let its role in.",
      line: "DATABASE_URL=postgres://…",
    },
  ];
}

const POOLER =
  "hands each transaction to another connection, as a pooler in transaction mode does: notifications get lost, so that a page may show a price for a minute after it changed, and so does the mark of a process that lives, so that a message which it is sending may go out twice. Set the pooler to session mode, or name the server itself.";

/**
 * The connection poolers that would lose the processes' locks: a sentence for each address. Empty
 * if no server responds.
 */
export async function describePoolers(
  addresses: Pick<Env, "DATABASE_URL" | "MIGRATE_DATABASE_URL">,
): Promise<{ name: string; text: string }[]> {
  const found = await Promise.all(
    (["DATABASE_URL", "MIGRATE_DATABASE_URL"] as const).map(async (name) => {
      const url = addresses[name];
      const isPooled =
        url !== undefined &&
        (await findPrimary(url)
          .then(isPooledByTransaction)
          .catch(() => false));
      return isPooled ? [{ name, text: `What answers at ${name} ${POOLER}` }] : [];
    }),
  );
  return found.flat();
}

async function examinePoolers(env: Env): Promise<Finding[]> {
  return (await describePoolers(env)).map(({ name, text }) => ({
    kind: "unusual",
    text,
    line: `${name}=postgres://…`,
  }));
}
