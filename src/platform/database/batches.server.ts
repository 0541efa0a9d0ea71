import { findStoreFault } from "#platform/outage/store-fault.ts";

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

/**
 * Does for many at once what each would ask of the database alone: one statement, one commit. Nobody
 * waits for company: an item goes at once where no batch is under way, and else with whatever came
 * meanwhile. `write` answers in the order of its items, and is one transaction: what
 * it throws has left nothing behind. Each item is then written alone, so that none fails for another's
 * fault; only where the database itself is away or full do all hear of it as it is.
 */
export function inBatches<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  { atOnce = 4, most, keysOf = () => [] }: Batching<Item>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let impatient: NodeJS.Timeout | undefined;

  const begin = () => {
    clearTimeout(impatient);
    impatient = undefined;
    if (waiting.length === 0 || underWay >= atOnce) return;
    const batch = takeBatch();
    underWay += 1;
    void writeBatch(batch).finally(() => {
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
      await writeAndTell(batch);
    } catch (error) {
      const isAlone = batch.length === 1;
      for (const each of batch) {
        if (isAlone || findStoreFault(error)) each.reject(error);
        else await writeAndTell([each]).catch(each.reject);
      }
    }
  };

  const writeAndTell = async (batch: readonly Waiting<Item, Result>[]) => {
    const results = await write(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error("A batch was not answered whole.");
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      goOn();
    });
}
