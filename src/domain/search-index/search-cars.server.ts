import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { listWords } from "#domain/search/search-text.ts";
import type { Search, SearchRequest } from "#domain/search/search.ts";
import { sqlSearch } from "#domain/search/sql-search.server.ts";
import { databaseAwaySince, listenTo } from "#platform/database/database-watch.server.ts";
import { db } from "#platform/database/database.server.ts";
import { readWithoutPrimary } from "#platform/database/replicas.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { findStoreFault } from "#platform/outage/store-fault.ts";
import { type Follower, IndexLost, type LoadedIndex, loadIndex } from "./follow-changes.server.ts";
import { learnWord } from "./read-words.server.ts";
import { searchIndex } from "./search-index.ts";

/** The channel that the triggers of drizzle/…_note_search_changes.sql notify. */
const SEARCH_CHANGED = "search_changed";

/** In case a notification is lost, which a pooler may cause: a change is found within a second. */
const POLL_MS = 1_000;
/** How often to check whether there are enough cars for an index. */
const COUNT_MS = 60_000;
const AFTER_FAULT_MS = 2_000;
/** A search waits for changes that are being applied; if that takes longer, SQL answers it. */
const LONGEST_WAIT_MS = 200;
/** If the log was not read for this long, nobody knows what the index lacks. */
const LONGEST_SILENCE_MS = 3_000;

type State = {
  follower: Follower | null;
  /** The number of notified changes, and how many of them the index has. */
  notifications: number;
  taken: number;
  polledAt: number;
  /** Settles when the poll that is under way, or the next one, ends. */
  polled: PromiseWithResolvers<void>;
  /**
   * The primary did not respond and has not been back since: the index follows a standby, if there
   * is one.
   */
  isCutOff: boolean;
  /** Words are cached one after the other. */
  isLearning: boolean;
};

let current: State | undefined;

/**
 * The car search: from the index in this process if there is one and it has everything that was
 * committed, otherwise by SQL.
 */
export const searchCars: Search = async (request) => {
  const found = await findIndex();
  if (!found) return sqlSearch(request);
  const result = searchIndex(found.cars, request);
  if (result) return result;
  if (current) void learnWords(current, found, request);
  return sqlSearch(request);
};

/** The result of the index if it has everything that was committed, otherwise that of SQL. */
export async function askIndex<Answer>(
  inIndex: (loaded: LoadedIndex) => Answer | Promise<Answer>,
  inSql: () => Promise<Answer>,
): Promise<Answer> {
  const found = await findIndex();
  return found ? inIndex(found) : inSql();
}

/** Caches words; until that is done SQL answers, since a common word has many cars. */
async function learnWords(
  state: State,
  { cars }: LoadedIndex,
  { text }: SearchRequest,
): Promise<void> {
  if (state.isLearning || state.isCutOff) return;
  state.isLearning = true;
  try {
    for (const word of listWords(text)) {
      if (!cars.words.has(word)) await learnWord(cars, word);
    }
  } catch (thrown) {
    log.warn("a word of the search was not learnt", { error: loggableError(thrown) });
  } finally {
    state.isLearning = false;
  }
}

/** The index with every change that was notified before the call; null if SQL must answer. */
async function findIndex(): Promise<LoadedIndex | null> {
  const state = current;
  if (!state?.follower) return null;
  const { notifications } = state;
  const until = performance.now() + LONGEST_WAIT_MS;
  while (state.taken < notifications && performance.now() < until) {
    await Promise.race([state.polled.promise, pause(until - performance.now())]);
  }
  const isSilent = performance.now() - state.polledAt > LONGEST_SILENCE_MS;
  return state.taken < notifications || isSilent ? null : (state.follower?.loaded ?? null);
}

/**
 * Called at boot, in each process that serves: keeps an index of the cars if at least `fromCars`
 * are for sale; below that, SQL is as quick and costs no memory. `loaded` settles once the index
 * answers; the caller need not await it.
 */
export function startSearchIndex(fromCars: number): {
  loaded: Promise<void>;
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const state: State = {
    follower: null,
    notifications: 0,
    taken: 0,
    polledAt: -Infinity,
    polled: Promise.withResolvers(),
    isCutOff: false,
    isLearning: false,
  };
  current = state;
  let wake = () => {};
  const stopListening = listenTo(SEARCH_CHANGED, () => {
    state.notifications += 1;
    // While there are too few cars for an index, no search waits for a change.
    if (state.follower) wake();
  });
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const { promise: loaded, resolve: onLoaded } = Promise.withResolvers<void>();
  const following = followChanges(state, { fromCars, signal: stopping.signal, rest, onLoaded });
  return {
    loaded,
    async stop() {
      stopListening();
      stopping.abort();
      wake();
      if (current === state) current = undefined;
      await following;
    },
  };
}

type Following = {
  fromCars: number;
  signal: AbortSignal;
  rest(ms: number): Promise<void>;
  onLoaded(): void;
};

async function followChanges(
  state: State,
  { fromCars, signal, rest, onLoaded }: Following,
): Promise<void> {
  let isFaulty = false;
  while (!signal.aborted) {
    try {
      const isAway = databaseAwaySince() !== null;
      // The new primary need not have everything that the former one had.
      if (state.isCutOff && !isAway) state.follower = null;
      state.isCutOff = isAway;
      if (!state.follower && !(await hasCars(fromCars))) {
        await rest(COUNT_MS);
        continue;
      }
      state.follower ??= await load(signal);
      const { notifications } = state;
      await catchUp(state.follower, signal);
      state.taken = notifications;
      state.polledAt = performance.now();
      isFaulty = false;
      endPoll(state);
      onLoaded();
      // If a change was notified meanwhile, it is read at once.
      if (state.notifications === notifications) await rest(POLL_MS);
    } catch (thrown) {
      state.isCutOff = findStoreFault(thrown) === "away";
      if (!state.isCutOff) state.follower = null;
      endPoll(state);
      if (signal.aborted) return;
      // Logged once: otherwise it would fill the log for as long as the database is away.
      if (!isFaulty) log.warn("SQL answers searches", { error: loggableError(thrown) });
      isFaulty = true;
      if (!(thrown instanceof IndexLost)) await rest(AFTER_FAULT_MS);
    }
  }
}

/**
 * While no primary responds, reads from the standby that pages are read from: nothing else is
 * committed.
 */
async function catchUp({ catchUp: follow }: Follower, signal: AbortSignal): Promise<void> {
  await (readWithoutPrimary(() => follow(signal)) ?? follow(signal));
}

function endPoll(state: State): void {
  state.polled.resolve();
  state.polled = Promise.withResolvers();
}

async function load(signal: AbortSignal): Promise<Follower> {
  const startedAt = performance.now();
  const follower = await loadIndex(signal);
  log.info("the search index is loaded", {
    count: follower.loaded.cars.count,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return follower;
}

/** Counts no further than needed. */
async function hasCars(count: number): Promise<boolean> {
  const { rows } = await db().execute<{ has: boolean }>(sql`
    select count(*) >= ${count} as has from (
      select 1 from listing_search where status = 1 limit ${count}
    ) enough`);
  return rows[0]?.has ?? false;
}
