import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { findStandIn } from "./read-only.server.ts";
import { clientAt, type DatabaseAddress } from "#platform/outage/client-at.server.ts";

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/**
 * The parameter of a query function: the database, or the transaction that the query is part of.
 */
export type Queryable = Database | Transaction;

let currentPool: pg.Pool | undefined;
let connected: Database | undefined;
let besidePool: pg.Pool | undefined;
let beside: Database | undefined;
/** For short transactions only (`besideDb`); opened when they are used. */
const BESIDE_CONNECTIONS = 2;

/**
 * Longer than the server's own limit for a statement: a query that takes longer hangs with its
 * server.
 */
const RESPONSE_TIMEOUT_MS = 20_000;

/** Opens the pool that the whole process shares. Called once, at boot or in test set-up. */
export function connectDatabase(
  address: string | DatabaseAddress,
  { maxConnections = 20, isReplicated = false } = {},
): Database {
  const open = (max: number) => openPool(address, { max, isReplicated });
  currentPool = open(maxConnections);
  connected = drizzle(currentPool);
  collectNotifications(connected);
  besidePool = open(BESIDE_CONNECTIONS);
  beside = drizzle(besidePool);
  collectNotifications(beside);
  return connected;
}

function openPool(
  address: string | DatabaseAddress,
  { max, isReplicated }: { max: number; isReplicated: boolean },
): pg.Pool {
  const pool = new pg.Pool({
    Client: clientAt(typeof address === "string" ? () => address : address),
    max,
    connectionTimeoutMillis: 5_000,
    // A query that hangs must not hold a visitor's request for ever. If a commit waits for a
    // standby, the server's timeout ends only the wait: the transaction is committed and reported
    // as such. With standbys the client therefore gives up first, and nothing is acknowledged.
    statement_timeout: isReplicated ? RESPONSE_TIMEOUT_MS + 10_000 : 15_000,
    query_timeout: RESPONSE_TIMEOUT_MS,
    keepAlive: true,
    application_name: "rouvia",
  });
  // An idle connection that the server closes (a restart) is replaced at the next query.
  pool.on("error", () => {});
  // If a connection is cut between two queries of a transaction, only its own "error" event reports
  // it, and without a listener that would end the process. The next query on it fails, and with it
  // the transaction.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** The channels that each transaction under way will notify. */
const pendingChannels = new WeakMap<Queryable, Set<string>>();

/**
 * Notifies a channel (PostgreSQL's NOTIFY) after the transaction has committed, and not if it does
 * not commit. With a NOTIFY inside the transaction, its commit would hold a lock of the whole
 * server until it is on the disk, and all other commits that notify would wait, one after the
 * other. If the process ends in between, the notification is lost; listeners make up for that by
 * checking from time to time.
 */
export async function notifyAfterCommit(queryable: Queryable, channel: string): Promise<void> {
  const channels = pendingChannels.get(queryable);
  if (channels) channels.add(channel);
  else await notifyChannel(channel);
}

async function notifyChannel(channel: string): Promise<void> {
  await pool().query("select pg_notify($1, '')", [channel]);
}

function collectNotifications(database: Database): void {
  const transact = database.transaction.bind(database);
  database.transaction = async (work, config) => {
    const channels = new Set<string>();
    const result = await transact((transaction) => {
      pendingChannels.set(transaction, channels);
      return work(transaction);
    }, config);
    for (const channel of channels) await notifyChannel(channel).catch(() => undefined);
    return result;
  };
}

/** The process's database. Throws if it is called before boot. */
export function db(): Database {
  const instead = findStandIn();
  if (instead) return instead;
  if (!connected) throw new Error("The database was asked for before boot.");
  return connected;
}

/**
 * The same database, for a short transaction beside one under way that waits for it. It has
 * connections of its own: all those of the pool could be held by transactions that wait for one.
 */
export function besideDb(): Database {
  const instead = findStandIn();
  if (instead) return instead;
  if (!beside) throw new Error("The database was asked for before boot.");
  return beside;
}

/** As `db`, for queries that Drizzle cannot express. */
export function pool(): pg.Pool {
  if (!currentPool) throw new Error("The database was asked for before boot.");
  return currentPool;
}

export async function closeDatabase(): Promise<void> {
  const closing = [currentPool, besidePool].filter((pool) => pool !== undefined);
  currentPool = undefined;
  besidePool = undefined;
  connected = undefined;
  beside = undefined;
  await Promise.all(closing.map((pool) => pool.end()));
}

/**
 * Brings the schema up to date. Several processes may call it at once: one does it, the others
 * wait.
 */
export async function migrateDatabase(url: string, migrationsFolder: string): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('rouvia migrations'))");
    await migrate(drizzle(client), { migrationsFolder });
  });
}

/** Calls `work` with a connection of its own, which is closed afterwards. */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
