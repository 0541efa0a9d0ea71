import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { findStoreFault } from "#platform/outage/store-fault.ts";
import { type Database, db, pool } from "./database.server.ts";
import { readOnlyFrom } from "./read-only.server.ts";
import { databaseAwaySince } from "./database-watch.server.ts";

/**
 * Streaming replicas, for reads that may be a second old. One is read from as long as it has replayed
 * all that the primary had written by a second ago, and everything of which a process was told that
 * pages show it. That is measured in positions of the log, so that no two clocks are compared.
 *
 * While no primary answers, the time stands still for that rule at the moment when one was last heard:
 * nothing is committed since. Of the replicas that answer only the furthest count then, once they have
 * replayed what they received: where commits wait for a standby that is all that was acknowledged.
 */
const MOST_LAG_MS = 1_000;
const POLL_MS = 250;
const RESPONSE_TIMEOUT_MS = 1_000;
/** One that stands still costs a visitor no more, until it is known and stepped over. */
const READ_TIMEOUT_MS = 3_000;
const SAMPLES = 40;
/** What was on its way when the primary was last heard has come by then. */
const STRAGGLERS_MS = 2_000;
/** Two looks and more. */
const REST_MS = 600;
/** A primary in use writes something sooner. */
const QUIET_MS = 10_000;

type Replica = {
  database: Database;
  pool: pg.Pool;
  watch: pg.Client | null;
  /** How far it has replayed the log, as of its last answer. */
  replayed: bigint;
  /** How far it has received the log. */
  received: bigint;
  /** When each was seen to have grown. */
  replayedAt: number;
  receivedAt: number;
  respondedAt: number;
};

type Replicas = {
  all: readonly Replica[];
  /** What the primary had written when, the newest last. */
  written: { at: number; position: bigint }[];
  /** Whoever has replayed less may miss what pages show; null while that is being asked. */
  needed: bigint | null;
  changes: number;
  turn: number;
};

let replicas: Replicas | undefined;
const chosen = new AsyncLocalStorage<Database | null>();

/** The database for a read that may be a second old, where the request allows that; else the primary. */
export function readDb(): Database {
  return chosen.getStore() ?? db();
}

/** Lets `readDb` answer a replica that is near enough, within `work`. */
export function allowReplica<Result>(work: () => Result): Result {
  const replica = chooseReplica();
  return replica ? chosen.run(replica.database, work) : work();
}

/** Lets `readDb` answer the primary, within `work`, for what others are handed too. */
export function withPrimary<Result>(work: () => Result): Result {
  return chosen.run(null, work);
}

export function hasReplicas(): boolean {
  return replicas !== undefined;
}

/**
 * Does on a replica what only reads, while no primary answers; null, and nothing is done, where one
 * does or where no replica is near enough.
 */
export function readWithoutPrimary<Result>(
  work: () => PromiseLike<Result>,
): Promise<Result> | null {
  const replica = nextReplica(listWithoutPrimary());
  return replica ? readOnlyFrom(replica.database, work) : null;
}

/**
 * Since when there has been no primary for anybody, as far as can be told here, while pages can be read
 * all the same. Null also where a replica still receives what is written: then it is this process
 * that does not reach the primary.
 */
export function readingOnlySince(): Date | null {
  const heardAt = replicas?.written.at(-1)?.at ?? Infinity;
  const since = Math.max(heardAt + STRAGGLERS_MS, performance.now() - QUIET_MS);
  const isWritten = replicas?.all.some(({ receivedAt }) => receivedAt > since) ?? false;
  return listWithoutPrimary().length > 0 && !isWritten ? databaseAwaySince() : null;
}

/** Something that pages show has changed: who reads a replica from now on must see it. */
export function requireNewestReplica(): void {
  const current = replicas;
  if (!current) return;
  current.needed = null;
  current.changes += 1;
  const { changes } = current;
  void readWritten()
    .then((position) => {
      if (current.changes === changes) current.needed = position;
    })
    // The next look at the primary says it.
    .catch(() => undefined);
}

/** Boot. Ends with the returned function. */
export function connectReplicas(
  urls: readonly string[],
  { maxConnections }: { maxConnections: number },
): () => Promise<void> {
  const stopped = new AbortController();
  const started: Replicas = {
    all: urls.map((url) => connectReplica(url, maxConnections)),
    written: [],
    needed: null,
    changes: 0,
    turn: 0,
  };
  replicas = started;
  const { signal } = stopped;
  const pollWith = async (check: () => Promise<void>) => {
    while (!signal.aborted) {
      await check().catch(() => undefined);
      await pause(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const watching = [
    pollWith(() => checkPrimary(started)),
    ...started.all.map((replica, index) =>
      pollWith(() => checkReplica(replica, urls[index] ?? "")),
    ),
  ];
  return async () => {
    stopped.abort();
    if (replicas === started) replicas = undefined;
    await Promise.all(watching);
    for (const { watch } of started.all) void watch?.end().catch(() => undefined);
    await Promise.all(started.all.map((replica) => replica.pool.end()));
  };
}

function chooseReplica(): Replica | undefined {
  const current = replicas;
  if (!current || current.needed === null) return undefined;
  const at = performance.now();
  const { needed } = current;
  return nextReplica(current.all.filter((replica) => isNear(replica, current, needed, at)));
}

function nextReplica(usable: readonly Replica[]): Replica | undefined {
  const turn = replicas ? (replicas.turn += 1) : 0;
  return usable[turn % usable.length];
}

function listWithoutPrimary(): Replica[] {
  const current = replicas;
  const heard = current?.written.at(-1);
  if (!current || !heard || databaseAwaySince() === null) return [];
  const answering = current.all.filter(isResponding);
  const furthest = answering.reduce(
    (most, { replayed }) => (replayed > most ? replayed : most),
    0n,
  );
  const needed = furthest > (current.needed ?? 0n) ? furthest : (current.needed ?? 0n);
  return answering.every(isAtRest)
    ? answering.filter((replica) => isNear(replica, current, needed, heard.at))
    : [];
}

/** The last that it received may be half of a record, whose other half was never sent. */
function isAtRest({ replayed, received, replayedAt, receivedAt }: Replica): boolean {
  const quietMs = performance.now() - Math.max(replayedAt, receivedAt);
  return replayed >= received || quietMs > REST_MS;
}

function isResponding({ respondedAt }: Replica): boolean {
  return performance.now() - respondedAt <= MOST_LAG_MS;
}

/** Whether it has replayed what is `needed`, and all that had been written a second before `at`. */
function isNear(replica: Replica, { written }: Replicas, needed: bigint, at: number): boolean {
  if (replica.replayed < needed || !isResponding(replica)) return false;
  const reached = written.findLast(({ position }) => position <= replica.replayed);
  return reached !== undefined && at - reached.at <= MOST_LAG_MS;
}

function connectReplica(connectionString: string, maxConnections: number): Replica {
  const ownPool = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    statement_timeout: READ_TIMEOUT_MS,
    query_timeout: READ_TIMEOUT_MS,
    keepAlive: true,
    application_name: "rouvia reads",
  });
  ownPool.on("error", () => {});
  ownPool.on("connect", (client) => client.on("error", () => {}));
  const replica: Replica = {
    database: drizzle(ownPool),
    pool: ownPool,
    watch: null,
    replayed: 0n,
    received: 0n,
    replayedAt: -Infinity,
    receivedAt: -Infinity,
    respondedAt: -Infinity,
  };
  const read = ownPool.query.bind(ownPool) as (...query: unknown[]) => Promise<pg.QueryResult>;
  const fallBack = async (...query: unknown[]) => {
    try {
      return await read(...query);
    } catch (error) {
      if (!isReplicasFault(error)) throw error;
      // Not chosen again before it has answered.
      replica.respondedAt = -Infinity;
      const other = nextReplica(listWithoutPrimary());
      return ((other?.pool ?? pool()).query as typeof read)(...query);
    }
  };
  // One of pg's seven signatures, which is the one that Drizzle calls.
  ownPool.query = fallBack as pg.Pool["query"];
  return replica;
}

/** Thrown out because what it read was replayed away, or because it took too long. */
const CANCELLED_CODES = new Set(["40001", "57014"]);

function isReplicasFault(error: unknown): boolean {
  if (findStoreFault(error) === "away") return true;
  return error instanceof pg.DatabaseError && CANCELLED_CODES.has(error.code ?? "");
}

async function checkPrimary(current: Replicas): Promise<void> {
  const at = performance.now();
  const { changes } = current;
  const position = await readWritten();
  current.written = [...current.written, { at, position }].slice(-SAMPLES);
  if (current.needed === null && current.changes === changes) current.needed = position;
}

/** What is on its disk: every commit that somebody was told of, and what standbys are sent. */
async function readWritten(): Promise<bigint> {
  const { rows } = await pool().query<{ position: string }>(
    "select pg_current_wal_flush_lsn()::text as position",
  );
  return readPosition(rows[0]?.position);
}

async function checkReplica(replica: Replica, connectionString: string): Promise<void> {
  try {
    replica.watch ??= await connectWatch(connectionString);
    // One that was promoted since is as far as it has written.
    const { rows } = await replica.watch.query<{ replayed: string; received: string | null }>(
      `select replayed::text, greatest(replayed, received)::text as received from (
        select pg_last_wal_replay_lsn() as replayed, pg_last_wal_receive_lsn() as received
          where pg_is_in_recovery()
        union all select pg_current_wal_flush_lsn(), null where not pg_is_in_recovery()) as log`,
    );
    const received = readPosition(rows[0]?.received);
    replica.respondedAt = performance.now();
    const replayed = readPosition(rows[0]?.replayed);
    if (replayed > replica.replayed) replica.replayedAt = replica.respondedAt;
    replica.replayed = replayed;
    if (received > replica.received) replica.receivedAt = replica.respondedAt;
    replica.received = received;
  } catch {
    void replica.watch?.end().catch(() => undefined);
    replica.watch = null;
    replica.respondedAt = -Infinity;
  }
}

async function connectWatch(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    application_name: "rouvia reads watch",
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** A position in the log, such as `16/B374D848`, as one number (PostgreSQL, pg_lsn). */
function readPosition(text: string | null | undefined): bigint {
  const [high = "0", low = "0"] = (text ?? "0/0").split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
