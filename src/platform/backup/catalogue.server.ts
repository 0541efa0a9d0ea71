import { dirname, join } from "node:path";
import pg from "pg";
import type { BackupHeader } from "./backup-frames.server.ts";

export type Table = BackupHeader["tables"][number];
type Sequence = BackupHeader["sequences"][number];

/**
 * pg-boss stores only scheduled jobs, which every start creates again, and it migrates its own
 * tables.
 */
const LEFT_OUT = "pgboss";

/**
 * Transaction numbers of one server, which mean nothing on another. Its readers begin anew after a
 * restore.
 */
const LOG_LEFT_OUT = "search_change";

/**
 * The table whose rows are in a separate file, which each backup overwrites: they decrypt the
 * sealed values of the other tables (docs/decisions/0019-a-data-key-a-record.md).
 */
export function isKeyTable({ schema, name }: { schema: string; name: string }): boolean {
  return schema === "public" && name === "data_key";
}

/** The file of those rows; the backups of a folder share it. */
export function findRecordKeysFile(backupFile: string): string {
  return join(dirname(backupFile), "record-keys.backup");
}

export function quoteName({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

export function quoteColumns({ columns }: Table): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(", ");
}

/**
 * Excludes the objects of PostgreSQL, of a provider's extension (pg_stat_statements) and of the
 * queue.
 */
const IS_OURS = `n.nspname not in ('information_schema', '${LEFT_OUT}') and n.nspname !~ '^pg_'
  and not exists (select from pg_depend
    where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;

/** True if there is no table, view or sequence yet, not even the queue's. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${IS_OURS} or n.nspname = '${LEFT_OUT}'
     limit 1`,
  );
  return rows.length === 0;
}

/** Every table, each after the tables that its foreign keys refer to. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers: string[] }>(
    `select n.nspname as schema, c.relname as name,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
         order by attnum) as columns,
       array(select tn.nspname || '.' || t.relname from pg_constraint k
         join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relname <> '${LOG_LEFT_OUT}' and ${IS_OURS}
     order by n.nspname, c.relname`,
  );
  const ordered: Table[] = [];
  const placed = new Set<string>();
  let waiting = rows;
  while (waiting.length > 0) {
    const fillable = waiting.filter(({ refers }) => refers.every((name) => placed.has(name)));
    if (fillable.length === 0) throw new Error("Foreign keys run in a circle.");
    for (const { schema, name, columns } of fillable) {
      ordered.push({ schema, name, columns });
      placed.add(`${schema}.${name}`);
    }
    waiting = waiting.filter(({ schema, name }) => !placed.has(`${schema}.${name}`));
  }
  return ordered;
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${IS_OURS}
     order by n.nspname, c.relname`,
  );
  const sequences: Sequence[] = [];
  for (const { schema, name } of names) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled"
       from ${quoteName({ schema, name })}`,
    );
    sequences.push(...rows.map((row) => ({ schema, name, ...row })));
  }
  return sequences;
}

/** A separate connection, because copying rows takes longer than the pool's statement timeout. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: "rouvia backup" });
  // If the connection breaks, the query that waits on it throws; this event needs no other
  // handling.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; " +
        "set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; " +
        "set extra_float_digits = 1; set client_encoding = 'UTF8'",
    );
    return await work(client);
  } finally {
    await client.end();
  }
}
