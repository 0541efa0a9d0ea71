import { LRUCache } from "lru-cache";
import { findRequestScope } from "#platform/request/request-scope.server.ts";
import { isReadingOnly } from "./read-only.server.ts";
import { withPrimary } from "./replicas.server.ts";

/** For what changes with time alone, and for a notification that was lost. */
const LONGEST_MS = 60_000;

const stores = new Set<LRUCache<string, Promise<unknown>>>();
let areChangesFollowed = false;

/**
 * Called at boot. From then on, results of `cacheRead` are cached until `onChange` reports that
 * something that pages show has changed, with the same notification that empties shared pages.
 * Without it everything is read each time. The returned function stops it.
 */
export function startReadCache(onChange: (empty: () => void) => void): () => void {
  const empty = () => {
    for (const store of stores) store.clear();
  };
  areChangesFollowed = true;
  onChange(empty);
  return () => {
    areChangesFollowed = false;
    empty();
  };
}

type CacheOptions = {
  /** The number of different calls whose results are cached. */
  most: number;
};

/**
 * Reads what pages show to everybody alike, once for all who ask the same: the pages that are made
 * for one visitor share it. If something changes during a read, its result goes only to callers
 * that asked before the change. A null result is not cached, and neither is an error. It reads from
 * the primary, which has every change that was notified. For a member who sent something recently
 * it reads anew, so that they see their change in their very next page.
 *
 * Calls are told apart by the JSON of their parameters: a parameter must not be something that JSON
 * cannot express (a Map, a Set). Callers must not change the value that they get.
 */
export function cacheRead<const Params extends readonly unknown[], Value>(
  read: (...requested: Params) => Promise<Value>,
  { most }: CacheOptions,
): (...requested: Params) => Promise<Value> {
  const store = new LRUCache<string, Promise<unknown>>({ max: most, ttl: LONGEST_MS });
  stores.add(store);
  return (...requested) => {
    if (!areChangesFollowed || isReadingOnly() || mayHaveChanged(findRequestScope()))
      return read(...requested);
    const key = JSON.stringify(requested);
    const known = store.get(key);
    if (known) return known as Promise<Value>;
    const reading = withPrimary(() => read(...requested));
    store.set(key, reading);
    const drop = () => {
      if (store.peek(key) === reading) store.delete(key);
    };
    reading.then((value) => value === null && drop(), drop);
    return reading;
  };
}

/** Whether the request is from a member who may have changed a moment ago what pages show. */
function mayHaveChanged(scope: ReturnType<typeof findRequestScope>): boolean {
  return scope !== null && scope.user !== null && scope.hasWritten === true;
}
