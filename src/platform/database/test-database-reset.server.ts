import type pg from "pg";
import { withConnection } from "./database.server.ts";

/**
 * The system catalogues that define a database's structure: a row that is added, changed or deleted
 * shows in their count or newest transaction.
 */
const CATALOGUES = [
  "pg_attrdef",
  "pg_attribute",
  "pg_constraint",
  "pg_extension",
  "pg_index",
  "pg_namespace",
  "pg_policy",
  "pg_proc",
  "pg_rewrite",
  // After a table was analysed, it has other query plans from then on.
  "pg_statistic",
  "pg_type",
];

/**
 * The rows of pg_class change with every emptying, those of pg_trigger when one is disabled and
 * enabled again: of these two only the columns that matter are compared.
 */
const SHAPE = `select concat_ws(' ',
  ${CATALOGUES.map((name) => `(select concat(count(*), '/', max(xmin::text::bigint)) from ${name})`).join()},
  (select sum(hashtextextended(concat(oid, tgname, tgenabled), 0)) from pg_trigger),
  (select sum(hashtextextended(concat(oid, relname, relkind, relrowsecurity, reloptions, relacl), 0))
    from pg_class where oid >= 16384)
) as shape`;

/** Every table that has had a row since it was created, committed or not. */
const WRITTEN = `select pg_class.oid, pg_class.oid::regclass::text as name, pg_relation_size(pg_class.oid)::int as bytes
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname !~ '^(pg_|information_schema$)' and pg_relation_size(pg_class.oid) > 0`;

/** The planner assumes ten pages for a never-analysed table of up to ten pages. */
const FEW_BYTES = 9 * 8_192;

/** The state of a database before anybody has used it. */
export type Beginning = {
  shape: string;
  /** The tables that contain rows from the start, with all of their rows. */
  contents: ReadonlyMap<string, string>;
  sequences: ReadonlyMap<string, string | null>;
};

export async function readBeginning(url: string): Promise<Beginning> {
  return withConnection(url, async (client) => ({
    shape: await readShape(client),
    contents: await readContents(
      client,
      (await listWritten(client)).map(({ name }) => name),
    ),
    sequences: await readSequences(client),
  }));
}

/**
 * Undoes everything that was written into a database since its beginning, and closes its remaining
 * connections. False if that is not possible: its structure has changed, or it has statistics.
 */
export async function resetDatabase(url: string, beginning: Beginning): Promise<boolean> {
  return withConnection(url, async (client) => {
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    if ((await readShape(client)) !== beginning.shape) return false;
    const written = (await listWritten(client)).filter(({ name }) => !beginning.contents.has(name));
    // In this mode no trigger refuses and no foreign key requires an order.
    await client.query("set session_replication_role = replica");
    await client.query(written.map(({ name }) => `delete from ${name}`).join(";"));
    const grown = written.filter(({ bytes }) => bytes > FEW_BYTES).map(({ name }) => name);
    if (grown.length > 0) {
      await client.query(`vacuum ${grown.join()}`);
      // As pg_clear_relation_stats of PostgreSQL 18 does.
      await client.query(
        `update pg_class set relpages = 0, reltuples = -1, relallvisible = 0
          where oid = any($1::regclass[])`,
        [grown],
      );
    }
    await resetSequences(client, beginning.sequences);
    const contents = await readContents(client, [...beginning.contents.keys()]);
    return [...contents].every(([name, content]) => beginning.contents.get(name) === content);
  });
}

async function readShape(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(SHAPE);
  return rows[0]?.shape ?? "";
}

async function listWritten(client: pg.Client) {
  return (await client.query<{ name: string; bytes: number }>(WRITTEN)).rows;
}

async function readContents(client: pg.Client, tables: readonly string[]) {
  const contents = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await client.query<{ content: string | null }>(
      `select string_agg(t::text, ',' order by t::text) as content from ${table} t`,
    );
    contents.set(table, rows[0]?.content ?? "");
  }
  return contents;
}

async function readSequences(client: pg.Client): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    "select seqrelid::regclass::text as name, pg_sequence_last_value(seqrelid) as value from pg_sequence",
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}

async function resetSequences(client: pg.Client, wanted: Beginning["sequences"]): Promise<void> {
  for (const [name, value] of await readSequences(client)) {
    const before = wanted.get(name) ?? null;
    if (value === before) continue;
    await (before === null
      ? client.query(`alter sequence ${name} restart`)
      : client.query("select setval($1, $2)", [name, before]));
  }
}
