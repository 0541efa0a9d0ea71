import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { findStoreFault } from "#platform/outage/store-fault.ts";
import { type Database, db, pool } from "./database.server.ts";
import { readOnlyFrom } from "./read-only.server.ts";
import { databaseAwaySince } from "./database-watch.server.ts";

/**
 * Streaming replicas, for reads that may be a second old. A replica is read from only if it has
 * replayed everything that the primary had written a second ago, and every change to what pages
 * show that this process was notified of. Both are measured as positions in the log (WAL), so that
 * no two clocks are compared.
 *
 * While no primary responds, the time for that rule stops at the moment when one last responded,
 * since nothing is committed after it. Of the replicas that respond only the furthest are used
 * then, once they have replayed what they received: if commits wait for a standby, that is
 * everything that was acknowledged.
 */
const MOST_LAG_MS = 1_000;
const POLL_MS = 250;
const RESPONSE_TIMEOUT_MS = 1_000;
/** A replica that hangs costs a visitor no more than this, until it is noticed and left out. */
const READ_TIMEOUT_MS = 3_000;
const SAMPLES = 40;
/** By then, what was in transit when the primary last responded has arrived. */
const STRAGGLERS_MS = 2_000;
/** A little more than two polls. */
const REST_MS = 600;
/** A primary in use writes something sooner than this. */
const QUIET_MS = 10_000;

type Replica = {
  database: Database;
  pool: pg.Pool;
  watch: pg.Client | null;
  /** The position up to which it had replayed the log at its last response. */
  replayed: bigint;
  /** The position up to which it has received the log. */
  received: bigint;
  /** When each of the two last grew. */
  replayedAt: number;
  receivedAt: number;
  respondedAt: number;
};

type Replicas = {
  all: readonly Replica[];
  /** What the primary had written at which time, newest last. */
  written: { at: number; position: bigint }[];
  /**
   * A replica that has replayed less may lack changes to what pages show; null while the primary is
   * being asked for it.
   */
  needed: bigint | null;
  changes: number;
  turn: number;
};

let replicas: Replicas | undefined;
const chosen = new AsyncLocalStorage<Database | null>();

/**
 * The database for a read that may be a second old: a replica if the request allows it, otherwise
 * the primary.
 */
export function readDb(): Database {
  return chosen.getStore() ?? db();
}

/** Within `work`, `readDb` returns a replica that is up to date enough, if there is one. */
export function allowReplica<Result>(work: () => Result): Result {
  const replica = chooseReplica();
  return replica ? chosen.run(replica.database, work) : work();
}

/** Within `work`, `readDb` returns the primary: for results that are shared with other requests. */
export function withPrimary<Result>(work: () => Result): Result {
  return chosen.run(null, work);
}

export function hasReplicas(): boolean {
  return replicas !== undefined;
}

/**
 * Runs read-only `work` on a replica while no primary responds. Returns null, without running it,
 * if one does or if no replica is up to date enough.
 */
export function readWithoutPrimary<Result>(
  work: () => PromiseLike<Result>,
): Promise<Result> | null {
  const replica = nextReplica(listWithoutPrimary());
  return replica ? readOnlyFrom(replica.database, work) : null;
}

/**
 * Since when no process has had a primary, as far as this one can know, while pages can still be
 * read. Null also if a replica still receives new log: then only this process cannot reach the
 * primary.
 */
export function readingOnlySince(): Date | null {
  const heardAt = replicas?.written.at(-1)?.at ?? Infinity;
  const since = Math.max(heardAt + STRAGGLERS_MS, performance.now() - QUIET_MS);
  const isWritten = replicas?.all.some(({ receivedAt }) => receivedAt > since) ?? false;
  return listWithoutPrimary().length > 0 && !isWritten ? databaseAwaySince() : null;
}

/** Something that pages show has changed: from now on, reads from a replica must see it. */
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
    // The next poll of the primary sets it.
    .catch(() => undefined);
}

/** Called at boot. The returned function closes them. */
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

/** What it received last may be half of a record whose other half was never sent. */
function isAtRest({ replayed, received, replayedAt, receivedAt }: Replica): boolean {
  const quietMs = performance.now() - Math.max(replayedAt, receivedAt);
  return replayed >= received || quietMs > REST_MS;
}

function isResponding({ respondedAt }: Replica): boolean {
  return performance.now() - respondedAt <= MOST_LAG_MS;
}

/**
 * Whether it has replayed what is `needed`, and everything that was written up to a second before
 * `at`.
 */
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
      // Not chosen again until it has responded.
      replica.respondedAt = -Infinity;
      const other = nextReplica(listWithoutPrimary());
      return ((other?.pool ?? pool()).query as typeof read)(...query);
    }
  };
  // One of pg's seven signatures, which is the one that Drizzle calls.
  ownPool.query = fallBack as pg.Pool["query"];
  return replica;
}

/**
 * A query that the replica cancelled: replay removed the rows that it read, or it took too long.
 */
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

/** What the primary has on its disk: every acknowledged commit, and what it sends to standbys. */
async function readWritten(): Promise<bigint> {
  const { rows } = await pool().query<{ position: string }>(
    "select pg_current_wal_flush_lsn()::text as position",
  );
  return readPosition(rows[0]?.position);
}

async function checkReplica(replica: Replica, connectionString: string): Promise<void> {
  try {
    replica.watch ??= await connectWatch(connectionString);
    // A replica that was promoted since counts as replayed up to what it has written.
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
