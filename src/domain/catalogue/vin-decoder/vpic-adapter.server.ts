import { DatabaseSync, type StatementSync } from "node:sqlite";

/** The part of corgi's `DatabaseAdapter` that decoding calls. */
export type VpicAdapter = {
  exec(sql: string, parameters?: string[]): Promise<{ columns: string[]; values: unknown[][] }[]>;
  close(): Promise<void>;
};

/** Statements name their schemas, so that nearly every pattern of VIN has one of its own. */
const MOST_STATEMENTS = 200;

/**
 * The prepared database for corgi's decoder, read-only, over Node's own SQLite. Statements are kept,
 * the oldest leaving first.
 */
export function openVpic(file: string): VpicAdapter {
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec("PRAGMA mmap_size = 134217728");
  const statements = new Map<string, StatementSync>();

  const prepared = (sql: string): StatementSync => {
    const kept = statements.get(sql);
    if (kept) return kept;
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    if (statements.size >= MOST_STATEMENTS) statements.delete(statements.keys().next().value ?? "");
    statements.set(sql, statement);
    return statement;
  };
  return {
    exec: async (sql, parameters = []) => {
      const statement = prepared(sql);
      const values = statement.all(...parameters) as unknown as unknown[][];
      return [{ columns: statement.columns().map(({ name }) => name), values }];
    },
    close: async () => database.close(),
  };
}
