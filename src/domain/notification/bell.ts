/**
 * Wakes all who wait for an event at once. Each waits for a limited time, and is removed when its
 * wait ends.
 */
export type Bell = {
  ring(): void;
  /**
   * How often it has rung. Read this before you look for work, so that a ring meanwhile is not
   * missed.
   */
  rings(): number;
  /** Waits for the next ring after `since`; ends early if the time is over or the signal aborts. */
  wait(options: { since: number; ms: number; signal: AbortSignal }): Promise<"rung" | "over">;
  /** How many are waiting. */
  waiting(): number;
};

/**
 * The waiters do not share one promise: a pending promise keeps everything that was attached to it,
 * so hundreds of waits an hour would stay in memory until the next ring.
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
