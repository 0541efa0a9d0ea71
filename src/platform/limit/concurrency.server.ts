/**
 * Runs at most `atOnce` works at a time; the others wait in the order in which they came. So a rush
 * on one thing waits here and not in the database's pool, where it would delay every other page.
 */
export function limitConcurrency(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let working = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else working += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is passed on directly, so that no later caller can take it.
      if (next) next();
      else working -= 1;
    }
  };
}

/** Of the works with the same key, runs one at a time, in the order in which they came. */
export function oneAtATime(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const made = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    last.set(key, made);
    try {
      return await made;
    } finally {
      if (last.get(key) === made) last.delete(key);
    }
  };
}
