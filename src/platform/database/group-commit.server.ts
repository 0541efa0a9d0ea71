import { AsyncLocalStorage } from "node:async_hooks";
import { findStoreFault, isTimeout } from "#platform/outage/store-fault.ts";
import { isReadingOnly } from "./read-only.server.ts";

type Batching<Item> = {
  /** How many batches are under way at most, where one of them waits for somebody else's lock. */
  atOnce?: number;
  /** How many items a batch has at most. */
  most: number;
  /** What no two items of a batch may have in common, such as the row that both would write. */
  keysOf?: (item: Item) => readonly string[];
};

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** What takes longer waits for a lock or a disk; what came meanwhile then goes without it. */
const PATIENCE_MS = 50;
/** How many of a batch that failed are written at a time. */
const ALONE_AT_ONCE = 4;

/**
 * Does for many at once what each would ask of the database alone: one statement, one commit. Nobody
 * waits for company: an item goes at once where no batch is under way, and else with whatever came
 * meanwhile. `write` answers in the order of its items, and is one transaction: what
 * it throws has left nothing behind. Each item is then written alone, so that none fails for another's
 * fault; only where the database itself is away or full do all hear of it as it is, and where one waits
 * in vain for a lock by itself, those that were not begun yet.
 */
export function groupCommit<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  { atOnce = 4, most, keysOf = () => [] }: Batching<Item>,
): (item: Item) => Promise<Result> {
  /** A batch is nobody's request: whoever began it may read from a standby (`readOnlyFrom`). */
  const detached = AsyncLocalStorage.snapshot();
  let waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let impatient: NodeJS.Timeout | undefined;

  const begin = () => {
    clearTimeout(impatient);
    impatient = undefined;
    if (waiting.length === 0 || underWay >= atOnce) return;
    const batch = takeBatch();
    underWay += 1;
    void detached(writeBatch, batch).finally(() => {
      underWay -= 1;
      goOn();
    });
    goOn();
  };

  /** Whoever waits goes at once where nothing is under way, and else without what takes too long. */
  const goOn = () => {
    if (underWay === 0) begin();
    else if (waiting.length > 0) impatient ??= setTimeout(begin, PATIENCE_MS);
  };

  /** In the order they came; whoever has a key in common with one before waits for the next. */
  const takeBatch = () => {
    const batch: Waiting<Item, Result>[] = [];
    const later: Waiting<Item, Result>[] = [];
    const taken = new Set<string>();
    for (const each of waiting) {
      const keys = keysOf(each.item);
      const fits = batch.length < most && !keys.some((key) => taken.has(key));
      (fits ? batch : later).push(each);
      for (const key of keys) taken.add(key);
    }
    waiting = later;
    return batch;
  };

  const writeBatch = async (batch: readonly Waiting<Item, Result>[]) => {
    try {
      await writeAndResolve(batch);
    } catch (error) {
      if (batch.length === 1 || findStoreFault(error)) for (const each of batch) each.reject(error);
      else await writeEachAlone(batch);
    }
  };

  const writeEachAlone = async (batch: readonly Waiting<Item, Result>[]) => {
    const left = [...batch];
    let timeout: unknown;
    const runNext = async () => {
      for (let each = left.shift(); each; each = left.shift()) {
        try {
          if (timeout) throw timeout;
          await writeAndResolve([each]);
        } catch (error) {
          if (isTimeout(error)) timeout = error;
          each.reject(error);
        }
      }
    };
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, runNext));
  };

  const writeAndResolve = async (batch: readonly Waiting<Item, Result>[]) => {
    const results = await write(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error("A batch was not answered whole.");
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
  };

  return async (item) => {
    // A write there fails as in an outage.
    if (isReadingOnly()) return (await write([item]))[0] as Result;
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      goOn();
    });
  };
}
