import { setTimeout as pause } from "node:timers/promises";
import { isGone } from "./process-facts.mjs";

/** What becomes of a server that nobody told to stop. */
export type ServerNews =
  | { state: "gone" }
  /** Tried again after the pause. */
  | { state: "not started"; attempts: number; pauseMs: number; error: Error }
  | { state: "running"; awayMs: number };

const POLL_MS = 250;
/**
 * The longest keeps the promise that a server runs within ten seconds of its reason to fail being
 * gone (a full disk): five of waiting, and the time to start.
 */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 5_000];

/**
 * Starts a server again whenever its process has ended, until `signal` says to stop. Never throws,
 * and ends only once no start is under way.
 */
export async function superviseServer(options: {
  processId: number;
  /** Answers the new server's process. */
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
