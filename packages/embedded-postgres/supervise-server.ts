import { setTimeout as pause } from "node:timers/promises";
import { isGone } from "./process-facts.mjs";

/** What happens to a server that was not told to stop. */
export type ServerNews =
  | { state: "gone" }
  /** It is tried again after the pause. */
  | { state: "not started"; attempts: number; pauseMs: number; error: Error }
  | { state: "running"; awayMs: number };

const POLL_MS = 250;
/**
 * The pauses between attempts. The longest ensures that a server runs within ten seconds after the
 * reason of its failure (such as a full disk) is gone: five seconds of waiting, and the time to
 * start.
 */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 5_000];

/**
 * Restarts a server whenever its process has ended, until `signal` is aborted. Never throws, and
 * does not end while a start is in progress.
 */
export async function superviseServer(options: {
  processId: number;
  /** Returns the pid of the new server. */
  startAgain: () => Promise<number>;
  onNews: (news: ServerNews) => void;
  signal: AbortSignal;
}): Promise<void> {
  const { startAgain, onNews, signal } = options;
  let { processId } = options;
  const wait = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  while (!signal.aborted) {
    await wait(POLL_MS);
    if (signal.aborted || !isGone(processId)) continue;
    onNews({ state: "gone" });
    const goneAt = performance.now();
    for (let attempts = 1; !signal.aborted; attempts += 1) {
      try {
        processId = await startAgain();
        onNews({ state: "running", awayMs: Math.round(performance.now() - goneAt) });
        break;
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        const pauseMs = PAUSES_MS[attempts - 1] ?? PAUSES_MS.at(-1) ?? 0;
        onNews({ state: "not started", attempts, pauseMs, error });
        await wait(pauseMs);
      }
    }
  }
}
