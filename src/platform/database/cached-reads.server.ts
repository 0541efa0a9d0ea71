import { LRUCache } from "lru-cache";
import { findRequestScope } from "#platform/request/request-scope.server.ts";
import { isReadingOnly } from "./read-only.server.ts";
import { withPrimary } from "./replicas.server.ts";

/** For what changes with the clock alone, and for a notification that was lost. */
const LONGEST_MS = 60_000;

const stores = new Set<LRUCache<string, Promise<unknown>>>();
let isInvalidated = false;

/**
 * Boot. From now on what `cacheRead` reads is kept until `onChange` says that something that pages show
 * has changed: the notification that empties shared pages. Without it everything is read each time.
 * Ends with the returned function.
 */
export function startReadCache(onChange: (empty: () => void) => void): () => void {
  const empty = () => {
    for (const store of stores) store.clear();
  };
  isInvalidated = true;
  onChange(empty);
  return () => {
    isInvalidated = false;
    empty();
  };
}

type CacheOptions = {
  /** So many different questions are kept. */
  most: number;
};

/**
 * Reads what pages show to everybody alike, once for all who ask the same: the pages that are made for
 * one visitor share it. What was being read when something changed goes to those who asked before,
 * and to nobody who asks afterwards. Nothing found (null) is not kept, and neither is a fault. It is
 * the primary that is read, which knows every change that was told of. Who is signed in and sent
 * something lately reads anew: they see what they changed in their very next page.
 *
 * Questions are told apart by their JSON: what JSON cannot say (a Map, a Set) must not be asked with.
 * Whoever is handed a value must not change it.
 */
export function cacheRead<const Params extends readonly unknown[], Value>(
  read: (...requested: Params) => Promise<Value>,
  { most }: CacheOptions,
): (...requested: Params) => Promise<Value> {
  const store = new LRUCache<string, Promise<unknown>>({ max: most, ttl: LONGEST_MS });
  stores.add(store);
  return (...requested) => {
    if (!isInvalidated || isReadingOnly() || mayHaveChanged(findRequestScope()))
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

/** Whether the request is of somebody who may have changed what pages show a moment ago. */
function mayHaveChanged(scope: ReturnType<typeof findRequestScope>): boolean {
  return scope !== null && scope.user !== null && scope.hasWritten === true;
}
