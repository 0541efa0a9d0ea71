import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { FACET_NAMES, isNamesFacet } from "#domain/search/facets.ts";
import {
  newestDictionary,
  type SearchDictionary,
} from "#domain/search/search-dictionary.server.ts";
import { db } from "#platform/database/database.server.ts";
import { CarIndex, type IndexedCar } from "./car-index.ts";
import { readAllCars, readCars } from "./read-cars.server.ts";
import { readWords } from "./read-words.server.ts";

/** The index and the names of its cars, as of a moment. */
export type LoadedIndex = { cars: CarIndex; dictionary: SearchDictionary };

/**
 * What is read of the change log. A sequence says in which order rows were written, not in which they
 * were committed: whoever reads on from the highest number loses those of a transaction that was
 * slower. A snapshot says below which transaction all are over: up to there nothing can come any
 * more, and what is read beyond is remembered, since it will be read again.
 */
type Window = {
  /** All rows of earlier transactions have been taken over. */
  from: bigint;
  /** Those of later ones that have been, too. */
  taken: Set<string>;
  /** By the database's clock, in seconds. */
  readAt: number;
  /** Longer without a look at the log, and some of it may have been trimmed unseen. */
  longestGapS: number;
  /** Tells whether there are new names. */
  newestNames: string;
};

const NAMES = FACET_NAMES.filter(isNamesFacet);
/** No word is kept before an index is loaded. */
const NO_WORDS: ReadonlySet<string> = new Set();
const LONGEST_GAP_S = 300;
/** Whoever looked within the longest gap has read what is trimmed by then. */
const RETENTION_S = 2 * LONGEST_GAP_S;
const ROWS_A_READ = 10_000;
/** What a turn of the event loop takes over: a millisecond. */
const CARS_A_TURN = 100;

/** Thrown where only loading anew helps. */
export class IndexLost extends Error {
  override name = "IndexLost";
}

export type Follower = {
  readonly loaded: LoadedIndex;
  /** Takes over all that was committed before the call. @throws {IndexLost} */
  catchUp(signal: AbortSignal): Promise<void>;
};

/** Reads all cars, beside whatever else the process does. */
export async function loadIndex(
  signal: AbortSignal,
  longestGapS = LONGEST_GAP_S,
): Promise<Follower> {
  // Before the first car is read: what changes from here on is in the log.
  const window = await openWindow(longestGapS);
  const { rows } = await db().execute<{ count: number }>(
    sql`select count(*)::integer as count from listing_search where status = 1`,
  );
  const loaded = {
    cars: new CarIndex(rows[0]?.count ?? 0),
    dictionary: await newestDictionary(),
  };
  for await (const cars of readAllCars()) {
    signal.throwIfAborted();
    await learnNames(loaded, cars);
    for (const car of cars) loaded.cars.put(car, loaded.dictionary, NO_WORDS);
    await nextTurn();
  }
  return { loaded, catchUp: (stopping) => catchUp(loaded, window, stopping) };
}

/** What is in the log already need not be read again: the cars are read after it. */
async function openWindow(longestGapS: number): Promise<Window> {
  const { horizon, at, names } = await readLog(0n, { xid: 0n, id: "0" }, 0);
  const taken = new Set<string>();
  let last: { xid: bigint; id: string } | null = { xid: horizon, id: "0" };
  while (last) {
    const { changes } = await readLog(horizon, last, ROWS_A_READ);
    for (const { id } of changes) taken.add(id);
    const end = changes.length < ROWS_A_READ ? undefined : changes.at(-1);
    last = end ? { xid: BigInt(end.xid), id: end.id } : null;
  }
  return { from: horizon, taken, readAt: at, longestGapS, newestNames: names };
}

type Change = { id: string; xid: string; listingId: string | null };

async function catchUp(loaded: LoadedIndex, window: Window, signal: AbortSignal): Promise<void> {
  let last = { xid: window.from, id: "0" };
  let horizon: bigint | undefined;
  const beyond = new Set<string>();
  for (;;) {
    const read = await readLog(window.from, last, ROWS_A_READ);
    signal.throwIfAborted();
    if (read.at - window.readAt > window.longestGapS)
      throw new IndexLost("The log was not read for long.");
    // Of the first look: what was under way then may come to stand before rows that are read later.
    horizon ??= read.horizon;
    if (read.names !== window.newestNames) loaded.dictionary = await newestDictionary();
    window.newestNames = read.names;
    await takeOverChanges(
      loaded,
      read.changes.filter(({ id }) => !window.taken.has(id)),
    );
    for (const { id, xid } of read.changes) if (BigInt(xid) >= horizon) beyond.add(id);
    window.readAt = read.at;
    const end = read.changes.at(-1);
    if (!end || read.changes.length < ROWS_A_READ) break;
    last = { xid: BigInt(end.xid), id: end.id };
  }
  window.from = horizon;
  window.taken = beyond;
}

async function takeOverChanges(loaded: LoadedIndex, changes: readonly Change[]): Promise<void> {
  if (changes.some(({ listingId }) => listingId === null))
    throw new IndexLost("All cars are gone.");
  const ids = [...new Set(changes.flatMap(({ listingId }) => listingId ?? []))];
  for (let at = 0; at < ids.length; at += CARS_A_TURN) {
    await takeOver(loaded, ids.slice(at, at + CARS_A_TURN));
  }
}

/** As they are by now, which may be later than their change: the newest is what counts. */
async function takeOver(loaded: LoadedIndex, ids: readonly string[]): Promise<void> {
  const { cars: index } = loaded;
  const cars = await readCars(ids);
  await learnNames(loaded, cars);
  let begun: number;
  let words: Awaited<ReturnType<typeof readWords>>;
  do {
    begun = index.words.begun;
    words = await readWords(ids, index.words.list());
    // A word that joined while the others were read is read, too.
  } while (index.words.begun !== begun);
  const left = new Set(cars.map(({ id }) => id));
  for (const id of ids) if (!left.has(id)) index.remove(id);
  for (const car of cars) index.put(car, loaded.dictionary, words.get(car.id) ?? NO_WORDS);
}

/** A name is committed with its first car. */
async function learnNames(loaded: LoadedIndex, cars: readonly IndexedCar[]): Promise<void> {
  const isNamed = cars.every((car) =>
    NAMES.every((name) => loaded.dictionary[name].nameOf.has(car[name])),
  );
  if (!isNamed) loaded.dictionary = await newestDictionary();
}

type LogRead = {
  changes: Change[];
  /** Every transaction below it is over. */
  horizon: bigint;
  at: number;
  names: string;
};

/** Rows of transactions from `from` on, after the last one that was read; all of one snapshot. */
async function readLog(
  from: bigint,
  last: { xid: bigint; id: string },
  most: number,
): Promise<LogRead> {
  const { rows } = await db().execute<
    { horizon: string; at: number; names: string } & Partial<Change>
  >(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      extract(epoch from clock_timestamp())::float8 as at,
      concat_ws(' ', (select max(id) from search_make), (select max(id) from search_model),
        (select max(id) from search_city)) as names,
      change.*
    from (select) as always left join lateral (
      select id::text, xid::text, listing_id as "listingId" from search_change c
      where c.xid >= ${String(from)}::xid8
        and (c.xid, c.id) > (${String(last.xid)}::xid8, ${last.id}::bigint)
        -- A restored backup brings numbers of another server, which mean nothing here.
        and c.xid < pg_snapshot_xmax(pg_current_snapshot())
      order by c.xid, c.id limit ${most}
    ) change on true`);
  const [first] = rows;
  if (!first) throw new Error("The change log did not answer.");
  const changes = rows.flatMap(({ id, xid, listingId = null }) =>
    id && xid ? [{ id, xid, listingId }] : [],
  );
  return { changes, horizon: BigInt(first.horizon), at: first.at, names: first.names };
}

let trimBelow: { horizon: bigint; at: number } | null = null;

/** Forgets what every process that follows has read by now; called from time to time. */
export async function trimChanges(retentionS = RETENTION_S): Promise<void> {
  const { horizon, at } = await readLog(0n, { xid: 0n, id: "0" }, 0);
  if (trimBelow && at - trimBelow.at < retentionS) return;
  if (trimBelow) {
    await db().execute(sql`
      delete from search_change where xid < ${String(trimBelow.horizon)}::xid8
        or xid >= pg_snapshot_xmax(pg_current_snapshot())`);
  }
  trimBelow = { horizon, at };
}
