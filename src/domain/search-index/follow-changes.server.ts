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

/** The index and the names of its cars, at one moment. */
export type LoadedIndex = { cars: CarIndex; dictionary: SearchDictionary };

/**
 * The part of the change log to read. A sequence shows in which order rows were written, not in
 * which order they were committed: reading on from the highest number would miss the rows of a
 * slower transaction. A snapshot has a horizon: all transactions below it have ended, so no further
 * rows can appear there. Rows above it will be read again, so the ones already applied are
 * remembered.
 */
type Window = {
  /** All rows of earlier transactions have been applied to the index. */
  from: bigint;
  /** The rows of later transactions that have been applied, too. */
  taken: Set<string>;
  /** By the database's clock, in seconds. */
  readAt: number;
  /** After a longer time without reading the log, some of it may have been trimmed unread. */
  longestGapS: number;
  /** Shows whether there are new names. */
  newestNames: string;
};

const NAMES = FACET_NAMES.filter(isNamesFacet);
/** No words are cached before an index is loaded. */
const NO_WORDS: ReadonlySet<string> = new Set();
const LONGEST_GAP_S = 300;
/**
 * A process that read the log within the longest gap has read everything that is trimmed by then.
 */
const RETENTION_S = 2 * LONGEST_GAP_S;
const ROWS_A_READ = 10_000;
/** The cars that one turn of the event loop applies: a millisecond. */
const CARS_A_TURN = 100;

/** Thrown if only loading the index again helps. */
export class IndexLost extends Error {
  override name = "IndexLost";
}

export type Follower = {
  readonly loaded: LoadedIndex;
  /** Applies everything that was committed before the call. @throws {IndexLost} */
  catchUp(signal: AbortSignal): Promise<void>;
};

/** Reads all cars, while the process does other work. */
export async function loadIndex(
  signal: AbortSignal,
  longestGapS = LONGEST_GAP_S,
): Promise<Follower> {
  // Before the first car is read: changes from here on are in the log.
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

/** Rows already in the log need not be read again: the cars are read after them. */
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
    // The horizon of the first read: transactions that were under way then may still add rows
    // before those that are read later.
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

/**
 * Reads the cars as they are now, which may be later than the logged change: only the newest state
 * counts.
 */
async function takeOver(loaded: LoadedIndex, ids: readonly string[]): Promise<void> {
  const { cars: index } = loaded;
  const cars = await readCars(ids);
  await learnNames(loaded, cars);
  let begun: number;
  let words: Awaited<ReturnType<typeof readWords>>;
  do {
    begun = index.words.begun;
    words = await readWords(ids, index.words.list());
    // If a word was added during the read, the cars are read again with it.
  } while (index.words.begun !== begun);
  const left = new Set(cars.map(({ id }) => id));
  for (const id of ids) if (!left.has(id)) index.remove(id);
  for (const car of cars) index.put(car, loaded.dictionary, words.get(car.id) ?? NO_WORDS);
}

/** A new name is committed together with its first car. */
async function learnNames(loaded: LoadedIndex, cars: readonly IndexedCar[]): Promise<void> {
  const isNamed = cars.every((car) =>
    NAMES.every((name) => loaded.dictionary[name].nameOf.has(car[name])),
  );
  if (!isNamed) loaded.dictionary = await newestDictionary();
}

type LogRead = {
  changes: Change[];
  /** Every transaction below it has ended. */
  horizon: bigint;
  at: number;
  names: string;
};

/** Rows of transactions from `from` on, after the last one that was read; all from one snapshot. */
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

/** Deletes the rows that every following process has read by now; called from time to time. */
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
