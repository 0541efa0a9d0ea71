/**
 * Lets a few at a time work, the others in the order they came. A rush on one thing then waits here
 * and not in the database's pool, where it would hold up every other page.
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
      // The turn is handed on, so that nobody who comes just now can take it.
      if (next) next();
      else working -= 1;
    }
  };
}

/** Of works under one key one at a time, in the order they came: nobody has more than one turn. */
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
