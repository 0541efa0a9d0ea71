import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** What a query function takes: the database, or the transaction it must take part in. */
export type Queryable = Database | Transaction;

let pool: pg.Pool | undefined;
let connected: Database | undefined;

/** Opens the pool that the whole process shares. Boot and test set-up call it, once. */
export function connectDatabase(url: string, { maxConnections = 20 } = {}): Database {
  pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    // A query that hangs must not hold a visitor's request for ever.
    statement_timeout: 15_000,
    application_name: "rouvia",
  });
  // An idle connection that the server closes (a restart) is replaced at the next query.
  pool.on("error", () => {});
  connected = drizzle(pool);
  return connected;
}

/** The process's database. Asking before boot is a bug. */
export function db(): Database {
  if (!connected) throw new Error("The database was asked for before boot.");
  return connected;
}

export async function closeDatabase(): Promise<void> {
  const closing = pool;
  pool = undefined;
  connected = undefined;
  await closing?.end();
}

/** Brings the schema up to date. Several processes may call it at once: one does it, the others wait. */
export async function migrateDatabase(url: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('rouvia migrations'))");
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** True where the database answers within the time given. */
export async function databaseAnswers(timeoutMs: number): Promise<boolean> {
  if (!pool) return false;
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), timeoutMs).unref();
  });
  const asked = pool.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([asked, timeout]);
}
