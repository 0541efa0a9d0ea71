import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import pg from "pg";
import { now } from "#platform/clock/clock.server.ts";
import { log } from "#platform/log/log.server.ts";
import type { FollowedDatabase } from "./find-primary.server.ts";

/**
 * One connection that asks the database every second whether it responds, so that requests need not
 * find out by waiting: while it is away, visitors are told so at once. It also receives what other
 * processes, and this one, notify (PostgreSQL's LISTEN).
 */
const POLL_MS = 1_000;
const POLL_WHILE_AWAY_MS = 250;
const RESPONSE_TIMEOUT_MS = 2_000;

/** Each query waits for the result of the one before: a client takes one at a time. */
type Connection = { client: pg.Client; answered: Promise<unknown> };

type Watch = FollowedDatabase & {
  awaySince: Date | null;
  connection: Connection | null;
  /** The present application name of the connection. */
  signedAs: string;
  /** Callbacks that wait for the database to return. */
  waiting: Set<() => void>;
  poll: Promise<boolean> | null;
  stopped: AbortController;
};

/** By the channel's name. They outlive a watch, since listening may begin before it. */
const listeners = new Map<string, Set<() => void>>();

let watch: Watch | undefined;

const NAME = "rouvia watch";
let signedName = NAME;

/**
 * Sets what this process tells other processes about itself: the name of its connection, which they
 * can read.
 */
export async function signWatch(mark: string): Promise<void> {
  signedName = `${NAME} ${mark}`;
  // A poll that was under way may already have passed the naming, so a second one may be needed.
  for (let views = 0; views < 2 && watch && watch.signedAs !== signedName; views += 1)
    await poll(watch);
}

let processName: string = randomUUID();

/** Called at boot: one of several workers has the name of its predecessor. */
export function nameProcess(name: string): void {
  processName = name;
}

/** The name by which other processes that use the database know this one. */
export function getProcessName(): string {
  return processName;
}

/**
 * Whether no process of that name is running. The connection of its watch holds a lock, which
 * PostgreSQL releases when the process ends, however it ends. A running process may be without its
 * connection for a moment: check again before acting on the result.
 */
export function isProcessMissing(name: SQLWrapper): SQL {
  return sql`pg_try_advisory_xact_lock(hashtextextended('process ' || ${name}, 0))`;
}

/** Called at boot, once the database is running. The returned function stops it. */
export function startDatabaseWatch(followed: FollowedDatabase): () => Promise<void> {
  const stopped = new AbortController();
  const started: Watch = {
    ...followed,
    awaySince: null,
    connection: null,
    signedAs: NAME,
    waiting: new Set(),
    poll: null,
    stopped,
  };
  watch = started;
  const watching = pollUntilStopped(started);
  return async () => {
    stopped.abort();
    if (watch === started) watch = undefined;
    await watching;
    await dropClient(started);
  };
}

/** Since when the database has been away; null if it is there or not watched. */
export function databaseAwaySince(): Date | null {
  return watch?.awaySince ?? null;
}

/** Asks now. True if the database responds in time. */
export async function isDatabaseReachable(): Promise<boolean> {
  return watch ? poll(watch) : false;
}

/** As `databaseAwaySince`, but asks first. */
export async function checkDatabase(): Promise<Date | null> {
  await isDatabaseReachable();
  return databaseAwaySince();
}

/** Waits until the database is back, at most `timeoutMs`. True at once if it is not away. */
export async function databaseReturns(timeoutMs: number): Promise<boolean> {
  const current = watch;
  if (!current?.awaySince) return true;
  return new Promise((resolve) => {
    const settle = (isBack: boolean) => {
      clearTimeout(timer);
      current.waiting.delete(back);
      resolve(isBack);
    };
    const back = () => settle(true);
    const timer = setTimeout(() => settle(false), timeoutMs);
    current.waiting.add(back);
  });
}

/**
 * Calls `wake` whenever the channel is notified, and whenever the connection begins to listen,
 * because notifications before that are lost: a caller that caches something must read it anew
 * then. A pooler in between may swallow notifications, so callers must also check from time to
 * time. The returned function stops it.
 */
export function listenTo(channel: string, wake: () => void): () => void {
  const wakes = listeners.get(channel) ?? new Set();
  listeners.set(channel, wakes.add(wake));
  if (watch?.connection) void hear(watch.connection, channel).catch(() => undefined);
  return () => void wakes.delete(wake);
}

async function pollUntilStopped(watched: Watch): Promise<void> {
  const { signal } = watched.stopped;
  while (!signal.aborted) {
    await poll(watched);
    const waitMs = watched.awaySince ? POLL_WHILE_AWAY_MS : POLL_MS;
    await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** One poll at a time, however many callers ask. */
function poll(watched: Watch): Promise<boolean> {
  watched.poll ??= ask(watched).then((isThere) => {
    watched.poll = null;
    if (!watched.stopped.signal.aborted) note(watched, isThere);
    return isThere;
  });
  return watched.poll;
}

/** A connection that was cut proves nothing about the server: a new one is tried. */
async function ask(watched: Watch): Promise<boolean> {
  const wasConnected = watched.connection !== null;
  if (await tryToAsk(watched)) return true;
  const mayBeElsewhere = watched.find ? await watched.find() : wasConnected;
  return mayBeElsewhere && tryToAsk(watched);
}

async function tryToAsk(watched: Watch): Promise<boolean> {
  try {
    const connection = (watched.connection ??= await connectFor(watched));
    await sign(watched, connection);
    const { rows } = await query(connection, "select pg_is_in_recovery() as standby");
    if (!watched.find || rows[0]?.standby === false) return true;
    await dropClient(watched);
    return false;
  } catch {
    await dropClient(watched);
    return false;
  }
}

async function sign(watched: Watch, connection: Connection): Promise<void> {
  const name = signedName;
  if (watched.signedAs === name) return;
  await query(connection, `set application_name = ${pg.escapeLiteral(name)}`);
  watched.signedAs = name;
}

/** If the connection ends, the database is polled at once. */
async function connectFor(watched: Watch): Promise<Connection> {
  const connection = await connect(watched.address());
  watched.signedAs = NAME;
  connection.client.on("end", () => {
    if (watched.connection === connection && !watched.stopped.signal.aborted) void poll(watched);
  });
  return connection;
}

async function connect(connectionString: string): Promise<Connection> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    application_name: NAME,
  });
  client.on("error", () => {});
  client.on("notification", ({ channel }) => wakeListeners(channel));
  await client.connect();
  const connection = { client, answered: Promise.resolve() };
  const lock = "select pg_advisory_lock_shared(hashtextextended('process ' || $1, 0))";
  await query(connection, lock, [processName]);
  for (const channel of listeners.keys()) await hear(connection, channel);
  return connection;
}

async function hear(connection: Connection, channel: string): Promise<void> {
  await query(connection, `listen ${pg.escapeIdentifier(channel)}`);
  wakeListeners(channel);
}

function query(
  connection: Connection,
  text: string,
  values?: readonly string[],
): Promise<pg.QueryResult> {
  const result = connection.answered.then(() =>
    connection.client.query(text, values && [...values]),
  );
  connection.answered = result.catch(() => undefined);
  return result;
}

function wakeListeners(channel: string): void {
  for (const wake of listeners.get(channel) ?? []) wake();
}

/** Not awaited: closing a connection that hangs also hangs. */
async function dropClient(watched: Watch): Promise<void> {
  const { connection } = watched;
  watched.connection = null;
  void connection?.client.end().catch(() => undefined);
}

function note(watched: Watch, isThere: boolean): void {
  if (isThere === (watched.awaySince === null)) return;
  if (!isThere) {
    watched.awaySince = now();
    log.error("the database is away");
    return;
  }
  const since = watched.awaySince ?? now();
  log.warn("the database is back", { durationMs: now().getTime() - since.getTime() });
  watched.awaySince = null;
  for (const back of watched.waiting) back();
}
