import { type Placeholder, sql } from "drizzle-orm";
import { makeRecord } from "#values/record.ts";
import type { Database } from "./database.server.ts";
import { readDb } from "./replicas.server.ts";

/**
 * The part of Drizzle's query builders that is used here: a statement gets its name when it is
 * prepared.
 */
type Preparable<Rows> = {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> };
};

/**
 * A query that runs with every request: its SQL is written once per process, and each connection
 * has PostgreSQL parse and plan it once. `build` gets a placeholder for each of `names`; it is
 * called at the first use, when there is a database.
 *
 * A pooler that assigns each transaction to another connection may not know the statement
 * (PgBouncer before 1.21). Then this process goes on with an unnamed statement.
 */
export function prepareQuery<const Name extends string, Rows>(
  statement: string,
  names: readonly Name[],
  build: (
    database: Database,
    placeholders: Readonly<Record<Name, Placeholder>>,
  ) => Preparable<Rows>,
  /** `db`, the primary, for a query that must see what was just written. */
  { from = readDb }: { from?: () => Database } = {},
): (values: Readonly<Record<Name, unknown>>) => Promise<Rows> {
  const placeholders = makeRecord(names, (name) => sql.placeholder(name));
  const prepared = new WeakMap<Database, ReturnType<Preparable<Rows>["prepare"]>>();
  const prepareFor = (database: Database, name: string) => {
    const made = build(database, placeholders).prepare(name);
    prepared.set(database, made);
    return made;
  };
  return async (values) => {
    const database = from();
    try {
      return await (prepared.get(database) ?? prepareFor(database, statement)).execute(values);
    } catch (error) {
      if (!isLostStatement(error)) throw error;
      return prepareFor(database, "").execute(values);
    }
  };
}

/**
 * SQLSTATEs of a prepared statement that is missing on this connection, or already exists there
 * (PostgreSQL, appendix A).
 */
const LOST = new Set(["26000", "42P05"]);

function isLostStatement(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && "code" in cause && LOST.has(String(cause.code));
}
