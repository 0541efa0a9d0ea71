import pg from "pg";

/** Creates an empty database on the server of `url`, unless it exists. Returns its URL. */
export async function createDatabase(url: string, name: string): Promise<string> {
  await asAdministrator(url, async (client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  });
  return databaseUrl(url, name);
}

/** Creates `name` as a copy of `template`, to which nobody may be connected. Returns its URL. */
export async function copyDatabase(url: string, template: string, name: string): Promise<string> {
  await asAdministrator(url, (client) =>
    client.query(
      `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`,
    ),
  );
  return databaseUrl(url, name);
}

/** Drops a database and closes its connections. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await asAdministrator(url, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  );
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return other.href;
}

async function asAdministrator<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl(url, "postgres") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
