/** What many wait for, each for a time: they are woken together, and forgotten once they wait no more. */
export type Bell = {
  ring(): void;
  /** How often it has rung: asked before one looks, so that a ring meanwhile is not missed. */
  rings(): number;
  /** Waits for the next ring after `since`, until the time is over or the signal ends it. */
  wait(options: { since: number; ms: number; signal: AbortSignal }): Promise<"rung" | "over">;
  /** How many wait. */
  waiting(): number;
};

/**
 * Not a promise that all of them share: one that is pending keeps whatever was once tied to it, so
 * hundreds of waits an hour would stay in memory for as long as nothing rings.
 */
export function createBell(): Bell {
  const waiting = new Set<(how: "rung" | "over") => void>();
  let rings = 0;
  return {
    ring: () => {
      rings += 1;
      for (const wake of waiting) wake("rung");
    },
    rings: () => rings,
    wait: ({ since, ms, signal }) =>
      new Promise((resolve) => {
        if (rings !== since) return resolve("rung");
        if (signal.aborted) return resolve("over");
        const wake = (how: "rung" | "over") => {
          clearTimeout(timer);
          signal.removeEventListener("abort", end);
          waiting.delete(wake);
          resolve(how);
        };
        const end = () => wake("over");
        const timer = setTimeout(end, ms);
        signal.addEventListener("abort", end);
        waiting.add(wake);
      }),
    waiting: () => waiting.size,
  };
}
