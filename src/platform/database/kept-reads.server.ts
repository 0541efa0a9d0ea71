import { LRUCache } from "lru-cache";
import { findRequestScope } from "#platform/request/request-scope.server.ts";
import { isReadingOnly } from "./read-only.server.ts";
import { withPrimary } from "./replicas.server.ts";

/** For what changes with the clock alone, and for a notification that was lost. */
const LONGEST_MS = 60_000;

const stores = new Set<LRUCache<string, Promise<unknown>>>();
let isTold = false;

/**
 * Boot. From now on what `keepRead` reads is kept until `onChange` says that something that pages show
 * has changed: the notification that empties shared pages. Without it everything is read each time.
 * Ends with the returned function.
 */
export function startKeepingReads(onChange: (empty: () => void) => void): () => void {
  const empty = () => {
    for (const store of stores) store.clear();
  };
  isTold = true;
  onChange(empty);
  return () => {
    isTold = false;
    empty();
  };
}

type KeepOptions = {
  /** So many different questions are kept. */
  most: number;
  /**
   * Also for people who are signed in. Without, they read anew each time, so that whoever changed
   * something sees it in the very next page.
   */
  forMembers?: boolean;
};

/**
 * Reads what pages show to everybody alike, once for all who ask the same: the pages that are made for
 * one visitor share it. What was being read when something changed goes to those who asked before,
 * and to nobody who asks afterwards. Nothing found (null) is not kept, and neither is a fault. It is
 * the primary that is read, which knows every change that was told of. Questions are told apart by
 * their JSON: what JSON cannot say (a Map, a Set) must not be asked with. Whoever is handed a value
 * must not change it.
 */
export function keepRead<const Asked extends readonly unknown[], Value>(
  read: (...asked: Asked) => Promise<Value>,
  { most, forMembers = false }: KeepOptions,
): (...asked: Asked) => Promise<Value> {
  const store = new LRUCache<string, Promise<unknown>>({ max: most, ttl: LONGEST_MS });
  stores.add(store);
  return (...asked) => {
    const isMember = (findRequestScope()?.user ?? null) !== null;
    if (!isTold || isReadingOnly() || (isMember && !forMembers)) return read(...asked);
    const key = JSON.stringify(asked);
    const known = store.get(key);
    if (known) return known as Promise<Value>;
    const reading = withPrimary(() => read(...asked));
    store.set(key, reading);
    const drop = () => {
      if (store.peek(key) === reading) store.delete(key);
    };
    reading.then((value) => value === null && drop(), drop);
    return reading;
  };
}
