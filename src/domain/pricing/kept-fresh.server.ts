export type KeptFresh<Value> = {
  /** The value; only the first asker, and whoever comes after a long silence, waits for it. */
  get(): Promise<Value>;
  /** The next `get` makes it anew. */
  forget(): void;
};

type KeptFreshOptions<Value> = {
  make: () => Promise<Value>;
  /** From this age on it is made anew, behind whoever gets the old one. */
  freshMs: number;
  /** From this age on nobody gets it any more. */
  mostMs: number;
  nowMs: () => number;
  /** Told of a renewal that failed: the old value stays until the next try, `freshMs` later. */
  onFailure: (error: unknown) => void;
};

/** Keeps a costly value in the process, never older than `mostMs`, and makes one at a time. */
export function keptFresh<Value>(options: KeptFreshOptions<Value>): KeptFresh<Value> {
  let kept: { value: Value; atMs: number } | undefined;
  let making: Promise<Value> | undefined;
  let triedAtMs = Number.NEGATIVE_INFINITY;

  function renew(): Promise<Value> {
    if (making) return making;
    const atMs = options.nowMs();
    triedAtMs = atMs;
    const mine = options.make().then((value) => {
      // Forgotten meanwhile: whoever waits gets it, nobody after them.
      if (making === mine) kept = { value, atMs };
      return value;
    });
    making = mine;
    const over = () => {
      if (making === mine) making = undefined;
    };
    void mine.then(over, over);
    return mine;
  }

  return {
    async get() {
      const ageMs = kept ? options.nowMs() - kept.atMs : Number.POSITIVE_INFINITY;
      if (!kept || ageMs >= options.mostMs) return renew();
      const isDue = ageMs >= options.freshMs && options.nowMs() - triedAtMs >= options.freshMs;
      if (isDue) void renew().catch(options.onFailure);
      return kept.value;
    },
    forget() {
      kept = undefined;
      making = undefined;
    },
  };
}
