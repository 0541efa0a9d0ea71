// Converts what a write of the site stored to plain inserts that would store the same.
import { sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";

/**
 * The tables in the order in which they can be filled. Rows that triggers write are left to the
 * triggers.
 */
const TABLES = [
  "rate_limit",
  "submission",
  "consent",
  "lead",
  "lead_event",
  "message",
  "bid",
  "bid_event",
  "saved_listing",
];
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const PERSON = /(bench-person-|lead-)\d+/g;
const REFERENCE = /^[A-HJ-NPR-Y2-9]{8}$/;
/** The placeholder for the person's number, from which every unique value is made. */
const NUMBER = "$PERSON";

/**
 * One insert for each table in which `write` stored rows, with `$PERSON` in place of the person's
 * number.
 */
export async function listInserts(
  write: () => Promise<void>,
  listings: readonly string[],
): Promise<string[]> {
  const { rows } = await db().execute<{ before: string }>(
    sql`select pg_current_xact_id()::text as before`,
  );
  await write();
  const inserts: string[] = [];
  const names = new Map<string, string>();
  for (const table of TABLES) {
    const stored = await db().execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(stored) as row from ${sql.identifier(table)} as stored
        where stored.xmin::text::bigint > ${rows[0]!.before}::bigint`,
    );
    if (stored.rows.length === 0) continue;
    const types = await readTypes(table);
    // Left to its default, which is set so that no message is due while this runs.
    const columns = [...types.keys()].filter((column) => column !== "next_attempt_at");
    const values = stored.rows.map(
      ({ row }) =>
        `(${columns.map((column) => writeValue(row[column], types.get(column)!, { names, listings })).join(", ")})`,
    );
    const conflict =
      table === "rate_limit" ? " on conflict (key) do update set count = rate_limit.count + 1" : "";
    inserts.push(
      `insert into "${table}" (${columns.map((name) => `"${name}"`).join(", ")}) values ${values.join(", ")}${conflict}`,
    );
  }
  return inserts;
}

async function readTypes(table: string): Promise<Map<string, string>> {
  const { rows } = await db().execute<{ name: string; type: string }>(
    sql`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`,
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

type Varying = { names: Map<string, string>; listings: readonly string[] };

function writeValue(value: unknown, type: string, { names, listings }: Varying): string {
  if (value === null || value === undefined) return "null";
  if (type.startsWith("timestamp")) return "now()";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const name = (of: string) => {
    const known = names.get(of) ?? `v${names.size}`;
    names.set(of, known);
    return `'${known} ' || ${NUMBER}::bigint`;
  };
  if (type === "bytea" && text.length === 66) return `sha256(convert_to(${name(text)}, 'UTF8'))`;
  if (REFERENCE.test(text)) return `'P' || lpad((${NUMBER}::bigint)::text, 7, '0')`;
  const cars = chooseListing(listings);
  const varied = `'${text
    .replaceAll("'", "''")
    // pgbench reads a name after a colon as a variable, even in a literal.
    .replaceAll(/:(?=\w)/g, ":' || '")
    .replaceAll(UUID, (id) =>
      listings.includes(id) ? `' || ${cars} || '` : `' || md5(${name(id)})::uuid::text || '`,
    )
    .replaceAll(PERSON, (_, kind: string) => `${kind}' || ${NUMBER}::bigint || '`)}'`;
  return `cast(${varied.replaceAll(" || ''", "").replace(/^'' \|\| /, "")} as ${type})`;
}

function chooseListing(listings: readonly string[]): string {
  return `('{${listings.join(",")}}'::text[])[1 + ${NUMBER}::bigint % ${listings.length}]`;
}

/** The insert of one view, counted at once. */
export function writeView(listings: readonly string[]): string {
  return `insert into listing_view_day (listing_id, day, views)
    values (${chooseListing(listings)}::uuid, current_date, 1)
    on conflict (listing_id, day) do update set views = listing_view_day.views + 1`.replaceAll(
    /\s+/g,
    " ",
  );
}

/** The statements of one transaction as a pgbench script; each client has its own numbers. */
export function writePgbenchScript(inserts: readonly string[], { from, clients }: Numbers): string {
  const number = `\\set person ${from} + :turn * ${clients} + :client_id`;
  const statements = inserts.map((insert) => insert.replaceAll(NUMBER, ":person"));
  return ["\\set turn :turn + 1", number, "begin", ...statements, "commit"]
    .map((line) => (line.startsWith("\\") ? line : `${line};`))
    .join("\n");
}
type Numbers = { from: number; clients: number };

/** The same for a client that passes the number as a parameter. */
export function writeParameters(inserts: readonly string[]): string[] {
  return inserts.map((insert) => insert.replaceAll(NUMBER, "$1"));
}
