import { setTimeout as pause } from "node:timers/promises";
import { log, loggableError } from "#platform/log/log.server.ts";
import type { Channel } from "./events/event.ts";
import { sendNextMessage } from "./send.server.ts";

/** How many messages go out at a time. A provider that stalls holds up only what goes its way. */
const LANES: readonly (readonly Channel[])[] = [
  ...Array.from({ length: 4 }, () => ["email", "adf_email"] as const),
  ["spreadsheet"],
  ["sms"],
];

const POLL_MS = 500;
/** A database that went away is asked again at this pace. */
const POLL_AFTER_FAULT_MS = 1_000;
/** Whatever takes longer when the site stops is left to its lease: another process takes it up. */
const LONGEST_STOP_MS = 10_000;

/** Boot, after `configureMessages`: messages go out until the returned function is called. */
export function startMessageWorker(): () => Promise<void> {
  const stopping = new AbortController();
  const lanes = Promise.all(LANES.map((channels) => workLane(channels, stopping.signal)));
  return async () => {
    stopping.abort();
    await Promise.race([lanes, pause(LONGEST_STOP_MS, undefined, { ref: false })]);
  };
}

async function workLane(channels: readonly Channel[], signal: AbortSignal): Promise<void> {
  let isFaulty = false;
  while (!signal.aborted) {
    let waitMs = 0;
    try {
      if (!(await sendNextMessage(channels))) waitMs = POLL_MS;
      isFaulty = false;
    } catch (thrown) {
      // Said once: it would fill the log for as long as the database is away.
      if (!isFaulty) log.error("message worker failed", { error: loggableError(thrown) });
      isFaulty = true;
      waitMs = POLL_AFTER_FAULT_MS;
    }
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}
